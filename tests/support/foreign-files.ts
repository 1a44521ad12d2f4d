import { gunzipSync } from 'node:zlib'

/** Files that other programs wrote, compressed. */
const WRITTEN = {
  /** `/bin/true` of Debian, its first bytes. */
  elf: 'H4sIAAAAAAACA6t39XFjYmRkgAFmBjsGEO+CMoTvABWf0AxXAhSzYOAFkvIMcgxsQD4Lkjp0+gYTKs0BtweiT4IZwkenZRhQaUYkmoUBN5gghEozCCD0sYIYClBxNDrSFpVG1ge2LwEqjkYnSKPSyPpAYVNQC+EX9KLRUE9wsKHqAwDI2bKpkAEAAA==',
  /** Launcher of Python’s pip for Windows, its first bytes. */
  pe: 'H4sIAAAAAAACA/ONmsDAzMDAwALE//8zMOxggAAHBsLgBxDzye/iY9jCeVZxB6PPWcWQjMxihYKi/PSixFyF5MS8vPwShaRUhaLSPIXMPAUX/2CF3PyUVD1eXi4VqBmLfyWUPZ/NpwrDJVenqT4D0n/YlqoeA9NLVCeC6Qmq74D0u8dzVR+B1fKr7gCLL4CqnwKlJ4PpoMzkDJB5uNwe4MrAkNLGxsDI+y4JJvaBQYmBm4kLxGBg2AQRq3ECEgKQIGFkgLKZGBhYQQQDgmYQYAIH4qQlTMDwdGiEaYJRmHwUJsMTPUYGGyANAGp0ZxWQAQAA',
  /** `dpkg-deb`. */
  deb: 'H4sIAAAAAAACA1O0SSxKzrDjSklNykzM003KzEssqlRQUDA0tzQ1M7I0NzRVUDBQAAEIaWhgYGZioqBgogADCVxGegZcyfl5JUX5OXoliUV6FVWE9RuZWcD1/zWviohiYGB5dm2LG8uBU4wNAYqMYgwQcCfxSsoD9f8Mh2IZxLn3yNQyTj0g62VXKXrojNriZBnzz6/Cfc4+mnrkSqSe2YrTFyXz1s8oW6X/TXV6RJzCtA3VHonL0ydoHnHVPJe8ecVNv6XZNisD1a6K6Ww5NaNti06EnLEvq0PULo6bTxlYl+W3z1nyx+zOTsldXtf1VYTM62UrKyrnTVi8SKd397+eO50fr7OynXgt9GnGz2+cna3TIgsEf9fW5JQwxJ1gNnp46G5IyOdvGRd6V/7t2+Z/r/uzg3Xe2k9yC02WvH2i2JjUNS8s+0FXO9A/4qEzZrVMmfeUgfEZ0J8MDJVzz+7feCT9NxPIsyyRUSmJJYnwQCQiHgxxhmM6cjAymFz7uw8UjvHkhuPD8+ettu1jKrQ+H7JrzRqlCo+QFeJ2SsvUTK46XlmXWnfWRGpNgzKHbcEDBoZmWYWv6/IihRkYm8F+nMD85TmyHwGt+bQbdAIAAA==',
  /** `7z`. */
  sevenZip:
    'H4sIAAAAAAACAzOv2rNeXYaBZUfDcTF/BghIgtIrZAsKHzC8YHCPZbDt6GILYcgq/RPtKnys5/f9CS2H96nNLlidK1jywm/hqjUx5R03Fly6mHfWXmR5xuWDchIeHI7briZcYOC9c26t9O2CJ6dSu2aoKjAwsrAxMHL6M7BzMzIwKioyMvA0vGTg4GJMXzzfl4GBlVGSmwEBBKUZshiKGfIZ8hj0GNIYchhSGSqAjktkKAJKSjKIcDEyxC46zcdee5dRlI2RQaFhSSMDAwAk4+jB0QAAAA==',
  /** `jar` of a JDK. */
  jar: 'H4sIAAAAAAACAwvwZmYRYeDg4GCwmVAZy4AEOBlYGHxdQxx1Pf3c9P+dYmBgZgjwZucASTFBlQTg1CwCxHDNvo5+nm6uwSF6vm6ffc+c9vHW1bvI662rde7M+c1BBleMHzwt0vPy1fH0vVi6ioVrxmvJF5KztDJ2LFFLVXuW+anoYxEj2GbZzZtnWgDNNcdrMysQO+qVVJR4n/PU0QsrWLPuKRNYO+PJz+95gJJcYO2MTCIMqAYwIfkbFaCEArpWZFeJoGizxREG6CYgO4wVxYTtML8EeLOygQSYgXADkP4GlgYAF576wrwBAAA=',
  /** `genisoimage`, its first bytes. */
  iso: 'H4sIAAAAAAACA+3YQUvjQBQA4Kmn4lXE67An92CddDHaY0inNd22WZoK+iv9idroFnFlhb3sLvp9JJnkvTcJgQdDEgIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAMKinKRWDsGzWN7fx9+rppl29k9/f7/7V8M5zd1u/h+EwHD6HDo9e0sf94Us4eb46CcN+GIZZPyeEg/38yD81z+uma5tVNc9xdxInZZnOr2ddnDXL3N1127yK9SZX23YTT+uvsZhMvsU8umtv1vNptcz74OXZOKUyLkY/crXp2vX5YtTV181y15Xzp5o+3ddc9o34vdnGba5Wf/11x2lcFsX4orhKxUWZUngTSL94W6FpPzuLDv+Nh5/rPwAAAPBxDZ7+sfv+B/7cIzNgmj5AnAAA',
  /** `mformat`, its first bytes. */
  floppy:
    'H4sIAAAAAAACA3ttM8E3xN/fxMDYiIGJkZGB6QGDA/cHTgYhBiYGBNAMDXYK8/NX8HP0dVUAAjfHEEMjIP3L8EDfjb4Df3YyMO5jqNnP0PB56aswBgaOHYxMuxlqdjUw7GRkOCtcxPqKoYaB4awkwyigLmhgYGRgZBTyB7EduEnXH7rqw///o8E4CkbBKBgFIxAAAKFfnaoACAAA',
  /** Python’s `plistlib`, with a key `URL`. */
  plist:
    'H4sIAAAAAAACA1XFWUoCAQCA4RnXcRn9x3HXcd9KRZ89QYREWYmKREmIisiQQ4iISESESIREdIvu4omCeup7+Qb6dDw36vWDaDJbLq9bzYu77sgw9HmjVlt8U7La7JLD6XLLHi+KT/UHgqFwJBqLa4lkKp3J5vKFYunouFxBQMSEGQtWbNiRcODEhRsZD15AwYeKnwBBQoSJECVGHI0ESVKkyZAlR54CRUlWVO3ktHl23rpqd3r9m9vB/XA0mc70B+NxsVytN0/PL6/b3dv7/uNT+CWKfwtV4b+vH9uWOwzlAAAA',
} as const

/** A file that another program wrote. */
export const foreignFile = (name: keyof typeof WRITTEN): Buffer =>
  gunzipSync(Buffer.from(WRITTEN[name], 'base64'))
