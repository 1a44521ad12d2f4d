import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, inArray } from 'drizzle-orm'
import {
  encodedPathSchema,
  folderOf,
  OFFERED_PICTURES_MAX,
  type OfferedPicture,
  type Readme,
  README_PICTURES_MAX,
  type ReadmeText,
  REPOSITORY_PATH_MAX,
} from '#lib/contract/file/readme.ts'
import { README_MAX } from '#lib/contract/limits.ts'
import type { Project } from '#lib/contract/project.ts'
import { cleanText, withPlainLineEnds } from '#lib/contract/text.ts'
import { listPictures, resolvePicture } from '#lib/text/readme-source.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { files, pluginReadmes, projects, readmePictures } from '#backend/db/tables.ts'
import { detectLanguage } from '#backend/text/language.ts'
import { pictureUrl } from '#backend/services/file/url.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import { accountPayer } from '#backend/services/job/payers.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'

/** Name of the job that takes the pictures of a README; its subject is that of `readmeSubject`. */
export const README_JOB = 'readme' as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [README_JOB]: true
  }
}

type ProjectRow = typeof projects.$inferSelect
type ReadmeRow = typeof pluginReadmes.$inferSelect
type PictureRow = typeof readmePictures.$inferSelect
type Imported = {
  commit: string
  files: { language: ReadmeText['language']; path: string; text: string }[]
}

/** Each commit has a job of its own, so that one that is running does not keep the next from being added. */
const readmeSubject = ({ projectId, commit }: Pick<ReadmeRow, 'projectId' | 'commit'>) =>
  `${projectId}@${commit}`
export const parseReadmeSubject = (subject: string): Pick<ReadmeRow, 'projectId' | 'commit'> => {
  const [projectId = '', commit = ''] = subject.split('@')
  return { projectId, commit }
}

type Owned = Pick<ProjectRow, 'id' | 'authorUid' | 'repositoryUrl'>

/**
 * Stores the README of a project, in the transaction that publishes its release, indexes it for search, and adds the job that takes its
 * pictures.
 * @returns whether it is another one than before.
 */
export async function saveReadme(
  tx: Transaction,
  project: Owned,
  { commit, files: read }: Imported,
  now: Date,
): Promise<boolean> {
  const before = await findReadme(tx, project.id)
  const readme = { projectId: project.id, commit, texts: await toTexts(read), fetchedAt: now }
  await tx
    .insert(pluginReadmes)
    .values(readme)
    .onConflictDoUpdate({ target: pluginReadmes.projectId, set: readme })
  await addPictureJob(tx, project, readme)
  const isChanged = before?.commit !== commit || !isDeepStrictEqual(before.texts, readme.texts)
  if (isChanged) await indexProject(tx, project.id)
  return isChanged
}

/** Adds the job that takes the pictures of a project's README, if it was hidden when it was to run. */
export async function resumePictures(tx: Transaction, project: Owned): Promise<void> {
  const readme = await findReadme(tx, project.id)
  if (readme) await addPictureJob(tx, project, readme)
}

async function findReadme(
  db: Database | Transaction,
  projectId: string,
): Promise<ReadmeRow | undefined> {
  const [row] = await db.select().from(pluginReadmes).where(eq(pluginReadmes.projectId, projectId))
  return row
}

async function addPictureJob(tx: Transaction, project: Owned, readme: ReadmeRow): Promise<void> {
  const { id, authorUid, repositoryUrl } = project
  const rows = await tx.select().from(readmePictures).where(eq(readmePictures.projectId, id))
  const { wanted, stale } = comparePictures(readme, repositoryUrl, rows)
  if (wanted.length + stale.length === 0) return
  const subject = readmeSubject(readme)
  const payer = accountPayer(authorUid)
  await enqueue(tx, { name: README_JOB, subject, priority: PRIORITY.later, payer })
}

/** A README in a language that another one was written in for the page is left out. */
async function toTexts(read: Imported['files']): Promise<ReadmeText[]> {
  const texts: ReadmeText[] = []
  for (const { language, path, text } of read) {
    if (path.length > REPOSITORY_PATH_MAX) continue
    const plain = withPlainLineEnds(cleanText(text))
    const found = language ?? (await detectLanguage({ title: '', description: plain }))
    const isElsewhere =
      language === null && found !== null && read.some((other) => other.language === found)
    if (!isElsewhere) texts.push({ language: found, path, ...cutText(plain) })
  }
  return texts
}

