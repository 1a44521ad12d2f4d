import { z } from 'zod'
import { invitationCodeSchema, roleSchema } from '#lib/contract/admin/role.ts'
import { HIDDEN_STATES } from './hidden.ts'
import { kindSchema } from './kind-schema.ts'
import { nextPageSchema, ownPageSchema } from '#lib/contract/account/own-page.ts'
import { authorSchema, idSchema, languageSchema } from './project.ts'
import { answeredText, lineSchema } from './text.ts'

/** At most 39 characters and a valid format; surrounding white space is ignored. */
export const EMAIL_MAX = 39
export const emailSchema = z.string().trim().check(z.maxLength(EMAIL_MAX), z.email())
/** Normalised, so that a password matches whatever keyboard it is typed on (RFC 8265, section 4.2.2). */
const secretText = z.string().normalize('NFC')
/** 6 to 20 characters with at least one letter and one number, of any script. */
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 20
export const passwordSchema = secretText
  .min(PASSWORD_MIN)
  .max(PASSWORD_MAX)
  .regex(/\p{L}/u)
  .regex(/\p{Nd}/u)
/** The password typed a second time. */
export const confirmSchema = secretText.min(1).max(PASSWORD_MAX)
/** 4 to 20 characters: ASCII letters, digits, `_` and `-`. Unique regardless of case. */
export const USERNAME_MIN = 4
export const USERNAME_MAX = 20
export const usernameSchema = z
  .string()
  .trim()
  .min(USERNAME_MIN)
  .max(USERNAME_MAX)
  .regex(/^[A-Za-z0-9_-]*$/)
/** Longest input that is read as a code, in characters. */
const CODE_TYPED_MAX = 40
/** Exactly six digits. White space and hyphens are ignored, full-width digits are converted. */
export const codeSchema = z
  .string()
  .max(CODE_TYPED_MAX)
  .overwrite((text) => text.normalize('NFKC').replaceAll(/[\s\p{Cf}\p{Pd}]+/gu, ''))
  .regex(/^\d{6}$/)
/** Interval between two codes, in seconds. */
export const CODE_RETRY_S = 60

export const verifyCodeRequestSchema = z.object({ data: emailSchema })

export const registerRequestSchema = z.object({
  username: usernameSchema,
  email: emailSchema,
  password: passwordSchema,
  code: codeSchema,
  /** To a role: registers one account where registration is closed. */
  invitation: invitationCodeSchema.optional(),
})

/** A user name or an e-mail address. */
const accountNameSchema = lineSchema.trim().min(1).max(EMAIL_MAX)
/** Requests a code required besides the password (`code_needed`). */
export const logInCodeRequestSchema = z.object({ data: accountNameSchema })
/**
 * Sign-in with a password; `account` is a user name or an e-mail address. `code` only after a refusal with
 * `code_needed`.
 */
export const passwordLogInSchema = z.object({
  account: accountNameSchema,
  password: secretText.min(1).max(PASSWORD_MAX),
  code: codeSchema.optional(),
})
/** Sign-in with a code sent by e-mail. */
export const codeLogInSchema = z.object({ email: emailSchema, code: codeSchema })
export const logInRequestSchema = z.union([passwordLogInSchema, codeLogInSchema])

export const resetPasswordRequestSchema = z.object({
  email: emailSchema,
  code: codeSchema,
  password: passwordSchema,
})

/**
 * Confirms the identity of the account's owner: the password, or a code of `POST /account/verify_code` for an
 * account without a password.
 */
const proof = {
  password: secretText.max(PASSWORD_MAX).default(''),
  code: codeSchema.optional(),
}

/** `password` is the current one; an account without a password sends a code instead. */
export const changePasswordRequestSchema = z.object({ ...proof, new_password: passwordSchema })

export const emailCodesRequestSchema = z.object({ email: emailSchema })
/**
 * `code` was mailed to the new address and `present_code` to the present one, if there is one. `password` is that of an account which has
 * one; others have signed in just now.
 */
