import { eq, inArray } from 'drizzle-orm'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { files, projects, versions } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import { InvalidInputError } from '#backend/errors.ts'
import { checkDailyLimit } from './trust.ts'
import { requireActive } from '#backend/services/session/active.ts'
import { settlePublisher } from '#backend/services/access-token/publisher.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { refuseImitation } from '#backend/services/name/namesakes.ts'
import { recordInLog } from '#backend/services/project-log/log.ts'
import { readSettings } from '#backend/services/setting/settings.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import { attachFiles, checkReady, findProjectFile, toStoredImage } from './attach-files.ts'
import { counterColumns } from './columns.ts'
import { checkHeldCount, describeHold, findHold, findReview, recordHold } from './hold.ts'
import { checkKind, type CreateInput, type NewProjectAuthor, inputColumns } from './input.ts'
import { newLanguage } from './language.ts'
import { addCurrentPackages } from './packages.ts'
import { readProject, selectWithHidden, toProject } from './select.ts'
import { channelOf, storeVersionFacts } from './version.ts'

const NO_COUNTS = { views: 0, downloads: 0, installs: 0 }

/**
 * Publishes a project from files that its author has uploaded. One that equals something hidden is held: hidden from the start, until
 * the operator releases or refuses it; so is the first one of an author where the site reviews those.
 * @param id of the project; a new one by default.
 * @throws InvalidInputError; FileMissingError for a file that is swept, attached, or another
 * account's; DomainError (`not_ready`; `package_mismatch`; `token_project` for a publisher that has published already;
 * `prerelease`; `imitates`; `daily_limit`; `held` if too many projects of the account wait for the operator).
 */
export async function createProject(
  tx: Transaction,
  { uid, kind, now, token, publisherId, overrides }: NewProjectAuthor,
  input: CreateInput,
  id = newId(),
): Promise<Project> {
  checkKind(kind, input)
  await requireActive(tx, uid, now)
  const channel = channelOf(input)
  const attached = await attachFiles(tx, { uid, now }, input)
  const file = findProjectFile(attached, kind, input.file_id)
  if (!file && KIND_TABLE[kind].fileEnding !== null) throw new InvalidInputError('file_id: missing')
  if (file) checkReady(file, kind)
  const fileIds = [input.file_id ?? [], input.package_ids ?? []].flat()
  const settings = await readSettings(tx, overrides)
  const hold =
    (await findHold(tx, { ...input, uid, fileIds })) ?? (await findReview(tx, uid, settings))
  if (hold) await checkHeldCount(tx, uid)
  await checkDailyLimit(tx, { uid, now }, settings)
  await refuseImitation(tx, { uid, title: input.title })
  const [coverAlt, ...galleryAlts] = input.alternative_texts ?? []
  const created = await tx
    .insert(projects)
    .values({
      id,
      kind,
      authorUid: uid,
      ...inputColumns(input),
      ...(await newLanguage(input)),
      ...counterColumns(NO_COUNTS, { from: now, until: now }),
      cover: toStoredImage(attached, input.cover_id, coverAlt),
      gallery: input.gallery_ids.map((fileId, at) =>
        toStoredImage(attached, fileId, galleryAlts[at]),
      ),
      fileId: file?.id ?? null,
      ...(hold && { hiddenAt: now, heldFor: describeHold(hold) }),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (publisherId !== undefined) await settlePublisher(tx, { uid, publisherId, projectId: id })
  const { version, notes = '' } = input
  await tx
    .insert(versions)
    .values({ projectId: id, version, channel, notes, fileId: file?.id ?? null, createdAt: now })
  for (const row of created) await addCurrentPackages(tx, row, { ...input, attached })
  await storeVersionFacts(tx, id)
  await recordInLog(tx, { uid, now, token }, { projectId: id, event: 'published', version })
  if (hold) {
    await tx
      .update(files)
      .set({ state: 'hidden' })
      .where(inArray(files.id, [...attached.keys()]))
    await recordHold(tx, { projectId: id, hold, now })
    const [row] = await selectWithHidden(tx).where(eq(projects.id, id))
    if (row) return { ...toProject(row), held: 'project' }
  }
  await indexProject(tx, id)
  const project = await readProject(tx, id)
  const titles = created.map(({ titleSkeletons }) => titleSkeletons)
  await recordChanges(tx, [project], { author: project.author.name, now, isNew: true, titles })
  return project
}
