import { type FieldName, FIELD_NAMES } from './fields.ts'
import { type CreatorValues, withField } from './values.ts'

/** Text by which values of a field are compared. */
export const toComparable = (values: CreatorValues, name: FieldName): string =>
  withField(values, name, ({ compare }, value) => compare(value))

const isSame = (a: CreatorValues, b: CreatorValues, name: FieldName): boolean =>
  toComparable(a, name) === toComparable(b, name)

/** Fields whose content differs between two states. */
export const changedFields = (before: CreatorValues, values: CreatorValues): FieldName[] =>
  FIELD_NAMES.filter((name) => !isSame(before, values, name))

/** Whether a form has the same content as another state. */
export const isUnchanged = (values: CreatorValues, before: CreatorValues): boolean =>
  changedFields(before, values).length === 0

/** Changes saved elsewhere: fields that are taken over, and fields that both changed in different ways, to choose from. */
export type Conflict = { taken: FieldName[]; fields: FieldName[] }

/** Whether a field is as in the state that both changes started from: its values, or fingerprints of them. */
export type IsUntouched = (values: CreatorValues, name: FieldName) => boolean

export const untouchedSince =
  (base: CreatorValues): IsUntouched =>
  (values, name) =>
    isSame(base, values, name)

/**
 * Three-way merge of two changes of the same state.
 * @returns `mine` with the fields that only `theirs` changed; no conflict if `theirs` changed nothing else.
 */
export function merge(states: {
  mine: CreatorValues
  theirs: CreatorValues
  isUntouched: IsUntouched
}) {
  const { mine, theirs, isUntouched } = states
  const changed = changedFields(mine, theirs).filter((name) => !isUntouched(theirs, name))
  const taken = changed.filter((name) => isUntouched(mine, name))
  const fields = changed.filter((name) => !taken.includes(name))
  const conflict: Conflict | null = changed.length > 0 ? { taken, fields } : null
  return { values: withFields(mine, theirs, taken), conflict }
}

/** Values with some fields of another state. What was read from a repository goes with its address. */
export function withFields(
  values: CreatorValues,
  other: CreatorValues,
  names: readonly FieldName[],
): CreatorValues {
  const taken = Object.fromEntries(names.map((name) => [name, other[name]]))
  const isElsewhere = names.includes('repository_url') || names.includes('owner')
  return { ...values, ...taken, ...(isElsewhere && { facts: null }) }
}
