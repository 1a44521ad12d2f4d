import { z } from 'zod'
import { originSchema } from '#lib/http-address.ts'
import { encodedAddressSchema } from '#lib/variables.ts'

/** Where an S3-compatible storage is. */
export type S3Address = {
  /** Without a path; `null` for Amazon's own, by region. */
  endpoint: string | null
  bucket: string
  /** Ends in `/`, unless it is empty. */
  prefix: string
  region: string
  /** `null`: those of the environment or of the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** Whether project files are downloaded from the storage itself, by signed addresses. */
  signsDownloads: boolean
  /** Where visitors reach the storage, if not at `endpoint`; without a path. */
  publicEndpoint: string | null
}

const BUCKET = /^[\da-z][\d.a-z-]{1,61}[\da-z]$/
const PREFIX = /^(?:[\w.-]+\/){0,20}$/
const optionsSchema = z.strictObject({
  region: z
    .string()
    .regex(/^[\w-]{1,50}$/)
    .default('us-east-1'),
  tls: z.enum(['0', '1']).default('1'),
  downloads: z.enum(['proxied', 'signed']).default('proxied'),
  public: originSchema.optional(),
})

/**
 * `STORAGE_URL`: `s3://KEY:SECRET@host[:port]/bucket[/prefix][?region=…&tls=0]`, with percent-encoded key and secret. `tls=0` is
 * plain HTTP, for a server on the same machine or in a network of its own. `downloads=signed` sends downloads to the storage
 * itself, which visitors reach at `public=https://host`, by default at the same host. Without a host (`s3:///bucket`) it is Amazon S3.
 * No message contains the value: it has a secret.
 */
export const storageUrlSchema = encodedAddressSchema.transform((value, { issues }): S3Address => {
  const refuse = (message: string) => {
    issues.push({ code: 'custom', message, input: '' })
    return z.NEVER
  }
  const url = URL.parse(value)
  if (url?.protocol !== 's3:') return refuse('an address that begins with s3:// is expected')
  const [, bucket = '', ...rest] = url.pathname.split('/')
  if (!BUCKET.test(bucket)) return refuse('it names no bucket, or one with an invalid name')
  const prefix = rest.flatMap((part) => (part === '' ? [] : `${part}/`)).join('')
  if (!PREFIX.test(prefix)) return refuse('its prefix has characters other than A-Z a-z 0-9 _ - .')
  const options = optionsSchema.safeParse(Object.fromEntries(url.searchParams))
  if (!options.success)
    return refuse(
      'it has an option other than region, tls=0, downloads=signed and public=https://host',
    )
  const credentials = credentialsOf(url)
  if (credentials === 'invalid') return refuse('key and secret are expected, percent-encoded')
  const { region, tls, downloads, public: publicEndpoint = null } = options.data
  // The host of such an address is as it was written.
  const host = originSchema.safeParse(`${tls === '0' ? 'http' : 'https'}://${url.host}`)
  if (url.host !== '' && !host.success) return refuse('its host is not one')
  const endpoint = host.data ?? null
  const signsDownloads = downloads === 'signed'
  return { endpoint, bucket, prefix, region, credentials, signsDownloads, publicEndpoint }
})

function credentialsOf({ username, password }: URL): S3Address['credentials'] | 'invalid' {
  if (username === '' && password === '') return null
  if (username === '' || password === '') return 'invalid'
  try {
    return {
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    }
  } catch {
    return 'invalid'
  }
}
