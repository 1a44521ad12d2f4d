import 'server-only'
import { z } from 'zod'
import { call } from '#lib/api/call.ts'
import { ApiError } from '#lib/api/error.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { keptFormIdSchema } from '#lib/contract/kept-form.ts'
import { idSchema } from '#lib/contract/project.ts'
import {
  parseError,
  type PlainError,
  PROOFS,
  type PlainState,
  plainStateSchema,
  toErrorText,
} from '#lib/creator/plain-form.ts'
import type { Caller } from './caller.ts'
import { findHeld } from './held.ts'

type Query = Record<string, string>

/** Query of the page that shows a form again: its kept state, or only its errors if it cannot be kept. */
export async function keepState(caller: Caller, state: PlainState): Promise<Query> {
  const answer = await caller.call('keepForm', { body: { content: state } })
  const kept = answer.code === CODE_OK ? keptFormIdSchema.safeParse(answer.data).data : undefined
  return kept ? { form: kept.id } : { errors: state.errors.map(toErrorText).join(',') }
}

/** The form that a page shows again; `isLost` if it was not kept, or no longer is. */
export type Shown = { state: PlainState | null; errors: PlainError[]; isLost: boolean }

const querySchema = z.object({
  form: z.string().optional().catch(undefined),
  held: z.string().optional().catch(undefined),
  errors: z.string().optional().catch(undefined),
  /** Result of a proof of ownership at GitHub. */
  proof: z.enum(PROOFS).optional().catch(undefined),
})
export type PlainQuery = z.infer<typeof querySchema>

/** The query parameters that name a form which is shown again. */
export const plainQuery = (query: Record<string, unknown>): PlainQuery => querySchema.parse(query)

/** Reads what `keepState` put into the query. */
export async function readShown(
  { form, held, errors }: PlainQuery,
  { token, account }: { token: string; account: { uid: string } },
): Promise<Shown> {
  const id = idSchema.safeParse(form).data
  if (id !== undefined) {
    return toShown(await findState(id, token))
  }
  if (held !== undefined) return toShown(findHeld(account.uid, held))
  if (errors === undefined) return EMPTY
  return { ...EMPTY, errors: errors.split(',').flatMap(parseError), isLost: true }
}

const toShown = (state: PlainState | null): Shown => ({
  state,
  errors: state?.errors ?? [],
  isLost: state === null,
})

const EMPTY: Shown = { state: null, errors: [], isLost: false }

async function findState(id: string, token: string): Promise<PlainState | null> {
  try {
    return await readKept(id, token)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/**
 * An account's kept form; `null` if there is none with this id.
 * @throws ApiError if the backend does not answer.
 */
export async function readKept(form: string, token: string): Promise<PlainState | null> {
  const id = idSchema.safeParse(form).data
  if (id === undefined) return null
  try {
    const { content } = await call('keptForm', { id }, { token })
    return plainStateSchema.safeParse(content).data ?? null
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return null
    throw error
  }
}
