import { z } from 'zod'
import { kindSchema } from './kind-schema.ts'
import { idSchema } from './project.ts'
import { answeredText, lineSchema, upTo } from './text.ts'

/**
 * What an access token may do. `read`: the account's own data; `publish`: upload files, publish projects and
 * versions, change and withdraw them; `manage`: delete projects, change the page of the author.
 */
export const TOKEN_SCOPES = ['read', 'publish', 'manage'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]
export const tokenScopeSchema = z.enum(TOKEN_SCOPES)

/**
 * Start of every access token; scanners for secrets recognise it. `personal`: created by an account; `exchanged`: of a
 * trusted publisher (`POST /oidc/exchange`).
 */
export const TOKEN_PREFIXES = { personal: 'ks_pat_', exchanged: 'ks_oidc_' } as const
export type TokenOrigin = keyof typeof TOKEN_PREFIXES
export const hasTokenPrefix = (text: string): boolean =>
  Object.values(TOKEN_PREFIXES).some((prefix) => text.startsWith(prefix))
/** Random characters (base 62), and the checksum that follows them. */
export const TOKEN_RANDOM_LENGTH = 36
export const TOKEN_CHECKSUM_LENGTH = 6
/** An access token: prefix, random characters, checksum. The checksum itself is not checked. */
export const TOKEN_PATTERN = /^ks_(?:pat|oidc)_[0-9A-Za-z]{42}$/

/** Longest name of a token, in characters, and longest validity, in days. */
export const TOKEN_NAME_MAX = 60
export const TOKEN_DAYS_MAX = 365
/** Access tokens of an account at a time. */
export const TOKENS_MAX = 50

/** An access token without its secret. */
export const accessTokenSchema = z.object({
  id: idSchema,
  name: answeredText,
  scopes: z.array(tokenScopeSchema),
  /** The only project that it may change; `null` for all of the account. */
  project: z.object({ id: idSchema, kind: kindSchema, title: answeredText }).nullable(),
  /** Its last characters, to recognise it. */
  ending: z.string().max(TOKEN_CHECKSUM_LENGTH),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** Last use, accurate to a few minutes; `null` if it was never used. */
  used_at: z.iso.datetime().nullable(),
})
export type AccessToken = z.infer<typeof accessTokenSchema>
/** Newest first; expired ones are listed for 30 days. */
export const accessTokensSchema = z.object({ items: z.array(accessTokenSchema) })

/** `POST /account/tokens`. */
export const createTokenRequestSchema = z.object({
  name: upTo(lineSchema.trim().min(1), TOKEN_NAME_MAX),
  scopes: z.array(tokenScopeSchema).min(1).max(TOKEN_SCOPES.length),
  /** One of the account's projects; without it the token may change all of them and publish new ones. */
  project_id: idSchema.optional(),
  /** Validity in days. */
  days: z.number().int().min(1).max(TOKEN_DAYS_MAX),
})
export type CreateTokenRequest = z.infer<typeof createTokenRequestSchema>
/** `secret` is the token; it is answered once and stored as a hash. */
export const createdTokenSchema = accessTokenSchema.extend({ secret: z.string() })
export type CreatedToken = z.infer<typeof createdTokenSchema>

export const revokeTokenQuerySchema = z.object({ id: idSchema })
