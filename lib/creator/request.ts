import { z } from 'zod'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { problemOf } from '#lib/contract/name/name-schema.ts'
import { createRequestSchema, updateRequestSchema } from '#lib/contract/publish.ts'
import { cleanLine } from '#lib/contract/text.ts'
import { isHigher, isPrerelease } from '#lib/contract/version/version.ts'
import { newVersionSchema, versionSchema } from '#lib/contract/version/version-schema.ts'
import { FIELD_ERROR_CODES, isFieldErrorCode } from './field-error.ts'
import { FIELD_NAMES, type FieldErrorCode, type FieldName, FIELDS, fieldsOf } from './fields.ts'
import type { UploadedFile } from './form-file.ts'
import { type CreatorValues, filesOf, type SavedProject, withField } from './values.ts'

const { refresh, publish_at } = updateRequestSchema.shape
/** Which versions are accepted depends on the files and on what is published: `validate` checks it. */
const requestSchema = createRequestSchema.extend({ refresh, publish_at, version: versionSchema })
export type PublishRequest = z.infer<typeof requestSchema>

type Result = { success: true; data: PublishRequest } | { success: false; errors: FieldErrorCode[] }
type Options = {
  isEdit?: boolean
  /** The edited project: a title from before a rule stays as it is. */
  published?: CreatorValues | null | undefined
}
/** A title that does not change is accepted, whatever the rules for new ones are. */
const keptTitleSchema = requestSchema.extend({ title: updateRequestSchema.shape.title.unwrap() })

/**
 * The request that publishes the form of a kind, or all of its errors. Control characters of pasted
 * text are removed, because a person cannot see and remove them.
 */
export function buildRequest(
  values: CreatorValues,
  kind: Kind,
  { isEdit = false, published }: Options = {},
): Result {
  const { source } = KIND_TABLE[kind]
  const { facts, cover, gallery } = values
  const names = fieldsOf(source)
  const { compare } = FIELDS.title
  const isTitleKept = published ? compare(values.title) === compare(published.title) : false
  const body = {
    ...merged(
      names.map((name) => withField(values, name, (field, value) => field.toRequest(value))),
    ),
    ...(published && isTitleKept && { title: published.title }),
    alternative_texts: [cover?.alt ?? '', ...gallery.map(({ alt }) => alt)].map(cleanLine),
    ...(source === 'repository' && isEdit && facts && { refresh: true }),
  }
  const parsed = (isTitleKept ? keptTitleSchema : requestSchema).safeParse(body)
  // A published plugin whose repository is another one now has no address: its texts can be edited all the same.
  const isUnnamed = isEdit && [values.repository_url, values.owner].every((name) => !name.trim())
  const needed = names.filter(
    (name) => !isUnnamed || (name !== 'repository_url' && name !== 'owner'),
  )
  const required = z.looseObject(merged(needed.map(requiredOf))).safeParse(body)
  const issues = [...(parsed.error?.issues ?? []), ...(required.error?.issues ?? [])]
  const codes = issues.map(toErrorCode)
  const invalid = FIELD_ERROR_CODES.filter((code) => codes.includes(code))
  const unread = source === 'repository' && !isEdit ? checkRepository(values, invalid) : []
  const errors = [...invalid, ...unread]
  return parsed.success && errors.length === 0
    ? { success: true, data: parsed.data }
    : { success: false, errors }
}

const merged = <T extends object>(parts: (T | undefined)[]): T => Object.assign({}, ...parts)
const requiredOf = (name: FieldName) => FIELDS[name].required

/** A text that is too long, or no name, has an error of its own where the field declares `{name}_{problem}`. */
function toErrorCode(issue: z.core.$ZodIssue): string {
  const [name] = issue.path
  const problem = issue.code === 'too_big' ? 'long' : problemOf(issue)
  const own = `${String(name)}_${problem ?? ''}`
  return isFieldErrorCode(own) ? own : String(name)
}

/** The repository of a new plugin must have been read, and offer the version. */
function checkRepository(
  { facts, version, packages }: CreatorValues,
  invalid: readonly FieldErrorCode[],
): FieldErrorCode[] {
  if (!facts) return invalid.includes('repository_url') ? [] : ['repository_url']
  // Packages say themselves which version they are.
  if (packages.length > 0) return []
  const isUnknown = facts.versions !== undefined && !facts.versions.includes(version)
  return isUnknown && !invalid.includes('version') ? ['version_unknown'] : []
}

/** What validation needs besides the values. */
export type ValidationContext = {
  base: SavedProject | null
  /** Files that the server no longer has. */
  gone: UploadedFile[]
  /** Whether a new project file is being uploaded. */
  isFileComing: boolean
}

/** All errors of a form. */
export function validate(
  values: CreatorValues,
  kind: Kind,
  context: ValidationContext,
): FieldErrorCode[] {
  const { base, gone, isFileComing } = context
  const request = buildRequest(values, kind, { isEdit: base !== null, published: base?.values })
  const hasFile = KIND_TABLE[kind].source === 'file'
  const invalid = request.success ? [] : request.errors
  return [
    ...invalid,
    ...(invalid.includes('version') ? [] : checkTyped(values, base)),
    ...(hasFile ? validateVersion(values, base, isFileComing) : []),
    ...findMissing(values, gone),
  ]
}

/** What is typed is `x.x.x`; a pre-release comes from the file, a package, or the repository. */
function checkTyped(
  { version, file, packages, facts }: CreatorValues,
  base: SavedProject | null,
): FieldErrorCode[] {
  const sources = [file?.version, ...packages.map((one) => one.version), ...(facts?.versions ?? [])]
  if (version === base?.values.version || sources.includes(version)) return []
  const isPlain = newVersionSchema.safeParse(version).success && !isPrerelease(version)
  return isPlain ? [] : ['version']
}

/**
 * A new file needs a higher version, and a higher version a new file: a version number identifies one
 * file. The backend also compares earlier versions and decides.
 */
function validateVersion(
  { version, file }: CreatorValues,
  base: SavedProject | null,
  isFileComing: boolean,
): FieldErrorCode[] {
  if (!base || !versionSchema.safeParse(version).success) return []
  const isNewFile = isFileComing || file?.id !== base.values.file?.id
  const isNewVersion = version !== base.values.version
  if ((isNewFile || isNewVersion) && !isHigher(version, base.values.version)) {
    return ['version_not_higher']
  }
  return isNewVersion && !isNewFile ? ['file_unchanged'] : []
}

function findMissing(values: CreatorValues, gone: UploadedFile[]): FieldErrorCode[] {
  const ids = new Set(gone.map(({ id }) => id))
  return FIELD_NAMES.flatMap((name) => {
    const { missing } = FIELDS[name]
    return missing && filesOf(values, name).some(({ id }) => ids.has(id)) ? [missing] : []
  })
}