export const changeEmailRequestSchema = z.object({
  email: emailSchema,
  code: codeSchema,
  present_code: codeSchema.optional(),
  password: secretText.max(PASSWORD_MAX).default(''),
})

/** The user name of an account whose name is still to be chosen (`name_pending`). */
export const chooseNameRequestSchema = z.object({ username: usernameSchema })

/** `username` is the account's own name, as a second confirmation. */
export const deleteAccountRequestSchema = z.object({
  ...proof,
  username: lineSchema.trim().max(100),
})

export const oauthQuerySchema = z.object({
  code: z.string().min(1).max(2000),
  redirect_uri: z.url().max(500),
  code_verifier: z.string().min(43).max(128),
  /** As of a registration. */
  invitation: invitationCodeSchema.optional(),
})

/** An answer with a `uid` means that the caller is signed in. */
export const accountInfoSchema = z.object({
  uid: z.string().min(1).max(64),
  username: z.string(),
  /** What readers see in place of the user name; `null` without one. Optional. */
  display_name: authorSchema.shape.display_name,
  /** Empty for an account of a provider without a verified address. */
  email: z.string(),
  /** Whether a password is set. Optional. */
  has_password: z.boolean().optional(),
  /** Whether the user name was derived from a provider and can be chosen once. Optional. */
  name_pending: z.boolean().optional(),
  /** Administrator or moderator of the site; missing without a role. Optional. */
  role: roleSchema.optional(),
})
export type AccountInfo = z.infer<typeof accountInfoSchema>

/** An active session. `browser` and `system` are empty if unknown. */
export const accountSessionSchema = z.object({
  id: z.string().min(1).max(64),
  browser: z.string().max(60),
  system: z.string().max(60),
  created_at: z.iso.datetime(),
  /** Last use, accurate to a few minutes. */
  used_at: z.iso.datetime(),
  /** Whether it is the session of this call. */
  current: z.boolean(),
})
export type AccountSession = z.infer<typeof accountSessionSchema>
/** Most recently used first. */
export const accountSessionsSchema = z.object({ items: z.array(accountSessionSchema) })
/** Ends the session `id`, or with `others=true` all but the session of the call. */
export const endSessionsQuerySchema = z.object({
  id: z.string().min(1).max(64).optional(),
  others: z.literal('true').optional(),
})

/** Days with a count each, including today. */
export const COUNTED_DAYS = 30
const counts = {
  views: z.number().int().nonnegative(),
  downloads: z.number().int().nonnegative(),
  installs: z.number().int().nonnegative(),
}
/** `GET /account/statistics`: of the account's projects, all or of one kind. */
export const ownCountsQuerySchema = z.object({ kind: kindSchema.optional() })
export const dayCountsSchema = z.object({ day: z.iso.date(), ...counts })
export type DayCounts = z.infer<typeof dayCountsSchema>
export const ownCountsSchema = z.object({
  ...counts,
  /** Oldest first; days in UTC. */
  days: z.array(dayCountsSchema),
})
export type OwnCounts = z.infer<typeof ownCountsSchema>

/** Projects on a page of `GET /account/hidden`. */
export const HIDDEN_LIMIT = 100
export const hiddenProjectsQuerySchema = z.object({ page: ownPageSchema })
/** `GET /account/hidden`: the account's projects that are hidden by the operator, with reasons, or held; most recently hidden first. */
export const hiddenProjectsSchema = z.object({
  items: z.array(
    z.object({
      id: idSchema,
      kind: kindSchema,
      title: z.string(),
      language: languageSchema.nullish().catch(null),
      /** Empty of one that is held. */
      reason: answeredText,
      hidden_at: z.iso.datetime(),
      /** Optional. */
      state: z.enum(HIDDEN_STATES).default('hidden'),
    }),
  ),
  /** Number of the next page, if there is one. Optional. */
  next: nextPageSchema,
})
