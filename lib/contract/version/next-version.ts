import { z } from 'zod'
import { idSchema } from '#lib/contract/project.ts'
import { rightsSchema } from '#lib/contract/update/update.ts'
import { stableOf } from './version.ts'
import { newVersionSchema, versionSchema } from './version-schema.ts'

/* The number that is proposed for a new file of a project. */

/** `GET /{kind}/{id}/next-version`. `file_id`: the uploaded file, or package of a plugin. */
export const nextVersionQuerySchema = z.object({ file_id: idSchema })

const count = z.number().int().nonnegative()
export const nextVersionSchema = z.object({
  /** `null` where no number is left. */
  version: newVersionSchema.nullable(),
  /** A stable version must be higher than this one. */
  higher_than: versionSchema,
  /** What the published file has and the new one has not. */
  removed: z.object({ icons: count, keys: count }),
  /** What the new file may do that the published version may not; `null` where a manifest does not say. */
  added_rights: rightsSchema.nullable(),
})
export type NextVersion = z.infer<typeof nextVersionSchema>

/** Each number of a version has at most five digits. */
const NUMBER_MAX = 99_999

/**
 * The lowest stable version above another one: `1.2.4` after `1.2.3`, or `1.3.0` if it is to be `minor`. After a pre-release, its release.
 * @returns `null` if no number is left.
 */
export function nextVersion(after: string, { isMinor }: { isMinor: boolean }): string | null {
  const release = stableOf(after)
  const [major = 0, minor = 0, patch = 0] = release.split('.').map(Number)
  if (release !== after && (!isMinor || patch === 0)) return [major, minor, patch].join('.')
  if (!isMinor && patch < NUMBER_MAX) return [major, minor, patch + 1].join('.')
  if (minor < NUMBER_MAX) return [major, minor + 1, 0].join('.')
  return major < NUMBER_MAX ? [major + 1, 0, 0].join('.') : null
}
