import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import { nameOfPath, README_PICTURES_MAX_BYTES } from '#lib/contract/file/readme.ts'
import { WHOLE_ACCOUNT } from '#backend/caller.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { newId } from '#backend/db/new-id.ts'
import { authors, pluginReadmes, projects, readmePictures } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { BusyError, DomainError, NotFoundError, RateLimitError } from '#backend/errors.ts'
import type { Parts } from '#backend/parts.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { LaterError } from '#backend/services/job/later-error.ts'
import type { JobHandler, JobContext } from '#backend/services/job/runner.ts'
import type { PictureService } from '#backend/services/picture/pictures.ts'
import { deleteUnusedFiles } from '#backend/services/project/delete.ts'
import {
  comparePictures,
  parseReadmeSubject,
  removePictures,
} from '#backend/services/project/readme.ts'
import { cleanFileName } from '#backend/services/upload/file-name.ts'
import { storeWithinQuota, withPending } from '#backend/services/upload/quota.ts'
import { writePicture } from '#backend/services/upload/store-picture.ts'
import { type Allowance, createGitHubClient, fetchBytes, type GitHub } from './github.ts'
import { findRepository } from './repository.ts'
import { checkSame } from './repository-status.ts'

/** A turn takes no further picture after this time, in ms: the READMEs of others have theirs. */
const TURN_MS = 10_000
/** Longest time for one picture, in ms. */
const PICTURE_MS = 15_000
/** Share of what GitHub allows the site that is left to forms and releases. */
const LEFT_SHARE = 0.5
/** GitHub is asked again at the latest after, in seconds. */
const LIMIT_MAX_S = 3600

type Deps = Pick<Parts, 'db' | 'storage' | 'limits' | 'clock' | 'accountQuota'> & {
  pictures: PictureService
  github: GitHub
  /** Longest time for one picture, where it differs from the default. */
  pictureMs?: number
}
type Taking = Deps & Pick<JobContext, 'payer'>
type Found = {
  project: typeof projects.$inferSelect
  author: string
  readme: typeof pluginReadmes.$inferSelect
}
type PictureRow = typeof readmePictures.$inferSelect

/** What is wrong with one picture. It is not tried again at this commit; the page shows its alternative text. */
const OF_ONE: readonly string[] = [
  'github_nonsense',
  'github_slow',
  'github_too_large',
  'bad_image',
  'large_image',
  'broken_image',
  'costly_image',
  'long_animation',
  'quota_full',
]

/** There is nothing to take: the README, the project or the repository is another one meanwhile, or gone. */
const OVER: readonly string[] = [
  'not_found',
  'no_repository',
  'private_repository',
  'blocked_repository',
  'repository_replaced',
  'repository_transferred',
]

/**
 * The job that takes the pictures of a README from its repository, one after the other, at the commit that it was read at. A turn keeps what
 * it has taken, so that it can be killed at any step.
 */
export function readmeHandler(deps: Deps): JobHandler {
  const { db, storage } = deps
  return {
    async run(subject: string, { signal, payer }: Pick<JobContext, 'signal' | 'payer'>) {
      const found = await find(db, parseReadmeSubject(subject))
      if (!found) return
      const { project, readme } = found
      const rows = await db
        .select()
        .from(readmePictures)
        .where(eq(readmePictures.projectId, project.id))
      const { wanted, stale } = comparePictures(readme, project.repositoryUrl, rows)
      const github = { ...deps.github, stopped: signal }
      const keys = await dropPictures(db, project.id, stale)
      for (const key of keys) await storage.remove(key)
      try {
        const taken = await takeSome({ ...deps, github, payer }, found, { wanted, rows })
        return taken < wanted.length ? 'unfinished' : undefined
      } catch (error) {
        if (!(error instanceof DomainError) || !OVER.includes(error.code)) throw error
      }
    },
  }
}

/** A README as of a commit, of a public project whose repository is its own. */
async function find(
  db: Database,
  { projectId, commit }: ReturnType<typeof parseReadmeSubject>,
): Promise<Found | undefined> {
  const [row] = await db
    .select({ project: projects, author: authors.name, readme: pluginReadmes })
    .from(pluginReadmes)
    .innerJoin(projects, eq(projects.id, pluginReadmes.projectId))
    .innerJoin(authors, eq(authors.uid, projects.authorUid))
    .where(
      and(
        eq(pluginReadmes.projectId, projectId),
        eq(pluginReadmes.commit, commit),
        isPublic,
        isNull(projects.repositoryStatus),
      ),
    )
  return row
}

type Wanted = { wanted: readonly string[]; rows: readonly PictureRow[] }

/** Takes pictures for the time of a turn. @returns how many, refused ones included. */
async function takeSome(deps: Taking, found: Found, { wanted, rows }: Wanted): Promise<number> {
  const { github, clock, limits } = deps
  const { project, readme } = found
  if (wanted.length === 0) return 0
  const asked = createGitHubClient(github, clock())
  // Another repository may have the address meanwhile, and a private one be readable with the token of the site.
  const repository = await findRepository(asked, project.repositoryUrl ?? '', undefined)
  checkSame(project, repository)
  waitForAllowance(asked.allowance)
  const end = performance.now() + TURN_MS
  let bytes = rows.reduce((sum, row) => sum + (row.commit === readme.commit ? row.size : 0), 0)
  for (const [at, path] of wanted.entries()) {
    if (at > 0 && performance.now() > end) return at
    await limits.count('readmePicturesByAccount', project.authorUid).catch(waitForLimit)
    const client = createGitHubClient(github, clock(), deps.pictureMs ?? PICTURE_MS)
    const known = rows.find((row) => row.path === path)
    const maxBytes = Math.min(IMAGE_MAX_BYTES, README_PICTURES_MAX_BYTES - bytes)
    const place = `/contents/${path}?ref=${readme.commit}`
    const fetched =
      maxBytes > 0 ? await unlessOfOne(fetchBytes(client, repository, place, maxBytes)) : null
    await keep(deps, found, { path, bytes: fetched, known })
    bytes += fetched?.byteLength ?? 0
    waitForAllowance(client.allowance)
  }
  return wanted.length
}