/** What fits into `README_MAX`, up to the end of a line. */
export function cutText(text: string): Pick<ReadmeText, 'text' | 'is_cut'> {
  const bytes = Buffer.from(text)
  if (bytes.length <= README_MAX) return { text, is_cut: false }
  const end = bytes.lastIndexOf('\n', README_MAX - 1)
  if (end > 0) return { text: bytes.toString('utf8', 0, end + 1), is_cut: true }
  // A character that the limit falls into is left out.
  return {
    text: new TextDecoder().decode(bytes.subarray(0, README_MAX), { stream: true }),
    is_cut: true,
  }
}

/** The paths of the pictures of READMEs, in their order, percent-encoded. */
export function picturePaths(
  repository: string | null,
  commit: string,
  texts: readonly Pick<ReadmeText, 'path' | 'text'>[],
): string[] {
  if (repository === null) return []
  const paths = texts.flatMap(({ text, path }) => {
    const place = { repository, commit, folder: folderOf(path) }
    return listPictures(text).flatMap((source) => pathOf(resolvePicture(place, source)) ?? [])
  })
  return [...new Set(paths)].slice(0, README_PICTURES_MAX)
}

/** The path in the address of a picture; `null` for one that is too long, or ambiguous. */
function pathOf(address: string | null): string | null {
  const path = address === null ? '' : new URL(address).pathname.split('/').slice(4).join('/')
  return encodedPathSchema.safeParse(path).data ?? null
}

/** The pictures of a README that are not taken yet, and the stored ones that it has no longer. */
export function comparePictures(
  { commit, texts }: Pick<ReadmeRow, 'commit' | 'texts'>,
  repository: string | null,
  rows: readonly PictureRow[],
): { wanted: string[]; stale: PictureRow[] } {
  const paths = picturePaths(repository, commit, texts)
  const done = new Set(rows.filter((row) => row.commit === commit).map(({ path }) => path))
  return {
    wanted: paths.filter((path) => !done.has(path)),
    stale: rows.filter(({ path }) => !paths.includes(path)),
  }
}

/**
 * A project with its README, if it has one. There is none while the repository has another owner or number: its links would lead there.
 */
export async function withReadme(db: Database | Transaction, project: Project): Promise<Project> {
  if (project.kind !== 'plugin' || project.repository_status) return project
  const row = await findReadme(db, project.id)
  if (!row || row.texts.length === 0) return project
  return { ...project, readme: toReadme(row, await storedPictures(db, project.id)) }
}

const storedPictures = (db: Database | Transaction, projectId: string): Promise<Picture[]> =>
  db
    .select({ path: readmePictures.path, file: files })
    .from(readmePictures)
    .innerJoin(files, eq(files.id, readmePictures.fileId))
    .where(eq(readmePictures.projectId, projectId))
    .orderBy(asc(readmePictures.path))
    .limit(README_PICTURES_MAX)

/** Pictures that are offered for cover and gallery, with the addresses of those that a project has. Drawings are neither. */
export async function offeredPictures(
  db: Database,
  paths: readonly string[],
  projectId: string | undefined,
): Promise<OfferedPicture[]> {
  const stored = projectId === undefined ? [] : await storedPictures(db, projectId)
  const urls = new Map(stored.map(({ path, file }) => [path, pictureUrl(file)]))
  return paths
    .filter((path) => !/\.svg$/i.test(path))
    .slice(0, OFFERED_PICTURES_MAX)
    .map((path) => ({ path, url: urls.get(path) ?? null }))
}

type Picture = { path: string; file: typeof files.$inferSelect }

const toReadme = ({ commit, texts, fetchedAt }: ReadmeRow, pictures: Picture[]): Readme => ({
  commit,
  fetched_at: fetchedAt.toISOString(),
  texts,
  pictures: pictures.map(({ path, file }) => ({
    file_id: file.id,
    path,
    url: pictureUrl(file),
    width: file.width ?? 1,
    height: file.height ?? 1,
  })),
})

/** Removes the README of a project whose next author has another one imported. @returns the ids of its pictures. */
export async function removeReadme(tx: Transaction, projectId: string): Promise<string[]> {
  await tx.delete(pluginReadmes).where(eq(pluginReadmes.projectId, projectId))
  return removePictures(tx, projectId)
}

/** @returns the ids of their files. */
export async function removePictures(
  tx: Transaction,
  projectId: string,
  paths?: readonly string[],
): Promise<string[]> {
  const isOfProject = eq(readmePictures.projectId, projectId)
  const removed = await tx
    .delete(readmePictures)
    .where(paths ? and(isOfProject, inArray(readmePictures.path, [...paths])) : isOfProject)
    .returning({ fileId: readmePictures.fileId })
  return removed.flatMap(({ fileId }) => fileId ?? [])
}
