import path from 'node:path'

/* Settings of Node for web app and backend, for every way to start them. */

/**
 * Heap limit of the web app and of the backend: without one V8 lets garbage grow to 600 MB where memory is free. Caches are
 * buffers outside of the heap. The web app has 130 MB of it after tens of thousands of addresses, and eight renders take 10 MB each.
 * It may grow by 60 % before it is marked again: V8's own estimate is a fifth, and marks 85 MB after every four pages, which is a
 * third of their processor time (decision 138).
 */
export const HEAP = [
  '--max-old-space-size=256',
  '--max-semi-space-size=4',
  '--heap-growing-percent=60',
]

/**
 * Compiled modules, and TypeScript without its types: without it each process keeps Node's compiler for that, 10 to 25 MB,
 * and starts 0.7 s later. Node ignores it where it cannot be written.
 */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/compiled') }

/**
 * For glibc, where the operator has not set them. By default an arena per processor keeps memory that others could use, and
 * blocks of up to 32 MB come from the heap once one was freed, where small ones that live long keep their place from
 * being returned. A smaller threshold (256 kB) saves 7 MB more and costs a tenth of each render (decision 67).
 */
export const MALLOC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '33554432',
}
