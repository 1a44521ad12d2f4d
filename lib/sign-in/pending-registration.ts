import 'server-only'
import { z } from 'zod'
import { codeSchema, emailSchema } from '#lib/contract/account.ts'
import { env } from '#lib/env.ts'
import { seal, unseal } from '#lib/session/secret.ts'
import { type Cookie, cookie } from '#lib/session/session.ts'

/** Lifetime of a code, in seconds. */
const BEGUN_S = 600

const begunSchema = z.object({ email: emailSchema, code: codeSchema })
/** Address and code of a visitor without an account. */
export type PendingRegistration = z.infer<typeof begunSchema>

export const pendingRegistrationCookieName = () =>
  env().SITE_URL.startsWith('https:') ? '__Host-begun' : 'begun'

/**
 * Cookie that carries the sign-in form's values to the registration. Sealed, because neither
 * belongs in an address and it has to work without scripts.
 */
export async function pendingRegistrationCookie(begun: PendingRegistration): Promise<Cookie> {
  const sealed = await seal(begun, BEGUN_S)
  return cookie(pendingRegistrationCookieName(), sealed, { httpOnly: true, maxAge: BEGUN_S })
}

export const clearPendingRegistration = (): Cookie =>
  cookie(pendingRegistrationCookieName(), '', { httpOnly: true, maxAge: 0 })

/** The pending registration of a cookie's value; `null` if there is none or it has expired. */
export async function readPendingRegistration(
  value: string | undefined,
): Promise<PendingRegistration | null> {
  return value ? unseal(value, BEGUN_S, begunSchema) : null
}
