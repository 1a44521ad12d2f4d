import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { HISTORY_EVENTS, HISTORY_MAX, type ProjectHistory } from '#lib/contract/version/history.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Database } from '#backend/db/connect.ts'
import { audit, projectLog, projects, versions } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { NotFoundError } from '#backend/errors.ts'
import { highestFirst } from '#backend/services/project/version.ts'
import { addedRights } from './rights.ts'

type Entry = ProjectHistory['items'][number]

/** Versions come from their own table: the log keeps its newest entries only. */
const LOGGED = HISTORY_EVENTS.filter(
  (event) => event !== 'version' && event !== 'hidden' && event !== 'shown',
)
const MODERATED = { hide: 'hidden', restore: 'shown' } as const

/**
 * The public history of a project, newest first: without accounts, reasons, and what is not public yet.
 * @throws NotFoundError also for hidden projects.
 */
export async function readHistory(db: Database, kind: Kind, id: string): Promise<ProjectHistory> {
  const rows = await db
    .select({ version: versions })
    .from(projects)
    .leftJoin(versions, and(eq(versions.projectId, projects.id), isNull(versions.publishAt)))
    .where(and(eq(projects.id, id), eq(projects.kind, kind), isPublic))
  if (rows.length === 0) throw new NotFoundError()
  const published = rows.flatMap(({ version }) => (version ? [version] : [])).toSorted(highestFirst)
  const items = [
    ...published.map((_, at) => toVersionEntry(published, at)),
    ...(await readLogged(db, id)),
    ...(await readModerated(db, id)),
  ]
  return {
    items: items.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, HISTORY_MAX),
  }
}

type Version = typeof versions.$inferSelect

function toVersionEntry(published: Version[], at: number): Entry {
  const [version, ...lower] = published.slice(at)
  if (!version) throw new Error('a version without a row')
  const before = lower.find(({ yankedAt }) => yankedAt === null)
  return {
    ...toEntry(version.createdAt, 'version', version.version),
    before: version.yankedAt === null ? (before?.version ?? null) : null,
    added_rights: addedRights(before?.facts?.manifest, version.facts?.manifest),
  }
}

const toEntry = (at: Date, event: Entry['event'], version: string | null): Entry => ({
  at: at.toISOString(),
  event,
  version,
  before: null,
  added_rights: null,
})

async function readLogged(db: Database, id: string): Promise<Entry[]> {
  const rows = await db
    .select()
    .from(projectLog)
    .where(and(eq(projectLog.projectId, id), inArray(projectLog.event, LOGGED)))
    .orderBy(desc(projectLog.id))
    .limit(HISTORY_MAX)
  return rows.flatMap(({ at, event, version }) => {
    const known = LOGGED.find((one) => one === event)
    return known ? [toEntry(at, known, version)] : []
  })
}

async function readModerated(db: Database, id: string): Promise<Entry[]> {
  const rows = await db
    .select({ at: audit.at, action: audit.action })
    .from(audit)
    .where(and(eq(audit.projectId, id), inArray(audit.action, ['hide', 'restore'])))
    .orderBy(desc(audit.id))
    .limit(HISTORY_MAX)
  return rows.flatMap(({ at, action }) =>
    action === 'hide' || action === 'restore' ? [toEntry(at, MODERATED[action], null)] : [],
  )
}
