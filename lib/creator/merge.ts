import { type FieldName, FIELD_NAMES } from './fields.ts'
import { type Values, withField } from './values.ts'

/** Text by which values of a field are compared. */
export const toComparable = (values: Values, name: FieldName): string =>
  withField(values, name, ({ compare }, value) => compare(value))

const isSame = (a: Values, b: Values, name: FieldName): boolean =>
  toComparable(a, name) === toComparable(b, name)

/** Fields whose content differs between two states. */
export const changedFields = (before: Values, values: Values): FieldName[] =>
  FIELD_NAMES.filter((name) => !isSame(before, values, name))

/** Whether a form has the same content as another state. */
export const isUnchanged = (values: Values, before: Values): boolean =>
  changedFields(before, values).length === 0

type States = { base: Values; mine: Values; theirs: Values }
type Merge = {
  /** `mine`, with the fields that only `theirs` changed. */
  values: Values
  /** Fields taken over from `theirs`. */
  taken: FieldName[]
  /** Fields that both changed in different ways: the creator has to choose. */
  conflicts: FieldName[]
}

/** Three-way merge of two changes of the same state. */
export function merge({ base, mine, theirs }: States): Merge {
  const changed = FIELD_NAMES.filter(
    (name) => !isSame(base, theirs, name) && !isSame(mine, theirs, name),
  )
  const taken = changed.filter((name) => isSame(base, mine, name))
  const conflicts = changed.filter((name) => !isSame(base, mine, name))
  return { values: withFields(mine, theirs, taken), taken, conflicts }
}

/** Values with some fields of another state. What was read from a repository goes with its address. */
export function withFields(values: Values, other: Values, names: readonly FieldName[]): Values {
  const taken = Object.fromEntries(names.map((name) => [name, other[name]]))
  const isElsewhere = names.includes('repository_url') || names.includes('owner')
  return { ...values, ...taken, ...(isElsewhere && { facts: null }) }
}
