import 'server-only'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'
import { markActionError } from '#server/next/digest.ts'

/** The language of a form that was posted to a server action. */
export const localeOf = (data: FormData): Locale =>
  LOCALES.find((name) => name === data.get('locale')) ?? LOCALES[0]

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
