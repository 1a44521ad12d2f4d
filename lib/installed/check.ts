'use server'

import { headers } from 'next/headers'
import { callEnvelope } from '#lib/api/call.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import { visitorHeaders } from '#lib/api/visitor.ts'
import { formAction, textIn } from '#lib/api/form-action.ts'
import { errorOf } from '#lib/refusal.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { UPDATES_MAX, updatesSchema } from '#lib/contract/update/update.ts'
import { labelOf, LIST_MAX, parseInstalled } from './list.ts'
import type { InstalledState } from './state.ts'

/** Server action of the form that asks for updates of a list, with and without scripts. No account takes part. */
export const checkInstalled = formAction(check)

async function check(data: FormData): Promise<InstalledState> {
  const list = textIn(data, 'list', LIST_MAX)
  const { items, invalid } = parseInstalled(list)
  const state: InstalledState = { list, invalid, answers: [], error: null }
  if (items.length === 0) return { ...state, error: 'empty' }
  if (items.length > UPDATES_MAX) return { ...state, error: 'too_long' }
  const visitor = { headers: visitorHeaders(await headers()) }
  const answer = await ifAvailable(callEnvelope('newerVersions', { body: { items } }, visitor))
  if (answer === null) return { ...state, error: 'unavailable' }
  const answered = answer.code === CODE_OK ? updatesSchema.safeParse(answer.data).data : undefined
  if (!answered) return { ...state, error: errorOf([], answer) }
  const answers = answered.items.flatMap((update, at) => {
    const item = items[at]
    return item ? [{ label: labelOf(item), update }] : []
  })
  return { ...state, answers }
}
