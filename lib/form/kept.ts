import 'server-only'
import { cookies } from 'next/headers'
import { z } from 'zod'
import { call } from '#lib/api/call.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import { keptFormIdSchema } from '#lib/contract/kept-form.ts'
import { seal, unseal } from '#lib/session/secret.ts'
import { type Cookie, cookie, formCookieName } from '#lib/session/session.ts'

/** Longest value of a cookie, in characters: browsers reject longer ones with their name. */
export const COOKIE_MAX = 4000
/** Time until the page of the form has loaded, in seconds. */
const KEPT_S = 60

/**
 * A cookie with the state of a form for its page: sealed, because a state may have a secret, which must not be in an address, and it has
 * to work without scripts.
 */
export async function keep(name: string, state: unknown): Promise<Cookie> {
  const sealed = await seal({ name, state }, KEPT_S)
  return cookie(formCookieName(), sealed, { httpOnly: true, maxAge: KEPT_S })
}

/**
 * The state that a form was posted to without scripts, on the page where it led; `null` without one.
 * @param token of the session, for states that the backend keeps.
 */
export async function keptState<State>(
  query: Record<string, string | string[] | undefined>,
  name: string,
  schema: z.ZodType<State>,
  token?: string,
): Promise<State | null> {
  if (query['form'] !== name) return null
  const kept = z.object({ name: z.literal(name), state: schema })
  const id = keptFormIdSchema.safeParse({ id: query['kept'] }).data
  if (id && token !== undefined) {
    const form = await ifAvailable(call('keptForm', id, { token }))
    return kept.safeParse(form?.content).data?.state ?? null
  }
  const sealed = (await cookies()).get(formCookieName())?.value
  return (sealed && (await unseal(sealed, KEPT_S, kept))?.state) || null
}
