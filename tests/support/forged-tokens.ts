import { createHmac } from 'node:crypto'
import type { Claims } from './oidc-issuer.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token with an empty signature. */
export const unsigned = (claims: Claims, header: Record<string, unknown>): string =>
  `${encode(header)}.${encode(claims)}.`

/** A token with an HMAC whose password is a text, such as a public key. */
export function signedWithText(claims: Claims, text: string, kid: string): string {
  const signed = `${encode({ alg: 'HS256', kid, typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', text).update(signed).digest('base64url')}`
}

/** A token whose claims were changed after it was signed. */
export function tampered(token: string, claims: Claims): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const before: Claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return `${header}.${encode({ ...before, ...claims })}.${signature}`
}