/** What is left of GitHub's allowance is for forms and releases. @throws LaterError */
function waitForAllowance(allowance: Allowance | undefined): void {
  if (!allowance || allowance.left > allowance.all * LEFT_SHARE) return
  throw new LaterError(Math.min(allowance.seconds, LIMIT_MAX_S))
}

function waitForLimit(error: unknown): never {
  throw error instanceof RateLimitError ? new LaterError(error.retryAfter ?? 1, error) : error
}

/** @throws what is no fault of the picture: LaterError for a rate limit of GitHub. */
async function unlessOfOne<T>(work: Promise<T | null>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (OF_ONE.includes(error.code)) return null
    if (error.code !== 'github_limit') throw error
    throw new LaterError(Math.min(error.retryAfter ?? 1, LIMIT_MAX_S), error)
  }
}

type Fetched = { path: string; bytes: Uint8Array | null; known: PictureRow | undefined }

/** Records what became of a picture: stored, the same as before, or refused. */
async function keep(deps: Taking, found: Found, { path, bytes, known }: Fetched): Promise<void> {
  const sourceSha256 = bytes && createHash('sha256').update(bytes).digest('hex')
  const row = {
    projectId: found.project.id,
    path,
    commit: found.readme.commit,
    size: bytes?.byteLength ?? 0,
    sourceSha256,
  }
  const isSame = sourceSha256 !== null && known?.sourceSha256 === sourceSha256
  if (isSame && known.fileId !== null) {
    await deps.db.transaction((tx) => write(deps, tx, found, { ...row, fileId: known.fileId }))
    return
  }
  const stored = bytes && (await unlessOfOne(store(deps, found, { row, bytes })))
  if (stored) return
  const keys = await deps.db.transaction((tx) => write(deps, tx, found, { ...row, fileId: null }))
  for (const key of keys) await deps.storage.remove(key)
}

type Stored = { row: Omit<PictureRow, 'fileId'>; bytes: Uint8Array }

/**
 * Stores a picture like an upload of the author, and the row that refers to it in the same transaction.
 * @throws DomainError `bad_image`, `costly_image`, `long_animation`, `quota_full`, `overloaded`, `disk_full`; NotFoundError; StorageError.
 */
async function store(deps: Taking, found: Found, { row, bytes }: Stored): Promise<true> {
  const { authorUid: uid } = found.project
  const now = deps.clock()
  const made = await deps.pictures.acceptFound(bytes, deps.payer)
  const id = newId()
  const name = cleanFileName(nameOfPath(row.path))
  const owner = { uid, uploadedFor: WHOLE_ACCOUNT, now, purpose: 'image' as const }
  let keys: string[] = []
  await withPending(deps, { id, name, ...owner }, async () => {
    const columns = { ...(await writePicture(deps, id, made)), attachedAt: now }
    await storeWithinQuota(deps, { id, uid }, columns, async (tx) => {
      keys = await write(deps, tx, found, { ...row, fileId: id })
    })
  })
  for (const key of keys) await deps.storage.remove(key)
  return true
}

/**
 * Writes the row of a picture. The project stays visible and the README the same until the transaction ends; one that is being changed is
 * not waited for, since an account may be locked already.
 * @returns the storage keys of the picture before.
 * @throws BusyError; NotFoundError.
 */
async function write(
  { clock }: Deps,
  tx: Transaction,
  { project, author, readme }: Found,
  row: PictureRow,
): Promise<string[]> {
  const [current] = await tx
    .select({ hiddenAt: projects.hiddenAt, uid: projects.authorUid, commit: pluginReadmes.commit })
    .from(projects)
    .innerJoin(pluginReadmes, eq(pluginReadmes.projectId, projects.id))
    .where(eq(projects.id, project.id))
    .for('share', { of: projects, skipLocked: true })
  if (!current) throw new BusyError()
  const isGone =
    current.hiddenAt !== null ||
    current.uid !== project.authorUid ||
    current.commit !== readme.commit
  if (isGone) throw new NotFoundError()
  const isPicture = and(
    eq(readmePictures.projectId, row.projectId),
    eq(readmePictures.path, row.path),
  )
  const [before] = await tx.select().from(readmePictures).where(isPicture)
  await tx
    .insert(readmePictures)
    .values(row)
    .onConflictDoUpdate({ target: [readmePictures.projectId, readmePictures.path], set: row })
  const former = before?.fileId ?? null
  if (former === row.fileId) return []
  const keys = former === null ? [] : await deleteUnusedFiles(tx, [former])
  await recordChanges(tx, [project], { author, now: clock() })
  return keys
}

/** Deletes pictures that the README has no longer. @returns the storage keys to remove. */
async function dropPictures(
  db: Database,
  projectId: string,
  stale: readonly PictureRow[],
): Promise<string[]> {
  if (stale.length === 0) return []
  const paths = stale.map(({ path }) => path)
  return db.transaction(async (tx) =>
    deleteUnusedFiles(tx, await removePictures(tx, projectId, paths)),
  )
}
