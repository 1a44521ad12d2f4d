import type { Values } from './form.ts'

/** What is compared between two states of a project, in the order of the form. */
const MERGED = [
  'file',
  'title',
  'owner',
  'repository_url',
  'cover',
  'gallery',
  'description',
  'version',
  'minimum_version',
  'operating_systems',
  'category',
  'tags',
] as const satisfies readonly (keyof Values)[]
export type MergedField = (typeof MERGED)[number]

/** What of a field tells two states apart: pictures and files by what is sent of them. */
function essence(values: Values, field: MergedField): string {
  const { file, cover, gallery } = values
  if (field === 'file') return file?.id ?? ''
  if (field === 'cover') return JSON.stringify(cover && [cover.id, cover.alt])
  if (field === 'gallery') return JSON.stringify(gallery.map(({ id, alt }) => [id, alt]))
  if (field === 'operating_systems') return values.operating_systems.toSorted().join()
  return values[field].trim()
}

const isSame = (a: Values, b: Values, field: MergedField): boolean =>
  essence(a, field) === essence(b, field)

/** Whether nothing was typed since a state. */
export const isUnchanged = (values: Values, before: Values): boolean =>
  MERGED.every((field) => isSame(before, values, field)) &&
  values.notes.trim() === before.notes.trim()

type States = { base: Values; mine: Values; theirs: Values }
type Merge = {
  /** One's own, with what only the others changed. */
  values: Values
  /** What was taken over from the others. */
  taken: MergedField[]
  /** What both changed in different ways: somebody has to choose. */
  conflicts: MergedField[]
}

/** Brings two changes of the same state together. */
export function merge({ base, mine, theirs }: States): Merge {
  const changed = MERGED.filter(
    (field) => !isSame(base, theirs, field) && !isSame(mine, theirs, field),
  )
  const taken = changed.filter((field) => isSame(base, mine, field))
  const conflicts = changed.filter((field) => !isSame(base, mine, field))
  return { values: withFields(mine, theirs, taken), taken, conflicts }
}

/** Values with some fields of another state. What a repository says belongs to its address. */
export function withFields(values: Values, other: Values, fields: readonly MergedField[]): Values {
  const taken = Object.fromEntries(fields.map((field) => [field, other[field]]))
  const isElsewhere = fields.includes('repository_url') || fields.includes('owner')
  return { ...values, ...taken, ...(isElsewhere && { facts: null }) }
}

/** Where two texts differ: what they begin and end with alike, and what stands between. */
export function difference(before: string, after: string) {
  const [a, b] = [[...before], [...after]]
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && a[start] === b[start]) start += 1
  let end = 0
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const middle = (text: string[]) => text.slice(start, text.length - end).join('')
  return {
    start: a.slice(0, start).join(''),
    removed: middle(a),
    added: middle(b),
    end: end === 0 ? '' : a.slice(-end).join(''),
  }
}
