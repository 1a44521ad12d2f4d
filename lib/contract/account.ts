import { z } from 'zod'
import { kindSchema } from './kind.ts'
import { idSchema } from './project.ts'
import { answeredText, lineSchema } from './text.ts'

/** Section 5: fewer than 40 characters and a valid format. White space around it is left out. */
export const EMAIL_MAX = 39
export const emailSchema = z.string().trim().check(z.maxLength(EMAIL_MAX), z.email())
/** The same letters in the same form, whatever keyboard they were typed on (RFC 8265, section 4.2.2). */
const secretText = z.string().normalize('NFC')
/** Section 5: 6 to 20 characters with at least one letter and one number, of any script. */
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 20
export const passwordSchema = secretText
  .min(PASSWORD_MIN)
  .max(PASSWORD_MAX)
  .regex(/\p{L}/u)
  .regex(/\p{Nd}/u)
/** The password typed a second time. */
export const confirmSchema = secretText.min(1).max(PASSWORD_MAX)
/** Section 5: 4 to 20 characters; letters a-z, digits, `_` and `-`. Unique whatever the case. */
export const USERNAME_MIN = 4
export const USERNAME_MAX = 20
export const usernameSchema = z
  .string()
  .trim()
  .min(USERNAME_MIN)
  .max(USERNAME_MAX)
  .regex(/^[A-Za-z0-9_-]*$/)
/** A code as it is typed has at most so many characters. */
const CODE_TYPED_MAX = 40
/** Section 5: exactly six digits. White space and hyphens are left out, wide digits become plain. */
export const codeSchema = z
  .string()
  .max(CODE_TYPED_MAX)
  .overwrite((text) => text.normalize('NFKC').replaceAll(/[\s\p{Cf}\p{Pd}]+/gu, ''))
  .regex(/^\d{6}$/)
/** Whoever asked for a code may ask for the next one after this many seconds. */
export const CODE_RETRY_S = 60

export const verifyCodeRequestSchema = z.object({ data: emailSchema })

export const registerRequestSchema = z.object({
  username: usernameSchema,
  email: emailSchema,
  password: passwordSchema,
  code: codeSchema,
})

/** A user name or an e-mail address. */
const accountNameSchema = lineSchema.trim().min(1).max(EMAIL_MAX)
/** Asks for a code that is needed beside the password (`code_needed`). */
export const logInCodeRequestSchema = z.object({ data: accountNameSchema })
/**
 * With a password; `account` is a user name or an e-mail address. `code` only after a refusal with
 * the reason `code_needed`.
 */
export const passwordLogInSchema = z.object({
  account: accountNameSchema,
  password: secretText.min(1).max(PASSWORD_MAX),
  code: codeSchema.optional(),
})
/** With a code sent by e-mail. */
export const codeLogInSchema = z.object({ email: emailSchema, code: codeSchema })
export const logInRequestSchema = z.union([passwordLogInSchema, codeLogInSchema])

export const resetPasswordRequestSchema = z.object({
  email: emailSchema,
  code: codeSchema,
  password: passwordSchema,
})

/**
 * Proof that the owner of the account is present: the password, or, for an account without one, a
 * code from `POST /account/verify_code`.
 */
const proof = {
  password: secretText.max(PASSWORD_MAX).default(''),
  code: codeSchema.optional(),
}

/** `password` is the present one; an account that never had one sends a code instead. */
export const changePasswordRequestSchema = z.object({ ...proof, new_password: passwordSchema })

/** The user name of an account that has none of its owner's choice yet (`name_pending`). */
export const chooseNameRequestSchema = z.object({ username: usernameSchema })

/** `username` is the account's own: the second confirmation. */
export const deleteAccountRequestSchema = z.object({
  ...proof,
  username: lineSchema.trim().max(100),
})

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
  /** Whether the user name was taken from a provider and can be chosen once. A backend need not say. */
  name_pending: z.boolean().optional(),
})
export type AccountInfo = z.infer<typeof accountInfoSchema>

/** A sign-in that has not ended. `browser` and `system` are empty where they are unknown. */
export const accountSessionSchema = z.object({
  id: z.string().min(1).max(64),
  browser: z.string().max(60),
  system: z.string().max(60),
  created_at: z.iso.datetime(),
  /** Exact to a few minutes. */
  used_at: z.iso.datetime(),
  /** Whether this call was made with it. */
  current: z.boolean(),
})
export type AccountSession = z.infer<typeof accountSessionSchema>
/** The most recently used first. */
export const accountSessionsSchema = z.object({ items: z.array(accountSessionSchema) })
/** Ends the session `id`, or with `others=true` all but the one of the call. */
export const endSessionsQuerySchema = z.object({
  id: z.string().min(1).max(64).optional(),
  others: z.literal('true').optional(),
})

/** Everything that is kept about an account, for its owner. */
export const accountExportSchema = z.object({
  account: accountInfoSchema.extend({ created_at: z.iso.datetime() }),
  providers: z.array(z.object({ provider: z.string(), created_at: z.iso.datetime() })),
  sessions: z.array(
    z.object({
      created_at: z.iso.datetime(),
      used_at: z.iso.datetime().optional(),
      browser: z.string().optional(),
      system: z.string().optional(),
    }),
  ),
  /** Browsers that have signed in before. */
  devices: z.array(z.object({ created_at: z.iso.datetime() })).optional(),
  /** Repositories at GitHub, by number, that the account has proved to be its own. */
  repositories: z
    .array(
      z.object({
        repository_id: z.number().int(),
        proof: z.enum(['push', 'file']),
        proved_at: z.iso.datetime(),
      }),
    )
    .optional(),
  /** Publications that went to or came from another account. */
  transfers: z
    .array(
      z.object({ id: z.string(), title: z.string(), is_mine: z.boolean(), at: z.iso.datetime() }),
    )
    .optional(),
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

/** `GET /account/hidden`: which of one's own projects the operator has hidden, and why. */
export const hiddenProjectsSchema = z.object({
  items: z.array(
    z.object({
      id: idSchema,
      kind: kindSchema,
      title: z.string(),
      reason: answeredText,
      hidden_at: z.iso.datetime(),
    }),
  ),
})
export type HiddenProject = z.infer<typeof hiddenProjectsSchema>['items'][number]
