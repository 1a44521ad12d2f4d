import { z } from 'zod'
import { emailSchema } from '#lib/contract/account.ts'
import type { Provider } from '#lib/contract/provider.ts'

/** A user's profile at a provider; `email` only if the provider has verified it. */
export type Profile = { subject: string; name: string; email: string | null }

const email = z.string().nullish()

/** https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims */
const googleSchema = z
  .object({
    sub: z.string().min(1).max(255),
    name: z.string().default(''),
    email,
    email_verified: z.boolean().default(false),
  })
  .transform((user) => ({
    subject: user.sub,
    name: user.name,
    email: verifiedEmail(user.email, user.email_verified),
  }))

/** https://docs.github.com/en/rest/users/users; its e-mail address may be unverified. */
const githubSchema = z
  .object({ id: z.number().int().positive(), login: z.string() })
  .transform((user) => ({ subject: String(user.id), name: user.login, email: null }))

/** https://docs.github.com/en/rest/users/emails */
export const githubEmailsSchema = z
  .array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
  .transform((all) => {
    const primary = all.find((entry) => entry.primary)
    return verifiedEmail(primary?.email, primary?.verified ?? false)
  })

/** https://discord.com/developers/docs/resources/user#user-object */
const discordSchema = z
  .object({
    id: z.string().min(1).max(255),
    username: z.string(),
    email,
    verified: z.boolean().default(false),
  })
  .transform((user) => ({
    subject: user.id,
    name: user.username,
    email: verifiedEmail(user.email, user.verified),
  }))

/** Response of each provider's user endpoint. */
export const PROFILE_SCHEMAS = {
  google: googleSchema,
  github: githubSchema,
  discord: discordSchema,
} as const satisfies Record<Provider, z.ZodType<Profile>>

/** The address, if it is valid (docs/behaviour.md#e-mail) and verified by the provider. */
function verifiedEmail(address: string | null | undefined, isVerified: boolean): string | null {
  const parsed = emailSchema.safeParse(address)
  return isVerified && parsed.success ? parsed.data : null
}
