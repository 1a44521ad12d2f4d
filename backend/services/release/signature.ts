import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const SECRET_BYTES = 32
/** Compared where there is no secret, so that an answer takes as long. */
const NO_SECRET = randomBytes(SECRET_BYTES).toString('base64url')

/** A secret that signs notices: 256 bits, base64url. */
export const newSecret = () => randomBytes(SECRET_BYTES).toString('base64url')

/** `X-Hub-Signature-256` of a body. */
export const signatureOf = (secret: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`

/** Whether a signature is that of a secret; takes the same time for every signature of the right length. */
export function isSignedBy(secret: string | null, body: string, signature: string): boolean {
  const expected = Buffer.from(signatureOf(secret ?? NO_SECRET, body))
  const given = Buffer.from(signature.toLowerCase())
  const isSame = given.length === expected.length && timingSafeEqual(given, expected)
  return isSame && secret !== null
}
