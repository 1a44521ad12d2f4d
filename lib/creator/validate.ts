import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { isHigher, isPrerelease } from '#lib/contract/version/version.ts'
import { newVersionSchema, versionSchema } from '#lib/contract/version/version-schema.ts'
import { type FieldErrorCode, FIELD_NAMES, FIELDS } from './fields.ts'
import type { UploadedFile } from './form-file.ts'
import { buildRequest } from './request.ts'
import { filesOf, type SavedProject, type CreatorValues } from './values.ts'

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
