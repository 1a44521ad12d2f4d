import { z } from 'zod'

/** Section 5: fewer than 40 characters and a valid format. */
export const emailSchema = z.email().max(39)
/** Section 5: 6 to 20 characters with at least one letter and one number. */
export const passwordSchema = z
  .string()
  .min(6)
  .max(20)
  .regex(/[A-Za-z]/)
  .regex(/\d/)
/** Section 5: 4 to 20 characters; letters, digits, `_` and `-`. */
export const usernameSchema = z.string().regex(/^[A-Za-z0-9_-]{4,20}$/)
/** Section 5: exactly six digits. */
export const codeSchema = z.string().regex(/^\d{6}$/)

export const verifyCodeRequestSchema = z.object({ data: emailSchema })

export const registerRequestSchema = z.object({
  username: usernameSchema,
  email: emailSchema,
  password: passwordSchema,
  code: codeSchema,
})

/** With a password (user name or e-mail as `account`) or with a code sent by e-mail. */
export const logInRequestSchema = z.union([
  z.object({ account: z.string().min(1).max(39), password: z.string().min(1).max(20) }),
  z.object({ email: emailSchema, code: codeSchema }),
])

export const resetPasswordRequestSchema = z.object({
  email: emailSchema,
  code: codeSchema,
  password: passwordSchema,
})

export const oauthQuerySchema = z.object({
  code: z.string().min(1).max(2000),
  state: z.string().max(500).optional(),
  redirect_uri: z.url().max(500).optional(),
  code_verifier: z.string().min(43).max(128).optional(),
})

/** `uid` decides whether somebody is signed in (section 3). */
export const accountInfoSchema = z.object({
  uid: z.string().min(1).max(64),
  username: z.string(),
  email: z.string(),
})
