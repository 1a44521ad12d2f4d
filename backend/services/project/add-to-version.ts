import type { Transaction } from '#backend/db/connect.ts'
import { isVersion } from '#backend/db/find-project.ts'
import { type projects, type VersionFacts, versions } from '#backend/db/tables.ts'
import { mapNames, VERSION_FIELDS } from '#lib/contract/project-fields.ts'
import { InvalidInputError } from '#backend/errors.ts'
import { attachFiles } from './attach-files.ts'
import { hideScheduledFiles } from './current-version.ts'
import type { ProjectAuthor, UpdateInput } from './input.ts'
import { addPackages } from './packages.ts'
import { toVersionFacts } from './version.ts'

type ProjectRow = typeof projects.$inferSelect
type VersionRow = typeof versions.$inferSelect

/** The version that a request adds packages to, if it is not the current one: builds for several systems end one after the other. */
export async function findOtherVersion(
  tx: Transaction,
  before: ProjectRow,
  { version, package_ids: ids }: UpdateInput,
): Promise<VersionRow | undefined> {
  if (version === undefined || version === before.version || !ids?.length) return undefined
  const [row] = await tx
    .select()
    .from(versions)
    .where(isVersion({ projectId: before.id, version }))
  return row
}

/**
 * Adds the packages of a request to a pre-release, a scheduled or an earlier version. What belongs to the current version stays.
 * @returns the rest of the request, which changes the project.
 * @throws as `addPackages`; InvalidInputError, as `checkStays`.
 */
export async function addToVersion(
  tx: Transaction,
  { uid, now }: ProjectAuthor,
  { before, row, input }: { before: ProjectRow; row: VersionRow; input: UpdateInput },
): Promise<UpdateInput> {
  checkStays(input, row)
  const { package_ids } = input
  const attached = await attachFiles(tx, { uid, now }, { package_ids })
  const { package_systems: packageSystems = before.packageSystems } = input
  const { id, manifestId } = before
  const place = { id, version: row.version, manifestId, packageSystems }
  const manifest = await addPackages(tx, place, { ...input, attached })
  const facts: VersionFacts = { ...(row.facts ?? toVersionFacts(before)), manifest }
  await tx.update(versions).set({ facts }).where(isVersion(row))
  await hideScheduledFiles(tx, before.id)
  return withoutVersion(input)
}

/** @throws InvalidInputError for a channel or a time that a published version does not have. */
export function checkStays(input: UpdateInput, row: VersionRow | undefined): void {
  const isOther = {
    channel: input.channel !== undefined && input.channel !== row?.channel,
    publish_at:
      input.publish_at !== undefined &&
      new Date(input.publish_at).getTime() !== row?.publishAt?.getTime(),
  }
  for (const field of ['channel', 'publish_at'] as const) {
    if (isOther[field]) throw new InvalidInputError(`${field}: only of a new version`, [field])
  }
}

function withoutVersion({
  version: _version,
  package_ids: _packages,
  channel: _channel,
  publish_at: _time,
  notes: _notes,
  translations: _translations,
  ...rest
}: UpdateInput): UpdateInput {
  return { ...rest, ...mapNames<VersionFacts>(VERSION_FIELDS, () => undefined) }
}
