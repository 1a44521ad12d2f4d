'use client'

import { useState } from 'react'
import * as z from 'zod/mini'
import { CODE_OK, readEnvelope } from '#lib/browser/envelope.ts'
import { signInAgain } from '#lib/browser/sign-in-again.ts'
import { localeOfPath, localePath } from '#lib/i18n/path.ts'
import { endpoints, pages } from '#lib/paths.ts'

/**
 * Posts a form, and tells whether it is pending: also until another page has loaded. The result is `null` if the form leads to another
 * page, or to the sign-in page; its state is `null` without an answer.
 */
export function usePost<State>(
  name: string,
  schema: { parse: (value: unknown) => State },
  goTo = (to: string) => location.assign(to),
) {
  const [isPending, setPending] = useState(false)
  async function post(data: FormData) {
    setPending(true)
    const answer = await postForm(name, data, schema)
    if (answer.kind === 'ended') {
      signInAgain(localePath(localeOfPath(location.pathname), pages.login()), answer)
      return null
    }
    if (answer.kind === 'leads') {
      goTo(answer.to)
      return null
    }
    setPending(false)
    return answer.kind === 'state' ? answer : { state: null, isChanged: false }
  }
  return { post, isPending }
}

/** What follows a form that a script posts. */
type FormAnswer<State> =
  | { kind: 'state'; state: State; isChanged: boolean }
  /** The form leads to another page. */
  | { kind: 'leads'; to: string }
  /** The session is over. */
  | { kind: 'ended'; reason: string | null; message: string }
  | { kind: 'unanswered' }

const answerSchema = z.object({
  to: z.nullable(z.string()),
  state: z.unknown(),
  is_changed: z.boolean(),
})

/** The fields of a form that are texts. */
export const textsOf = (data: FormData): [string, string][] =>
  [...data].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))

/** Posts a form of the site as a page without scripts does, and reads the next state of the form. Never throws. */
async function postForm<State>(
  name: string,
  data: FormData,
  schema: { parse: (value: unknown) => State },
): Promise<FormAnswer<State>> {
  try {
    const response = await fetch(endpoints.form(name), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(textsOf(data)),
    })
    const { code, reason, message, data: answered } = await readEnvelope(response)
    if (code === 401) return { kind: 'ended', reason, message }
    if (code !== CODE_OK) return { kind: 'unanswered' }
    const { to, state, is_changed: isChanged } = z.parse(answerSchema, answered)
    if (to !== null) return { kind: 'leads', to }
    return { kind: 'state', state: schema.parse(state), isChanged }
  } catch {
    return { kind: 'unanswered' }
  }
}
