import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { versionSchema } from '#lib/contract/project.ts'
import { isHigher } from '#lib/contract/version.ts'
import type { Base } from './draft-client.ts'
import { type Fault, type Kept, parseValues, type Values } from './form.ts'

/**
 * A new file needs a higher version, and a higher version a new file: a number stands for one file.
 * The backend knows earlier versions too, and has the last word.
 * @param isComing a new file is on its way.
 */
function faultsOfVersion({ version, file }: Values, base: Base | null, isComing: boolean): Fault[] {
  if (!base || !versionSchema.safeParse(version).success) return []
  const isNewFile = isComing || file?.id !== base.values.file?.id
  const isNewVersion = version !== base.values.version
  if ((isNewFile || isNewVersion) && !isHigher(version, base.values.version)) {
    return ['version_not_higher']
  }
  return isNewVersion && !isNewFile ? ['file_unchanged'] : []
}

/** What is known besides what stands in the fields. */
export type Rules = {
  base: Base | null
  /** Files that the server does not have any more. */
  gone: Kept[]
  /** Whether a new file of the project is on its way. */
  isFileComing: boolean
}

/** All that is wrong with a form. */
export function faultsOf(values: Values, kind: Kind, rules: Rules): Fault[] {
  const { base, gone, isFileComing } = rules
  const parsed = parseValues(values, kind, { isEdit: base !== null })
  const isGone = (kept: Kept | null) => gone.some(({ id }) => id === kept?.id)
  const hasFile = KIND_TABLE[kind].fileEnding !== null
  return [
    ...(parsed.success ? [] : parsed.faults),
    ...(hasFile ? faultsOfVersion(values, base, isFileComing) : []),
    ...(isGone(values.file) ? (['file_gone'] as const) : []),
    ...(isGone(values.cover) ? (['cover_gone'] as const) : []),
    ...(values.gallery.some(isGone) ? (['gallery_gone'] as const) : []),
  ]
}
