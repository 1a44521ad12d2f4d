import 'server-only'
import { createHash } from 'node:crypto'
import { type FieldName, FIELD_NAMES } from '#lib/creator/fields.ts'
import { toComparable, withFields } from '#lib/creator/merge.ts'
import type { Project } from '#lib/contract/project.ts'
import type { PlainState } from '#lib/creator/plain-form.ts'
import { toValues, type Values } from '#lib/creator/values.ts'

/** Characters of a fingerprint: a collision would only take over a change without mention. */
const LENGTH = 12

export type Fingerprints = Record<string, string>

const fingerprint = (values: Values, name: FieldName) =>
  createHash('sha256').update(toComparable(values, name)).digest('base64url').slice(0, LENGTH)

/** Fingerprints of the fields that an edit starts from: the form holds them instead of all values. */
export const fingerprints = (values: Values): Fingerprints =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, fingerprint(values, name)]))

/** `merge` of lib/creator, with fingerprints for the common base. */
export function mergeByFingerprints(base: Fingerprints, mine: Values, theirs: Values) {
  const isSame = (name: FieldName) => toComparable(mine, name) === toComparable(theirs, name)
  const changed = FIELD_NAMES.filter(
    (name) => base[name] !== fingerprint(theirs, name) && !isSame(name),
  )
  const taken = changed.filter((name) => base[name] === fingerprint(mine, name))
  const fields = changed.filter((name) => !taken.includes(name))
  return { values: withFields(mine, theirs, taken), taken, fields }
}

/** Merges the form with what was saved meanwhile; the next submission saves on top of that. */
export function rebase(state: PlainState, latest: Project | null): PlainState {
  const { edited } = state
  if (!latest || !edited || edited.revision === latest.revision) return state
  const theirs = toValues(latest)
  const { values, ...conflict } = mergeByFingerprints(edited.base, state.values, theirs)
  const next = { id: edited.id, revision: latest.revision, base: fingerprints(theirs) }
  const isSame = conflict.taken.length + conflict.fields.length === 0
  return { ...state, values, edited: next, conflict: isSame ? null : conflict }
}
