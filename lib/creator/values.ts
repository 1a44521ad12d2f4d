import { z } from 'zod'
import type { Project } from '#lib/contract/project.ts'
import { type GithubCheck, githubCheckSchema } from '#lib/contract/publish.ts'
import type { Descriptor } from './descriptor.ts'
import {
  type FieldErrorCode,
  type FieldTable,
  type FieldName,
  FIELD_NAMES,
  FIELDS,
  type FieldValues,
  mapFields,
} from './fields.ts'
import type { UploadedFile } from './form-file.ts'

/** State of the form: what is typed, and what was read from a plugin's repository. */
export type CreatorValues = FieldValues & { facts: GithubCheck | null }

export const EMPTY_VALUES: CreatorValues = {
  ...mapFields<FieldValues>((name) => FIELDS[name].initial),
  facts: null,
}

type Shape = { [N in FieldName]: FieldTable[N]['schema'] }
/** A draft from before a field was added starts with its initial value. */
export const valuesSchema = z.preprocess(
  (stored) => (stored instanceof Object ? { ...EMPTY_VALUES, ...stored } : stored),
  z.object({
    ...mapFields<Shape>((name) => FIELDS[name].schema),
    facts: githubCheckSchema.nullable(),
  }),
)

/** The form of a published project. */
export const toValues = (project: Project): CreatorValues => ({
  ...mapFields<FieldValues>((name) => FIELDS[name].fromProject(project)),
  facts: null,
})

/** A saved project as the form holds it, at a revision. */
export const savedProjectSchema = z.object({
  revision: z.number().optional(),
  values: valuesSchema,
})
export type SavedProject = z.infer<typeof savedProjectSchema>

export const toSaved = (project: Project): SavedProject => ({
  revision: project.revision,
  values: toValues(project),
})

/** Calls a function with a field's descriptor and value; keeps their types together. */
export function withField<N extends FieldName, R>(
  values: CreatorValues,
  name: N,
  use: <T>(descriptor: Descriptor<T, FieldErrorCode>, value: T) => R,
): R {
  const descriptor: Descriptor<FieldValues[N], FieldErrorCode> = FIELDS[name]
  return use(descriptor, values[name])
}

export const filesOf = (values: CreatorValues, name: FieldName): UploadedFile[] =>
  withField(values, name, ({ files }, value) => files?.(value) ?? [])

export const allFiles = (values: CreatorValues): UploadedFile[] =>
  FIELD_NAMES.flatMap((name) => filesOf(values, name))

/** Text of a field as its limit counts it. */
export const countedText = (values: CreatorValues, name: FieldName): string =>
  withField(values, name, ({ clean }, value) => String(clean ? clean(value) : value))
