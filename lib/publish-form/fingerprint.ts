import 'server-only'
import { createHash } from 'node:crypto'
import { type FieldName, FIELD_NAMES } from '#lib/creator/fields.ts'
import { type IsUntouched, merge, toComparable } from '#lib/creator/merge.ts'
import type { Project } from '#lib/contract/project.ts'
import type { PlainState } from '#lib/creator/plain-form.ts'
import { toValues, type CreatorValues } from '#lib/creator/values.ts'

/** Characters of a fingerprint: a collision would only take over a change without mention. */
const LENGTH = 12

export type Fingerprints = Record<string, string>

const fingerprint = (values: CreatorValues, name: FieldName) =>
  createHash('sha256').update(toComparable(values, name)).digest('base64url').slice(0, LENGTH)

/** Fingerprints of the fields that an edit starts from: the form holds them instead of all values. */
export const fingerprints = (values: CreatorValues): Fingerprints =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, fingerprint(values, name)]))

export const untouchedBy =
  (base: Fingerprints): IsUntouched =>
  (values, name) =>
    base[name] === fingerprint(values, name)

/** Merges the form with what was saved meanwhile; the next submission saves on top of that. */
export function rebase(state: PlainState, latest: Project | null): PlainState {
  const { edited } = state
  if (!latest || !edited || edited.revision === latest.revision) return state
  const theirs = toValues(latest)
  const merged = merge({ mine: state.values, theirs, isUntouched: untouchedBy(edited.base) })
  const next = { id: edited.id, revision: latest.revision, base: fingerprints(theirs) }
  return { ...state, ...merged, edited: next }
}
