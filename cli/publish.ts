import { CALLS } from '#lib/contract/calls.ts'
import type { CoverLook, DrawCoverRequest } from '#lib/contract/file/cover.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { readAllPages } from '#lib/contract/account/own-page.ts'
import type { Project } from '#lib/contract/project.ts'
import { createRequestSchema, updateRequestSchema, type Version } from '#lib/contract/publish.ts'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import { readingsIn, type ValidFile } from './check-file.ts'
import { readConfig } from './config-file.ts'
import { CliError } from './exit.ts'
import type { Io } from './io.ts'
import { describeWarning } from './issue-text.ts'
import type { HashedFile } from './local-file.ts'
import {
  idempotencyKey,
  type PublishPlan,
  planPublication,
  type PublishFlags,
} from './publish-plan.ts'
import type { Reporter } from './reporter.ts'
import { reportPlan, reportProject } from './report-publication.ts'
import { createSite, type SiteClient } from './site.ts'
import { getToken } from './token.ts'
import { decodeNames, untilReady, uploadFile } from './upload.ts'

export type PublishOptions = {
  flags: PublishFlags
  /** Path of the configuration. */
  config: string | undefined
  isTrusted: boolean
} & ({ isDryRun: false; origin: URL } | { isDryRun: true; origin: URL | null })
/** Files as the site stored them. */
type Uploaded = { ids: Record<string, unknown>; hashes: string[] }

/**
 * `keystrip publish`: a new project, or a version or change of one. Run again with the same files and fields, it
 * publishes nothing a second time.
 * @throws CliError
 */
export async function publish(io: Io, reporter: Reporter, options: PublishOptions): Promise<void> {
  const { flags, isTrusted } = options
  const { config, base } = await readConfig(options.config, io.folder)
  const plan = await planPublication({
    config,
    base,
    flags,
    folder: io.folder,
    origin: options.origin,
  })
  for (const checked of [plan.valid, ...plan.packages]) {
    if (checked) noteWarnings(reporter, checked.file.name, warningsIn(checked))
  }
  noteEncoding(reporter, plan, flags.namesEncoding)
  if (options.isDryRun) return reportPlan(reporter, plan, options.origin)
  const { origin } = options
  const token = await getToken(io, reporter, { origin, isTrusted })
  const site = createSite(io, reporter, { origin, token })
  const before = await findPublished(site, plan)
  const { fields } = plan
  const reported = { origin, fields }
  if (before.done) {
    const { isCorrected } = before
    return reportProject(reporter, before.done, { ...reported, isRepeated: true, isCorrected })
  }
  if (isNotesOnly(plan)) return correctEarlier(site, reporter, plan, reported)
  await site.check(plan.project === null ? CALLS.create : CALLS.update, fields)
  const uploaded = await uploadAll(io, site, reporter, plan)
  const { project, isRepeated } = await write(site, plan, uploaded, before.state)
  reportProject(reporter, project, { ...reported, isRepeated })
}

/** Whether only notes of a version that is named are sent: without a version they are those of the current one. */
const isNotesOnly = ({ valid, packages, fields }: PublishPlan) =>
  valid === null &&
  packages.length === 0 &&
  Object.keys(fields).toSorted().join() === 'notes,version'

/** Corrects the notes of any version. @throws CliError */
async function correctEarlier(
  site: SiteClient,
  reporter: Reporter,
  { kind, project, fields }: PublishPlan,
  reported: { origin: URL; fields: PublishPlan['fields'] },
): Promise<void> {
  const body = { notes: String(fields['notes']) }
  const place = { kind, id: project ?? '', version: String(fields['version']) }
  const changed = await site.call(CALLS.changeVersion, { ...place, body })
  reportProject(reporter, changed, { ...reported, isRepeated: true, isCorrected: true })
}

/** The notes of a version that is published, if others are named. @returns whether they were others. */
async function correctNotes(
  site: SiteClient,
  { kind, fields: { notes } }: PublishPlan,
  { id, version, before }: { id: string; version: string; before: string },
): Promise<boolean> {
  if (typeof notes !== 'string' || notes.trim() === before.trim()) return false
  await site.call(CALLS.changeVersion, { kind, id, version, body: { notes } })
  return true
}

/**
 * The state of the project that is changed, and the project itself if it has this version with this file already:
 * then an earlier run, whose answer was lost, has published it.
 */
async function findPublished(site: SiteClient, plan: PublishPlan) {
  const { kind, project, valid, packages, fields } = plan
  if (project === null) return { state: '', done: null }
  const stored = valid?.container?.storedSha256
  const hashes = stored === undefined ? packages.map(({ file }) => file.sha256) : [stored]
  const found = await site.call(CALLS.project, { kind, id: project })
  const state = String(found.revision ?? found.updated_at)
  const isCurrent = found.version === fields['version'] && hasFiles(found, hashes)
  // A pre-release is in the list of versions only, and notes are.
  const items = hashes.length > 0 ? await readVersions(site, kind, project) : []
  const earlier = items.find(({ version }) => version === fields['version'])
  if (!isCurrent && !(earlier && hasFiles(earlier, hashes))) return { state, done: null }
  const { version, notes } = earlier ?? { ...found, notes: undefined }
  const isCorrected =
    notes !== undefined && (await correctNotes(site, plan, { id: project, version, before: notes }))
  return { state, done: found, isCorrected }
}

/** None of a site that lists no versions. */
async function readVersions(site: SiteClient, kind: Kind, id: string): Promise<Version[]> {
  try {
    return await readAllPages((page) => site.call(CALLS.versions, { kind, id, page }))
  } catch (error) {
    if (error instanceof CliError && error.code === 'not_found') return []
    throw error
  }
}

