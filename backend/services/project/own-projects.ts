import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { DayCounts } from '#lib/contract/account.ts'
import {
  MARKED_VERSIONS_MAX,
  OWN_PROJECTS_LIMIT,
  type OwnProject,
  type OwnProjects,
  type OwnSort,
  type ownProjectsQuerySchema,
} from '#lib/contract/own-project.ts'
import { withSystems } from '#lib/contract/file/package-systems.ts'
import { nextPage } from '#lib/contract/account/own-page.ts'
import { WEIGHTS } from '#lib/contract/statistic.ts'
import type { Database } from '#backend/db/connect.ts'
import {
  audit,
  authors,
  dailyCounts,
  projects,
  releaseDeliveries,
  versions,
} from '#backend/db/tables.ts'
import { displayOf, HIDING, isHidden, isProvedRow } from '#backend/db/visible.ts'
import { COUNTERS, countedDays } from '#backend/services/statistic/own.ts'
import { currentPackages, hasFormerPackages, toPackages } from './packages.ts'
import { toImage } from './select.ts'

/** Projects of an account whose trend is computed: the most popular ones. The others come as if it were level. */
const TRENDING_MAX = 1000

type Own = { uid: string; now: Date }
type Query = z.infer<typeof ownProjectsQuerySchema>

/**
 * A page of an account's own projects, hidden ones included, with their counts of the last days. A fixed number of queries, each of
 * the projects of the page.
 */
export async function listOwnProjects(
  db: Database,
  { uid, now }: Own,
  { kind, sort, page }: Query,
): Promise<OwnProjects> {
  const days = countedDays(now)
  const isOwn = eq(projects.authorUid, uid)
  const rows = await selectOwn(db)
    .where(and(isOwn, kind && eq(projects.kind, kind)))
    .orderBy(...ORDERS[sort](uid, days), asc(projects.sortKey), asc(projects.id))
    .limit(OWN_PROJECTS_LIMIT + 1)
    .offset((page - 1) * OWN_PROJECTS_LIMIT)
  const shown = rows.slice(0, OWN_PROJECTS_LIMIT)
  const from = days[0] ?? ''
  const ids = shown.map(({ id }) => id)
  const [kinds, parts] = await Promise.all([countKinds(db, isOwn), readParts(db, ids, from)])
  return {
    items: shown.map((row) => ({ ...toOwnProject(row), ...partsOf(parts, row.id) })),
    kinds,
    from,
    next: nextPage(page, rows.length > shown.length),
  }
}

const ORDERS: Record<OwnSort, (uid: string, days: string[]) => SQL[]> = {
  name: () => [],
  trend: (uid, days) => [desc(trendOf(uid, days))],
}

/** Weighted events of the later half of `days` less those of the earlier half (`trendOf` in lib/own-projects/trend.ts). */
function trendOf(uid: string, days: string[]): SQL {
  const weight = sql.join(
    Object.entries(WEIGHTS).map(
      ([event, value]) => sql`WHEN ${dailyCounts.event} = ${event} THEN ${value}::integer`,
    ),
    sql` `,
  )
  const middle = days[days.length / 2] ?? ''
  return sql`CASE WHEN ${projects.popularity} >= (
    SELECT min(popularity) FROM (
      SELECT popularity FROM projects WHERE author_uid = ${uid} ORDER BY popularity DESC LIMIT ${TRENDING_MAX}
    ) AS popular
  ) THEN coalesce((
    SELECT sum(${dailyCounts.count}::bigint * (CASE ${weight} END)
      * (CASE WHEN ${dailyCounts.day} >= ${middle} THEN 1 ELSE -1 END))
    FROM ${dailyCounts}
    WHERE ${dailyCounts.projectId} = ${projects.id} AND ${dailyCounts.day} >= ${days[0] ?? ''}
  ), 0) ELSE 0 END`
}

/** The latest reason for hiding a project; what a held one equals is not the author's to know. */
const hiddenReason = sql<string | null>`CASE WHEN ${isHidden} THEN (
  SELECT ${audit.reason} FROM ${audit}
  WHERE ${audit.projectId} = ${projects.id} AND ${inArray(audit.action, HIDING)}
  ORDER BY ${audit.id} DESC LIMIT 1) END`

const selectOwn = (db: Database) =>
  db
    .select({
      id: projects.id,
      kind: projects.kind,
      title: projects.title,
      language: projects.language,
      version: projects.version,
      cover: projects.cover,
      license: projects.license,
      visibility: projects.visibility,
      deprecatedAt: projects.deprecatedAt,
      hiddenAt: projects.hiddenAt,
      heldFor: projects.heldFor,
      hiddenReason,
      repositoryUrl: projects.repositoryUrl,
      repositoryStatus: projects.repositoryStatus,
      ownerProof: projects.ownerProof,
      hasFormer: hasFormerPackages,
      packages: currentPackages,
      release: projects.release,
      packageSystems: projects.packageSystems,
    })
    .from(projects)
    // With one table Drizzle leaves its name out, and the subquery would compare with its own `id`.
    .innerJoin(authors, eq(authors.uid, projects.authorUid))
    .$dynamic()
