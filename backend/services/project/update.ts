import { and, eq, sql } from 'drizzle-orm'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { nameProblem, nameSentence } from '#lib/contract/name/name.ts'
import type { LogEvent } from '#lib/contract/project-log.ts'
import type { Project } from '#lib/contract/project.ts'
import type { Channel } from '#lib/contract/visibility.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { projects, type StoredImage, versions } from '#backend/db/tables.ts'
import { DomainError, InvalidInputError } from '#backend/errors.ts'
import { requireActive } from '#backend/services/session/active.ts'
import { uploadOf } from '#backend/services/file/original.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { effectOf } from '#backend/services/change/effect.ts'
import { refuseImitation } from '#backend/services/name/namesakes.ts'
import { recordInLog } from '#backend/services/project-log/log.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import { skeletonKeys } from '#backend/text/skeleton.ts'
import { titleKey } from '#backend/text/title-key.ts'
import {
  type AttachedFiles,
  attachFiles,
  checkReady,
  findProjectFile,
  toStoredImage,
} from './attach-files.ts'
import { addToVersion, checkStays, findOtherVersion } from './add-to-version.ts'
import { settleCurrent } from './current-version.ts'
import { deleteUnusedFiles } from './delete.ts'
import {
  describeHold,
  findHold,
  heldError,
  type Hold,
  type ComparedPublication,
  recordHold,
} from './hold.ts'
import { checkKind, inputColumns, type ProjectAuthor, type UpdateInput } from './input.ts'
import { changedLanguage } from './language.ts'
import { lockOwnProject, type LockedProject } from './lock.ts'
import { holdVersion, schedule, scheduledTime } from './schedule.ts'
import { correctNotes } from './notes.ts'
import { addCurrentPackages, settlePackages } from './packages.ts'
import { readRow, toProject } from './select.ts'
import { checkSameBytes } from './tombstones.ts'
import {
  channelOf,
  checkHigher,
  checkMinimum,
  checkNumber,
  keepNeeds,
  storeVersionFacts,
  versionsOf,
} from './version.ts'

type ProjectRow = typeof projects.$inferSelect
type Images = { cover: StoredImage; gallery: StoredImage[] }
type FileRow = NonNullable<ReturnType<typeof findProjectFile>>

/**
 * Changes a project of the account; absent fields stay. Notes without a new version correct those of the current one. A new file needs a higher version and a
 * higher version needs a new file, except for plugins, whose file comes from the repository. Earlier
 * versions keep their files; pictures that are no longer shown are deleted.
 * @param publisher `expectedRevision` is the revision that the change is based on.
 * @returns the project, and the storage keys to remove once the transaction is committed.
 * @throws InvalidInputError; DomainError (`stale`, `version_not_higher`, `version_discarded`, `prerelease`, `file_unchanged`,
 * `not_ready`, `package_mismatch`, `imitates`, `too_many_scheduled`, `hidden`; `held` for what cannot wait: a title, a plugin id, packages of an
 * existing version); FileMissingError; NotFoundError also for another account's project.
 */