/** Whether a project has all of these files, and there are any. */
const hasFiles = ({ file, packages }: Pick<Project, 'file' | 'packages'>, hashes: string[]) => {
  const own = new Set([file?.sha256, ...(packages ?? []).map((one) => one.file.sha256)])
  return hashes.length > 0 && hashes.every((hash) => own.has(hash))
}

async function uploadAll(
  io: Io,
  site: SiteClient,
  reporter: Reporter,
  plan: PublishPlan,
): Promise<Uploaded> {
  const ids: Record<string, unknown> = {}
  const hashes: string[] = []
  const { valid, packages, cover, gallery, draw } = plan
  if (valid) {
    const { file, container } = valid
    const uploaded = await uploadFile(site, reporter, { file, purpose: 'project' })
    const encoding = container?.encoding
    const stored = encoding ? await decodeNames(site, uploaded, { file, encoding }) : uploaded
    if (stored.state === 'working') await untilReady(io, site, reporter, stored.id)
    ids['file_id'] = stored.id
    hashes.push(stored.sha256)
    if (draw) {
      const drawn = await site.call(CALLS.drawCover, { id: stored.id, body: lookOf(plan, draw) })
      ids['cover_id'] = drawn.cover.id
      ids['gallery_ids'] = drawn.gallery.map(({ id }) => id)
    }
  }
  const packageIds: string[] = []
  for (const { file } of packages) {
    const stored = await uploadFile(site, reporter, { file, purpose: 'project' })
    packageIds.push(stored.id)
    hashes.push(stored.sha256)
  }
  if (packageIds.length > 0) ids['package_ids'] = packageIds
  if (cover) ids['cover_id'] = (await uploadPicture(site, reporter, cover, 'cover')).id
  if (gallery) {
    const stored: string[] = []
    for (const file of gallery) {
      stored.push((await uploadPicture(site, reporter, file, 'gallery')).id)
    }
    ids['gallery_ids'] = stored
  }
  return { ids, hashes }
}

/** Uploads a picture, and says what the site finds doubtful about it. */
async function uploadPicture(
  site: SiteClient,
  reporter: Reporter,
  file: HashedFile,
  purpose: 'cover' | 'gallery',
) {
  const stored = await uploadFile(site, reporter, { file, purpose })
  noteWarnings(reporter, file.name, stored.warnings ?? [])
  return stored
}

/** Without those that a choice has answered. */
const warningsIn = ({ container, plugin }: ValidFile) =>
  (container?.warnings ?? plugin?.warnings ?? []).filter(
    ({ code }) => code !== 'names_uncertain' || !container?.encoding,
  )

/** How the names in the file are chosen, or that they are certain. */
function noteEncoding(
  reporter: Reporter,
  { valid }: PublishPlan,
  chosen: string | undefined,
): void {
  if (!valid?.container || valid.container.encoding) return
  const offered = readingsIn(valid.container.warnings)
  if (offered.length > 0) reporter.note(`Choose with --names-encoding: ${offered.join(', ')}.`)
  else if (chosen !== undefined)
    reporter.note(`${valid.file.name}: its names are certain, --names-encoding changes nothing.`)
}

function noteWarnings(reporter: Reporter, name: string, warnings: FileIssue[]): void {
  for (const warning of warnings) reporter.note(`${name}: warning: ${describeWarning(warning)}`)
}

/** Covers of a file whose contents are not read show the title. */
function lookOf({ valid, fields }: PublishPlan, look: CoverLook): DrawCoverRequest {
  if (valid?.container?.summary !== null || fields['title'] === undefined) return look
  return { ...look, title: String(fields['title']) }
}

async function write(
  site: SiteClient,
  plan: PublishPlan,
  { ids, hashes }: Uploaded,
  state: string,
) {
  const { kind, project: id, fields } = plan
  const options = { idempotencyKey: idempotencyKey(plan, state) }
  try {
    const project =
      id === null
        ? await site.call(
            CALLS.create,
            { kind, body: createRequestSchema.parse({ ...fields, ...ids }) },
            options,
          )
        : await site.call(
            CALLS.update,
            { kind, body: updateRequestSchema.parse({ ...fields, ...ids, id }) },
            options,
          )
    return { project, isRepeated: false }
  } catch (error) {
    // The key stands for these files and fields: an earlier run, with uploads of its own, has published them.
    // Or the version waits for its time with this file. With other names in it, it is not the same.
    const isSame = (found: CliError) =>
      found.details?.['same'] === fields['version'] && !plan.valid?.container?.encoding
    const isRepeated =
      error instanceof CliError && (error.code === 'other_request' || isSame(error))
    const project = isRepeated ? await findEarlier(site, { kind, id, fields, hashes }) : null
    if (!project) throw error
    return { project, isRepeated }
  }
}

type Sought = { kind: Kind; id: string | null; fields: PublishPlan['fields']; hashes: string[] }

/** The project that an earlier run has published, among the newest ones. */
async function findEarlier(
  site: SiteClient,
  { kind, id, fields, hashes }: Sought,
): Promise<Project | null> {
  if (id !== null) return site.call(CALLS.project, { kind, id })
  const { items } = await site.call(CALLS.list, { kind, sort: 'recent', view: 'card' })
  for (const { id: candidate, title } of items.filter((item) => item.title === fields['title'])) {
    const found = await site.call(CALLS.project, { kind, id: candidate })
    if (found.title === title && hasFiles(found, hashes)) return found
  }
  return null
}
