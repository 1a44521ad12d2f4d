import 'server-only'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { callAs } from '#lib/session/call-as.ts'
import type { Reply } from '#lib/api/request.ts'
import { projectParamsSchema } from '#lib/contract/project.ts'
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

/** The server action of a form, which `run` handles. Callers can pass anything. */
export const formAction =
  <State>(run: (data: FormData) => Promise<State>) =>
  async (_before: State, data: FormData): Promise<State> => {
    if (!(data instanceof FormData)) throw new TypeError('not a form')
    try {
      return await run(data)
    } catch (error) {
      throw markActionError(error)
    }
  }

/** A field of a form as text; empty without it. @param max in UTF-16 units. */
export function textIn(data: FormData, name: string, max: number): string {
  const value = data.get(name)
  return typeof value === 'string' ? value.slice(0, max).toWellFormed() : ''
}

/** The project that a form is about, by its hidden fields. */
export const projectIn = (data: FormData) =>
  projectParamsSchema.safeParse({ kind: data.get('kind'), id: data.get('project_id') })