export async function updateProject(
  tx: Transaction,
  publisher: ProjectAuthor & Pick<LockedProject, 'expectedRevision'>,
  given: UpdateInput,
): Promise<{ project: Project; keys: string[] }> {
  const { uid, kind, now, token, expectedRevision } = publisher
  checkKind(kind, given)
  await requireActive(tx, uid, now)
  const before = await lockOwnProject(tx, { uid, kind, id: given.id, expectedRevision })
  const other = await findOtherVersion(tx, before, given)
  const input = other
    ? await addToVersion(tx, publisher, { before, row: other, input: given })
    : given
  checkMinimum(input.minimum_version, before.minimumVersion)
  const isTitled = input.title !== undefined && input.title !== before.title
  if (isTitled) await checkTitle(tx, before, input.title ?? '')
  const attached = await attachFiles(tx, { uid, now }, input, currentFileIds(before))
  const file = findProjectFile(attached, kind, input.file_id)
  const newFile = file && file.id !== before.fileId ? file : null
  const version = input.version ?? before.version
  const channel = version === before.version ? input.channel : channelOf({ ...input, version })
  const publishAt = input.publish_at === undefined ? null : scheduledTime(input.publish_at, now)
  const hold = await findHold(tx, toPublication(uid, before, given))
  if (hold && (version === before.version || hold.by !== 'file')) {
    throw heldError('The operator has hidden a project with the same title, plugin id or file.')
  }
  const hashes = (input.package_ids ?? []).flatMap((id) => attached.get(id)?.sha256 ?? [])
  await checkNewVersion(tx, before, { version, newFile, hashes, channel })
  if (version === before.version) await checkSameVersion(tx, before, input)
  const images = updatedImages(before, attached, input)
  await keepNeeds(tx, before)
  const updated = await tx
    .update(projects)
    .set({
      ...inputColumns(input),
      ...(await changedLanguage(input, before)),
      ...images,
      ...(newFile && { fileId: newFile.id }),
      version,
      revision: sql`${projects.revision} + 1`,
      // What lists show as new is the current version.
      updatedAt: other ? before.updatedAt : now,
    })
    .where(and(eq(projects.id, before.id), eq(projects.authorUid, uid)))
    .returning()
  if (version !== before.version) {
    const fileId = file?.id ?? before.fileId
    const notes = input.notes ?? ''
    await tx
      .insert(versions)
      .values({ projectId: before.id, version, fileId, notes, channel, createdAt: now })
  }
  if (version === before.version) {
    // Of the current version, or of the one that gets packages.
    const place = { projectId: before.id, version: other?.version ?? version }
    await correctNotes(tx, { uid, now, token }, { ...place, notes: given.notes })
  }
  for (const row of updated) {
    if (given.package_systems !== undefined) await settlePackages(tx, row)
    await addCurrentPackages(tx, row, { ...input, attached })
  }
  await storeVersionFacts(tx, before.id)
  const event = await settleVersion(tx, before, { version, publishAt, hold, now })
  await recordInLog(tx, { uid, now, token }, { projectId: before.id, ...event })
  await indexProject(tx, before.id)
  const keys = await deleteUnusedFiles(tx, droppedImageIds(before, images))
  const row = await readRow(tx, before.id)
  const project = toProject(row)
  const effect = effectOf(before, row.project)
  const titles = isTitled
    ? [before, ...updated].map(({ titleSkeletons }) => titleSkeletons)
    : undefined
  await recordChanges(tx, [project], { author: project.author.name, now, effect, titles })
  return { project: hold ? { ...project, held: 'version' } : project, keys }
}

/**
 * A title that does not change is accepted as it is, and one that looks like it is no imitation.
 * @throws InvalidInputError if it is no name; DomainError (`imitates`).
 */
async function checkTitle(tx: Transaction, before: ProjectRow, title: string): Promise<void> {
  const problem = nameProblem(title)
  if (problem) throw new InvalidInputError(`title: ${nameSentence(problem)}`, ['title'])
  const keys = skeletonKeys(before.title)
  if (skeletonKeys(title).some((key) => keys.includes(key))) return
  await refuseImitation(tx, { uid: before.authorUid, title })
}

/** What a change makes new. */
function toPublication(uid: string, before: ProjectRow, given: UpdateInput): ComparedPublication {
  const { title = before.title, manifestId, file_id: fileId, package_ids: packageIds = [] } = given
  const { repositoryId = before.repositoryId, ownerProof = before.ownerProof } = given
  const isNewFile = fileId !== undefined && fileId !== before.fileId
  return {
    uid,
    repositoryId,
    ownerProof,
    title: titleKey(title) === titleKey(before.title) ? undefined : title,
    manifestId: manifestId === before.manifestId ? undefined : manifestId,
    fileIds: isNewFile ? [fileId, ...packageIds] : packageIds,
  }
}

const imagesOf = ({ cover, gallery }: Images): StoredImage[] => [cover, ...gallery]

