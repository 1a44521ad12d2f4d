import { z } from 'zod'
import { inSpan } from '#lib/telemetry/trace.ts'
import { readBounded } from '#lib/limits/read-bounded.ts'
import { parseBoundedJson } from '#backend/text/bounded-json.ts'

/** Time for both responses together, in ms, and maximum size of each, in bytes, decompressed. */
const TIMEOUT_MS = 5_000
const RESPONSE_MAX_BYTES = 128 * 1024
/** GitHub has five. */
const KEYS_MAX = 50

const part = z.string().max(2000).optional()
/** A public key (RFC 7517, section 4); anything else of it is dropped, private parts included. */
const keySchema = z.object({
  kty: z.enum(['RSA', 'EC']),
  kid: z.string().min(1).max(200),
  use: z.literal('sig').optional(),
  alg: z.string().max(20).optional(),
  n: part,
  e: part,
  crv: part,
  x: part,
  y: part,
})
export type PublicKey = z.infer<typeof keySchema>

const keySetSchema = z.object({ keys: z.array(z.unknown()).max(KEYS_MAX) })
/** OpenID Connect Discovery 1.0, section 3. */
const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })

/**
 * Reads the public keys of an issuer. Both addresses have the origin of the issuer; redirects are not followed.
 * @throws Error for anything but two short and valid responses in time.
 */
export async function fetchKeys(issuer: string): Promise<PublicKey[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const address = `${issuer}/.well-known/openid-configuration`
  const metadata = metadataSchema.parse(await fetchJson(address, signal))
  if (metadata.issuer.replace(/\/$/, '') !== issuer) throw new Error('metadata of another issuer')
  if (new URL(metadata.jwks_uri).origin !== new URL(issuer).origin) {
    throw new Error('keys of another origin')
  }
  const { keys } = keySetSchema.parse(await fetchJson(metadata.jwks_uri, signal))
  // Keys of other kinds are none of ours, and make the set no worse.
  const known = keys.flatMap((key) => keySchema.safeParse(key).data ?? [])
  if (known.length === 0) throw new Error('no usable key')
  return known
}

async function fetchJson(address: string, signal: AbortSignal): Promise<unknown> {
  const headers = { accept: 'application/json', 'user-agent': 'keystrip' }
  const response = await inSpan('OIDC', { kind: 'client' }, () =>
    fetch(address, { headers, signal, redirect: 'error' }),
  )
  if (!response.ok) {
    await response.body?.cancel().catch(() => undefined)
    throw new Error(`status ${response.status}`)
  }
  return parseBoundedJson(await readBounded(response, RESPONSE_MAX_BYTES))
}
