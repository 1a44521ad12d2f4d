import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import type { ClaimKind } from '#lib/contract/publisher.ts'
import { type WorkflowRun, toRun } from './claims.ts'
import { identityError } from './identity-error.ts'
import type { Issuer } from './issuers.ts'
import type { IssuerKeys } from './keys.ts'

const ALGORITHMS = ['RS256', 'ES256']
/** Difference between the clocks of issuer and site that is allowed, in s. */
const LEEWAY_S = 30
/** Longest validity of a token, in s: GitHub's last some minutes, the others at most as long as a job. */
const LIFETIME_S = {
  github: 15 * 60,
  gitlab: 24 * 3600,
  forgejo: 24 * 3600,
} as const satisfies Record<ClaimKind, number>

export type Verified = {
  issuer: Issuer
  run: WorkflowRun
  /** Identifies the token, and when it expires. */
  hash: string
  expiresAt: Date
}

type Options = { issuers: readonly Issuer[]; keysOf: IssuerKeys; audience: string; now: Date }

const headerSchema = z.object({ alg: z.string(), kid: z.string().min(1).max(200) })
const unverifiedSchema = z.object({ iss: z.string() })
const claimsSchema = z.object({
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  iat: z.number(),
  jti: z.string().min(1).max(500).optional(),
})

/**
 * Checks an identity token (RFC 7519, RFC 8725): issuer, algorithm, key, signature, audience and times.
 * @throws DomainError with the reason; nothing is written.
 */
export async function verifyIdentity(
  token: string,
  { issuers, keysOf, audience, now }: Options,
): Promise<Verified> {
  const { alg, kid, iss } = readUnverified(token)
  const issuer = issuers.find(({ url }) => url === iss)
  if (!issuer) throw identityError('oidc_issuer')
  if (!ALGORITHMS.includes(alg)) throw identityError('oidc_algorithm')
  const keys = await keysOf(issuer.url, kid, now)
  const payload = await checkSignature(token, keys, { issuer: issuer.url, audience, now })
  const { data } = claimsSchema.safeParse(payload)
  // Other issuers than Forgejo set an id for every token.
  if (!data || (data.jti === undefined && issuer.claims !== 'forgejo')) {
    throw identityError('oidc_malformed')
  }
  const { aud, exp, iat, jti } = data
  // Another site in the list could use the token here.
  if (Array.isArray(aud) && aud.length !== 1) throw identityError('oidc_audience')
  if (iat > now.getTime() / 1000 + LEEWAY_S) throw identityError('oidc_early')
  if (exp - iat > LIFETIME_S[issuer.claims]) throw identityError('oidc_lifetime')
  return {
    issuer,
    run: toRun(issuer.claims, issuer.url, payload),
    hash: hashOf(issuer.url, jti ?? signedPart(token)),
    expiresAt: new Date((exp + LEEWAY_S + 1) * 1000),
  }
}

/** What decides about the key; nothing of it is believed before the signature is checked. */
function readUnverified(token: string) {
  try {
    return {
      ...headerSchema.parse(decodeProtectedHeader(token)),
      ...unverifiedSchema.parse(decodeJwt(token)),
    }
  } catch {
    // A token without `alg` or `kid` is no token of these issuers either.
    throw identityError('oidc_malformed')
  }
}

type Check = { issuer: string; audience: string; now: Date }

async function checkSignature(
  token: string,
  keys: Awaited<ReturnType<IssuerKeys>>,
  { issuer, audience, now }: Check,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      issuer,
      audience,
      clockTolerance: LEEWAY_S,
      currentDate: now,
      requiredClaims: ['exp', 'iat', 'aud'],
    })
    return payload
  } catch (error) {
    throw toIdentityError(error)
  }
}

function toIdentityError(error: unknown) {
  if (error instanceof errors.JWTExpired) return identityError('oidc_expired')
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return identityError('oidc_audience')
    return identityError(isEarly(error) ? 'oidc_early' : 'oidc_malformed')
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return identityError('oidc_signature')
  }
  // The key is of another type than the algorithm, or too weak.
  const isOfKey =
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JWKSInvalid ||
    error instanceof TypeError
  return identityError(isOfKey ? 'oidc_key' : 'oidc_malformed')
}

const isEarly = ({ claim, reason }: errors.JWTClaimValidationFailed) =>
  claim === 'nbf' && reason === 'check_failed'

/** Header and payload: of an ECDSA signature there are two valid forms. */
const signedPart = (token: string) => token.slice(0, token.lastIndexOf('.'))

const hashOf = (issuer: string, id: string) =>
  createHash('sha256')
    .update(JSON.stringify([issuer, id]))
    .digest('base64url')
