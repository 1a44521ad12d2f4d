import 'server-only'
import { z } from 'zod'
import { codeSchema, emailSchema } from '#lib/contract/account.ts'
import { env } from '#lib/env.ts'
import { seal, unseal } from '#lib/session/secret.ts'
import { type Cookie, cookie } from '#lib/session/session.ts'

/** As long as a code is valid, in seconds. */
const BEGUN_S = 600

const begunSchema = z.object({ email: emailSchema, code: codeSchema })
/** The address and the code of somebody who has no account yet. */
export type Begun = z.infer<typeof begunSchema>

export const begunCookieName = () =>
  env().SITE_URL.startsWith('https:') ? '__Host-begun' : 'begun'

/**
 * Carries what was typed into the sign-in form over to the registration, sealed: neither belongs
 * into an address, and it has to work without scripts.
 */
export async function begunCookie(begun: Begun): Promise<Cookie> {
  const sealed = await seal(begun, BEGUN_S)
  return cookie(begunCookieName(), sealed, { httpOnly: true, maxAge: BEGUN_S })
}

export const endBegun = (): Cookie => cookie(begunCookieName(), '', { httpOnly: true, maxAge: 0 })

/** What was begun, by the cookie's value; `null` where nothing was, or too long ago. */
export async function readBegun(value: string | undefined): Promise<Begun | null> {
  return value ? unseal(value, BEGUN_S, begunSchema) : null
}
