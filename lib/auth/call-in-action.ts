import 'server-only'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { callAs } from '#lib/session/call-as.ts'
import type { Reply } from '#lib/api/request.ts'
import { markActionError } from '#server/next/digest.ts'
import { safePath } from './safe-path.ts'

/** The language of a form that was posted to a server action. */
export const localeOf = (data: FormData): Locale =>
  LOCALES.find((name) => name === data.get('locale')) ?? LOCALES[0]

/**
 * Makes a call with the session of a server action, and sets the cookies of a renewed one. Leads to the sign-in page if the session has
 * ended, and from there back to the page that the form names as `page`.
 * @returns code 503 if the backend does not answer.
 */
export async function callInAction(
  data: FormData,
  makeCall: Parameters<typeof callAs>[2],
): Promise<Reply> {
  const locale = localeOf(data)
  const called = await callAs({ headers: await headers() }, locale, makeCall)
  const jar = await cookies()
  for (const cookie of called.cookies) jar.set(cookie.name, cookie.value, cookie.options)
  if (called.kind === 'ended') {
    const page = data.get('page')
    const back = safePath(typeof page === 'string' ? page : null)
    const path = back ?? localePath(locale, pages.account())
    redirect(localePath(locale, pages.login({ redirect: path, ended: '1' })))
  }
  if (called.kind === 'answered') return called.answer
  return { code: 503, message: '', data: null }
}

/** Runs the server action of a form. Callers can pass anything. */
export async function runAction<State>(
  data: FormData,
  run: (data: FormData) => Promise<State>,
): Promise<State> {
  if (!(data instanceof FormData)) throw new TypeError('not a form')
  try {
    return await run(data)
  } catch (error) {
    throw markActionError(error)
  }
}
