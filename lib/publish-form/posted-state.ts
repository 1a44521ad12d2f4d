import { z } from 'zod'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { FIELD_NAMES } from '#lib/creator/fields.ts'
import { withFields } from '#lib/creator/merge.ts'
import { PLAIN_INPUTS, type PlainState, takeInput } from '#lib/creator/plain-form.ts'
import { firstOf, parseJson, type PostedParts, readPosted } from '#lib/creator/posted.ts'
import { exclusiveSystems } from '#lib/creator/systems.ts'
import { EMPTY_VALUES, toValues } from '#lib/creator/values.ts'

/** Fields of an edit that did not arrive keep the saved values. */
export function withSaved(
  state: PlainState,
  { fields }: PostedParts,
  project: Project | null,
): PlainState {
  if (!project) return state
  const names = [...fields.keys()]
  const absent = FIELD_NAMES.filter(
    (field) => !names.some((name) => name === field || name.startsWith(`${field}.`)),
  )
  return { ...state, values: withFields(state.values, toValues(project), absent) }
}

/** The state of the form as it was posted. */
export function toState(
  posted: PostedParts,
  { kind, id }: { kind: Kind; id: string | null },
  project: Project | null,
): PlainState {
  const values = readPosted(posted, KIND_TABLE[kind].source)
  const before = project ? toValues(project) : EMPTY_VALUES
  const operating_systems = exclusiveSystems(values.operating_systems, before.operating_systems)
  const revision = Number.parseInt(firstOf(posted, PLAIN_INPUTS.revision) ?? '', 10)
  const base = parseJson(firstOf(posted, PLAIN_INPUTS.base), z.record(z.string(), z.string()))
  const taken = FIELD_NAMES.filter((name) => firstOf(posted, takeInput(name)) === 'theirs')
  return {
    kind,
    edited:
      id === null
        ? null
        : { id, revision: Number.isNaN(revision) ? undefined : revision, base: base ?? {} },
    values: withFields({ ...values, operating_systems }, before, taken),
    errors: [],
    conflict: null,
    isReview: false,
  }
}
