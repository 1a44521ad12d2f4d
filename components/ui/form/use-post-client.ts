'use client'

import { useState } from 'react'
import * as z from 'zod/mini'
import { CODE_OK, readEnvelope } from '#lib/browser/envelope.ts'
import { signInAgain } from '#lib/browser/sign-in-again.ts'
import { localeOfPath, localePath } from '#lib/i18n/path.ts'
import { endpoints, paths } from '#lib/paths.ts'

const answerSchema = z.object({
  to: z.nullable(z.string()),
  state: z.unknown(),
  is_changed: z.boolean(),
})

/**
 * Posts a form, and tells whether it is pending: also until another page has loaded. The result is `null` if the form leads to another
 * page, or to the sign-in page since the session is over; its state is `null` without an answer.
 */
export function usePost<State>(
  name: string,
  schema: { safeParse: (value: unknown) => { data?: State | undefined } },
  goTo = (to: string) => location.assign(to),
) {
  const [isPending, setPending] = useState(false)
  async function post(data: FormData) {
    setPending(true)
    const envelope = await send(name, data)
    if (envelope?.code === 401) {
      signInAgain(localePath(localeOfPath(location.pathname), paths.login()), envelope)
      return null
    }
    const isOk = envelope?.code === CODE_OK
    const answer = isOk ? answerSchema.safeParse(envelope.data).data : undefined
    if (typeof answer?.to === 'string') {
      goTo(answer.to)
      return null
    }
    setPending(false)
    const state = answer && schema.safeParse(answer.state).data
    return { state: state ?? null, isChanged: answer?.is_changed ?? false }
  }
  return { post, isPending }
}

/** The fields of a form that are texts. */
export const textsOf = (data: FormData): [string, string][] =>
  [...data].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))

/** Posts a form of the site as a page without scripts does. @returns `null` without an answer. */
async function send(name: string, data: FormData) {
  try {
    const response = await fetch(endpoints.form(name), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(textsOf(data)),
    })
    return await readEnvelope(response)
  } catch {
    return null
  }
}