function currentFileIds(project: ProjectRow): string[] {
  const ids = imagesOf(project).map(({ fileId }) => fileId)
  return project.fileId === null ? ids : [...ids, project.fileId]
}

type Settled = { version: string; publishAt: Date | null; hold: Hold | null; now: Date }

/**
 * Lets a new version wait for the operator or for its time, or leaves the version before current if the new one is a pre-release.
 * @returns the entry for the log.
 */
async function settleVersion(
  tx: Transaction,
  before: ProjectRow,
  { version, publishAt, hold, now }: Settled,
): Promise<{ event: LogEvent; version?: string }> {
  if (version === before.version) return { event: 'changed' }
  const projectId = before.id
  if (hold) {
    await holdVersion(tx, { projectId, version }, describeHold(hold))
    await recordHold(tx, { projectId, version, hold, now })
  } else if (publishAt) await schedule(tx, { projectId, version }, publishAt)
  if (await settleCurrent(tx, projectId)) {
    const { updatedAt } = before
    await tx.update(projects).set({ updatedAt }).where(eq(projects.id, projectId))
  }
  // What is held is in the log once it is released.
  if (hold) return { event: 'changed' }
  return { event: publishAt ? 'scheduled' : 'version', version }
}

type NewVersion = {
  version: string
  newFile: FileRow | null
  /** SHA-256 of its packages. */
  hashes: string[]
  channel: Channel | undefined
}

/** @throws as `checkNumber`, `checkReady`, `checkHigher` and `checkSameBytes`; DomainError (`file_unchanged`). */
async function checkNewVersion(
  tx: Transaction,
  before: ProjectRow,
  { version, newFile, hashes, channel }: NewVersion,
): Promise<void> {
  const isNewVersion = version !== before.version
  if (isNewVersion) checkNumber(version)
  if (newFile) checkReady(newFile, before.kind)
  if (newFile || isNewVersion) {
    const sha256 = newFile ? uploadOf(newFile).sha256 : undefined
    await checkHigher(tx, before.id, { version, current: before.version, channel, sha256 })
    const all = sha256 === undefined ? hashes : [sha256]
    await checkSameBytes(tx, { projectId: before.id, version }, all)
  }
  if (isNewVersion && !newFile) checkNeedsNoFile(before.kind)
}

/** @throws InvalidInputError for what only a new version can have. */
async function checkSameVersion(
  tx: Transaction,
  { id, version }: ProjectRow,
  input: UpdateInput,
): Promise<void> {
  if (input.channel === undefined && input.publish_at === undefined) return
  checkStays(
    input,
    (await versionsOf(tx, id)).find((row) => row.version === version),
  )
}

function checkNeedsNoFile(kind: Kind): void {
  if (KIND_TABLE[kind].fileEnding === null) return
  const message = 'A new version needs a new file; other changes keep the version.'
  throw new DomainError('file_unchanged', message, { fields: ['file_id'] })
}

/** Pictures that stay keep their alternative text unless the request has another. */
function updatedImages(before: ProjectRow, attached: AttachedFiles, input: UpdateInput): Images {
  const current = new Map(imagesOf(before).map((image) => [image.fileId, image]))
  const toImage = (fileId: string, at: number): StoredImage => {
    const kept = current.get(fileId)
    const alt = input.alternative_texts?.[at] ?? kept?.alt
    return kept ? { ...kept, alt: alt ?? '' } : toStoredImage(attached, fileId, alt)
  }
  const galleryIds = input.gallery_ids ?? before.gallery.map(({ fileId }) => fileId)
  return {
    cover: toImage(input.cover_id ?? before.cover.fileId, 0),
    gallery: galleryIds.map((fileId, at) => toImage(fileId, at + 1)),
  }
}

function droppedImageIds(before: Images, after: Images): string[] {
  const kept = new Set(imagesOf(after).map(({ fileId }) => fileId))
  return imagesOf(before)
    .map(({ fileId }) => fileId)
    .filter((id) => !kept.has(id))
}
