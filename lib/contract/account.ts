import { z } from 'zod'
import { kindSchema } from './kind.ts'
import { lineSchema } from './text.ts'

/** Section 5: fewer than 40 characters and a valid format. */
export const EMAIL_MAX = 39
export const emailSchema = z.email().max(EMAIL_MAX)
/** Section 5: 6 to 20 characters with at least one letter and one number. */
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 20
export const passwordSchema = z
  .string()
  .min(PASSWORD_MIN)
  .max(PASSWORD_MAX)
  .regex(/[A-Za-z]/)
  .regex(/\d/)
/** Section 5: 4 to 20 characters; letters, digits, `_` and `-`. Unique whatever the case. */
export const USERNAME_MIN = 4
export const USERNAME_MAX = 20
export const usernameSchema = z
  .string()
  .min(USERNAME_MIN)
  .max(USERNAME_MAX)
  .regex(/^[A-Za-z0-9_-]*$/)
/** Section 5: exactly six digits. */
export const codeSchema = z.string().regex(/^\d{6}$/)
/** Whoever asked for a code may ask for the next one after this many seconds. */
export const CODE_RETRY_S = 60

export const verifyCodeRequestSchema = z.object({ data: emailSchema })

export const registerRequestSchema = z.object({
  username: usernameSchema,
  email: emailSchema,
  password: passwordSchema,
  code: codeSchema,
})

/** With a password: `account` is a user name or an e-mail address. */
export const passwordLogInSchema = z.object({
  account: lineSchema.min(1).max(EMAIL_MAX),
  password: z.string().min(1).max(PASSWORD_MAX),
})
/** With a code sent by e-mail. */
export const codeLogInSchema = z.object({ email: emailSchema, code: codeSchema })
export const logInRequestSchema = z.union([passwordLogInSchema, codeLogInSchema])

export const resetPasswordRequestSchema = z.object({
  email: emailSchema,
  code: codeSchema,
  password: passwordSchema,
})

/** `password` is the present one; an account that never had one leaves it empty. */
export const changePasswordRequestSchema = z.object({
  password: z.string().max(PASSWORD_MAX),
  new_password: passwordSchema,
})

/** The account's own user name says once more that it is meant. */
export const deleteAccountQuerySchema = z.object({ username: usernameSchema })

export const oauthQuerySchema = z.object({
  code: z.string().min(1).max(2000),
  redirect_uri: z.url().max(500),
  code_verifier: z.string().min(43).max(128),
})

/** `uid` decides whether somebody is signed in (section 3). */
export const accountInfoSchema = z.object({
  uid: z.string().min(1).max(64),
  username: z.string(),
  /** Empty for an account that came from a provider without a verified address. */
  email: z.string(),
  /** Whether a password is set. A backend need not say. */
  has_password: z.boolean().optional(),
})
export type AccountInfo = z.infer<typeof accountInfoSchema>

/** Everything that is kept about an account, for its owner. */
export const accountExportSchema = z.object({
  account: accountInfoSchema.extend({ created_at: z.iso.datetime() }),
  providers: z.array(z.object({ provider: z.string(), created_at: z.iso.datetime() })),
  sessions: z.array(z.object({ created_at: z.iso.datetime() })),
  projects: z.array(z.unknown()),
})

/** So many days, today included, are told one by one. */
export const COUNTED_DAYS = 30
const counts = {
  views: z.number().int().nonnegative(),
  downloads: z.number().int().nonnegative(),
  installs: z.number().int().nonnegative(),
}
/** `GET /account/statistics`: of one's own projects, all of them or those of a kind. */
export const ownCountsQuerySchema = z.object({ kind: kindSchema.optional() })
export const ownCountsSchema = z.object({
  ...counts,
  /** The oldest first; days in UTC. */
  days: z.array(z.object({ day: z.iso.date(), ...counts })),
})
export type OwnCounts = z.infer<typeof ownCountsSchema>
