import type { z } from 'zod'
import type { FieldFacts } from './project-parts.ts'
import { PROJECT_FIELDS } from './project-table.ts'

type Table = typeof PROJECT_FIELDS
type Name = keyof Table
/** The fields whose facts match. */
type NamesWith<Facts> = { [N in Name]: Table[N] extends Facts ? N : never }[Name]

/** Fields that columns of `projects` store as they are. */
export type ColumnField = NamesWith<{ column: string }>
export type ColumnOf<N extends ColumnField> = Table[N]['column']
/** Fields that their author sends. */
export type RequestField = NamesWith<{ request: z.ZodType }>
/** Texts of one line that the form sends as they are typed. */
export type LineField = NamesWith<{ form: { control: 'line' } }>
export type VersionField = NamesWith<{ isOfVersion: true }>
export type RepositoryField = NamesWith<{ isFromRepository: true }>
export type SearchField = NamesWith<{ search: string }>
/** Fields that lists leave empty with `view=card`. */
export type PageField = NamesWith<{ inLists: unknown }>
export type ShownField<Place extends 'facts' | 'feed'> = {
  [N in Name]: Table[N] extends { shown: readonly (infer P)[] }
    ? Place extends P
      ? N
      : never
    : never
}[Name]

const FACTS: Readonly<Record<Name, FieldFacts>> = PROJECT_FIELDS
const isName = (name: string): name is Name => Object.hasOwn(PROJECT_FIELDS, name)
const NAMES = Object.keys(PROJECT_FIELDS).filter(isName)

export const COLUMN_FIELDS = NAMES.filter(
  (name): name is ColumnField => FACTS[name].column !== null,
)
export const REQUEST_FIELDS = NAMES.filter(
  (name): name is RequestField => FACTS[name].request !== undefined,
)
export const LINE_FIELDS = NAMES.filter(
  (name): name is LineField => FACTS[name].form?.control === 'line',
)
export const VERSION_FIELDS = NAMES.filter(
  (name): name is VersionField => FACTS[name].isOfVersion === true,
)
export const SEARCH_FIELDS = NAMES.filter(
  (name): name is SearchField => FACTS[name].search !== undefined,
)
export const PAGE_FIELDS = NAMES.filter(
  (name): name is PageField => FACTS[name].inLists !== undefined,
)

/** An object with a value for each name. */
export function mapNames<R extends object>(
  names: readonly (keyof R)[],
  toValue: (name: keyof R) => unknown,
): R {
  // `fromEntries` does not keep the keys; `toValue` has to return the value of its name.
  return Object.fromEntries(names.map((name) => [name, toValue(name)])) as R
}

type AnswerShape = { [N in Name]: Table[N]['schema'] }
export const ANSWER_SHAPE = mapNames<AnswerShape>(NAMES, (name) => PROJECT_FIELDS[name].schema)

type RequestShape = { [N in RequestField]: Table[N]['request'] }
export const REQUEST_SHAPE = mapNames<RequestShape>(
  REQUEST_FIELDS,
  (name) => PROJECT_FIELDS[name].request,
)
