import 'server-only'
import { z } from 'zod'
import { call } from '#lib/api/call.ts'
import { ifAvailable, ifFound } from '#lib/api/if-available.ts'
import { visitorHeaders } from '#lib/api/visitor.ts'
import type { CallInput } from '#lib/contract/call.ts'
import type { Calls } from '#lib/contract/calls.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { ErrorCode } from '#lib/contract/error-code.ts'
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
import { draftOf } from '#lib/creator/draft.ts'
import { NEW_DRAFT } from '#lib/paths.ts'
import type { Caller } from './caller.ts'

type Query = Record<string, string>

/**
 * Query of the page that shows a form again: the draft that it is kept as, or only its errors if it cannot be kept. With
 * too many drafts it is kept for a day, and a notice names that.
 * @param key idempotency key of the form; a form that is sent again replaces its draft.
 */
export async function keepState(
  caller: Caller,
  state: PlainState,
  key: string | undefined,
): Promise<Query> {
  const keep = (body: CallInput<Calls['keepForm']>['body']) => caller.call('keepForm', { body })
  const draft = await keep({ content: state, key, ...draftOf(state) })
  const isFull = draft.reason === ('too_many_drafts' satisfies ErrorCode)
  const shown: PlainState = isFull
    ? { ...state, errors: [...state.errors, { field: null, refusal: 'too_many_drafts' }] }
    : state
  // Its key may be that of a publication.
  const answer = draft.code === 409 ? await keep({ content: shown }) : draft
  const kept = answer.code === CODE_OK ? keptFormIdSchema.safeParse(answer.data).data : undefined
  return kept ? { draft: kept.id } : errorsQuery(shown)
}

/** Query of the page that shows a form with its errors alone. */
const errorsQuery = ({ errors }: PlainState): Query => ({
  errors: errors.map(toErrorText).join(','),
})

/**
 * Keeps the texts of a form while its account signs in again. @returns the query of the page that shows them then.
 */
export async function holdState(uid: string, state: PlainState, incoming: Headers): Promise<Query> {
  const held: PlainState = { ...state, errors: [{ field: null, error: 'signed_out' }] }
  const body = { uid, content: held }
  const headers = visitorHeaders(incoming)
  const kept = await ifAvailable(call('holdForm', { body }, { headers }))
  return kept ? { draft: kept.id } : errorsQuery(held)
}

/** The form that a page shows again; `lost`: what was posted was not kept, or the draft is gone. */
export type Shown = {
  kept: Kept | null
  errors: PlainError[]
  lost: 'form' | 'draft' | null
}

const querySchema = z.object({
  /** A kept form. */
  draft: z.string().optional().catch(undefined),
  errors: z.string().optional().catch(undefined),
  /** Result of a proof of ownership at GitHub. */
  proof: z.enum(PROOFS).optional().catch(undefined),
})
export type PlainQuery = z.infer<typeof querySchema>

/** The query parameters that name a form which is shown again. */
export const plainQuery = (query: Record<string, unknown>): PlainQuery => querySchema.parse(query)

/** The form of a page: the one that the query names, or the newest draft of a project or of a new one. */
export async function readShown(
  { draft, errors }: PlainQuery,
  { token, ...place }: { token: string; kind: Kind; projectId: string | null },
): Promise<Shown> {
  if (draft === NEW_DRAFT) return EMPTY
  if (errors !== undefined) {
    return { ...EMPTY, errors: errors.split(',').flatMap(parseError), lost: 'form' }
  }
  const id = draft ?? (await newestDraft(place, token))
  return id === undefined ? EMPTY : findShown(id, token)
}

const EMPTY: Shown = { kept: null, errors: [], lost: null }

async function newestDraft(
  { kind, projectId }: { kind: Kind; projectId: string | null },
  token: string,
): Promise<string | undefined> {
  const drafts = await ifAvailable(call('keptForms', {}, { token }))
  return drafts?.items.find((one) => one.kind === kind && (one.project_id ?? null) === projectId)
    ?.id
}

async function findShown(id: string, token: string): Promise<Shown> {
  const kept = await ifAvailable(readKept(id, token))
  return { kept, errors: kept?.state.errors ?? [], lost: kept ? null : 'draft' }
}

/** A kept form with its idempotency key. */
export type Kept = {
  id: string
  state: PlainState
  key: string | null
  revision: number | undefined
}

/**
 * An account's kept form; `null` if there is none with this id.
 * @throws ApiError if the backend does not answer.
 */
export async function readKept(form: string, token: string): Promise<Kept | null> {
  const id = idSchema.safeParse(form).data
  if (id === undefined) return null
  const kept = await ifFound(call('keptForm', { id }, { token }))
  const state = plainStateSchema.safeParse(kept?.content).data
  return kept && state ? { id, state, key: kept.key ?? null, revision: kept.revision } : null
}