type OwnRow = Awaited<ReturnType<typeof selectOwn>>[number]

function toOwnProject(row: OwnRow) {
  const { id, kind, title, language, version, license, visibility } = row
  const display = displayOf(row)
  return {
    id,
    kind,
    title,
    language,
    version,
    license,
    visibility,
    cover: toImage(row.cover),
    is_deprecated: row.deprecatedAt !== null,
    hidden: display === 'public' ? null : display,
    hidden_reason: row.hiddenReason ?? '',
    repository_status: row.repositoryStatus,
    owner_verified: row.repositoryUrl === null ? null : isProvedRow(row),
    packages_removed: row.hasFormer && row.ownerProof === null,
    undecided_packages: countUndecided(row),
  } satisfies Partial<OwnProject>
}

/** Packages of the release that no system is offered; none where nothing is offered at all. */
function countUndecided(row: OwnRow): number {
  if (row.repositoryStatus !== null) return 0
  const { release, repositoryUrl: repository_url, packageSystems: package_systems } = row
  const judged = withSystems({ release, repository_url, package_systems }, toPackages(row.packages))
  return judged?.files?.filter(({ platform }) => platform === null).length ?? 0
}

const countKinds = (db: Database, isOwn: SQL) =>
  db
    .select({ kind: projects.kind, count: sql<number>`count(*)::integer` })
    .from(projects)
    .where(isOwn)
    .groupBy(projects.kind)

/** What belongs to the projects of a page, in one query for each table. */
async function readParts(db: Database, ids: string[], from: string) {
  if (ids.length === 0) return { counts: [], published: [], waiting: [], releases: [] }
  const [counts, published, waiting, releases] = await Promise.all([
    countsOf(db, ids, from),
    publishedSince(db, ids, from),
    db
      .select({ projectId: versions.projectId, ...waitingColumns })
      .from(versions)
      .where(and(inArray(versions.projectId, ids), isNotNull(versions.publishAt)))
      .orderBy(asc(versions.publishAt)),
    db
      .selectDistinctOn([releaseDeliveries.projectId], {
        projectId: releaseDeliveries.projectId,
        state: releaseDeliveries.state,
        reason: releaseDeliveries.reason,
      })
      .from(releaseDeliveries)
      .where(and(inArray(releaseDeliveries.projectId, ids), ne(releaseDeliveries.origin, 'test')))
      .orderBy(releaseDeliveries.projectId, desc(releaseDeliveries.receivedAt)),
  ])
  return { counts, published, waiting, releases }
}

const waitingColumns = {
  version: versions.version,
  publishAt: versions.publishAt,
  heldFor: versions.heldFor,
}

/** By the primary key: a range of days for each project. Exported for the test of its plan. */
export const countsOf = (db: Database, ids: string[], from: string) =>
  db
    .select()
    .from(dailyCounts)
    .where(and(inArray(dailyCounts.projectId, ids), gte(dailyCounts.day, from)))
    .orderBy(dailyCounts.projectId, dailyCounts.day)

async function publishedSince(db: Database, ids: string[], from: string) {
  const rank = sql<number>`row_number() OVER (PARTITION BY ${versions.projectId} ORDER BY ${versions.createdAt} DESC, ${versions.version})`
  const ranked = db
    .select({
      projectId: versions.projectId,
      version: versions.version,
      at: versions.createdAt,
      rank: rank.as('rank'),
    })
    .from(versions)
    .where(
      and(
        inArray(versions.projectId, ids),
        isNull(versions.publishAt),
        gte(versions.createdAt, new Date(from)),
      ),
    )
    .as('ranked')
  return db
    .select()
    .from(ranked)
    .where(sql`${ranked.rank} <= ${MARKED_VERSIONS_MAX}`)
    .orderBy(ranked.projectId, ranked.rank)
}

type Parts = Awaited<ReturnType<typeof readParts>>

function partsOf({ counts, published, waiting, releases }: Parts, id: string) {
  const isOf = ({ projectId }: { projectId: string }) => projectId === id
  const scheduled = waiting.find((row) => isOf(row) && row.heldFor === null)
  const release = releases.find(isOf)
  return {
    days: toDays(counts.filter(isOf)),
    versions: published.filter(isOf).map(({ version, at }) => ({ version, at: at.toISOString() })),
    scheduled: scheduled?.publishAt
      ? { version: scheduled.version, publish_at: scheduled.publishAt.toISOString() }
      : null,
    has_held_version: waiting.some((row) => isOf(row) && row.heldFor !== null),
    last_release: release ? { state: release.state, reason: release.reason } : null,
  } satisfies Partial<OwnProject>
}

/** Rows of one project, ordered by day. */
function toDays(rows: Parts['counts']): DayCounts[] {
  const days = new Map<string, DayCounts>()
  for (const { day, event, count } of rows) {
    const counts = days.get(day) ?? { day, views: 0, downloads: 0, installs: 0 }
    counts[COUNTERS[event]] = count
    days.set(day, counts)
  }
  return [...days.values()]
}
