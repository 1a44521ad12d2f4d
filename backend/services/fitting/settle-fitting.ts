import { isDeepStrictEqual } from 'node:util'
import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { VersionNeeds } from '#lib/contract/version/version-needs.ts'
import { compareVersions, isPrerelease } from '#lib/contract/version/version.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { projects, versions } from '#backend/db/tables.ts'
import { chooseFitting, minimumsOf } from './choose-fitting.ts'

/**
 * What `fitting_versions` depends on, as a short text; `NULL` for a project with one version, which has none. By it changes of a release that
 * does not write them are found. Table names are written out: with one table Drizzle leaves them out.
 */
const STATE = sql<string | null>`(
  SELECT CASE WHEN count(*) > 1 THEN md5(concat_ws('|', projects.version, projects.operating_systems::text, projects.minimum_version,
    string_agg(concat_ws('|', one.version, one.channel, one.yanked_at IS NULL, one.publish_at IS NULL,
      coalesce(one.facts ->> 'operating_systems', one.operating_systems::text, '-'),
      coalesce(one.facts ->> 'minimum_version', one.minimum_version, '-')), '|' ORDER BY one.version))) END
  FROM versions one WHERE one.project_id = projects.id)`

type VersionRow = Pick<
  typeof versions.$inferSelect,
  'version' | 'facts' | 'operatingSystems' | 'minimumVersion'
>
type ProjectNeeds = Pick<typeof projects.$inferSelect, 'operatingSystems' | 'minimumVersion'>

/**
 * What a version needs. Its facts come first: a release of before writes them alone. Without both columns it is what the project needs
 * (decision 88).
 */
export const needsOf = (
  { version, facts, ...columns }: VersionRow,
  project: ProjectNeeds,
): VersionNeeds => ({
  version,
  operating_systems:
    facts?.operating_systems ?? columns.operatingSystems ?? project.operatingSystems,
  minimum_version: facts?.minimum_version ?? columns.minimumVersion ?? project.minimumVersion,
})

/** Projects whose `fitting_versions` were found from another state. */
export async function findUnsettled(db: Database | Transaction, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(inArray(projects.id, ids), sql`${projects.fittingState} IS DISTINCT FROM ${STATE}`))
    .orderBy(projects.id)
  return rows.map(({ id }) => id)
}

/**
 * Finds the versions of projects that fit where the current one does not, if something has changed of what they are found from.
 * @returns the ids of the projects that have others now.
 */
export async function settleFitting(tx: Transaction, ids: string[]): Promise<string[]> {
  const rows = await tx
    .select({
      id: projects.id,
      version: projects.version,
      operatingSystems: projects.operatingSystems,
      minimumVersion: projects.minimumVersion,
      fittingVersions: projects.fittingVersions,
      before: projects.fittingState,
      state: STATE,
    })
    .from(projects)
    .where(inArray(projects.id, ids))
  const unsettled = rows.filter(({ before, state }) => before !== state)
  if (unsettled.length === 0) return []
  const unsettledIds = unsettled.map(({ id }) => id)
  const offered = await readOffered(tx, unsettledIds)
  const settled = unsettled.map((project) => {
    const fitting = fittingOf(project, offered.get(project.id) ?? [])
    const { id, before, state } = project
    const found = fitting.length > 0 ? fitting : null
    const isChanged = !isDeepStrictEqual(found, project.fittingVersions)
    return { id, before, state, found, minimums: minimumsOf(fitting), isChanged }
  })
  // One that has another state by now was settled by a later transaction.
  await tx.execute(sql`
    UPDATE projects SET fitting_state = one.state, fitting_versions = one.found, fitting_minimums = one.minimums
    FROM jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
      AS one (id text, before text, state text, found jsonb, minimums jsonb)
    WHERE projects.id = one.id AND projects.fitting_state IS NOT DISTINCT FROM one.before`)
  return settled.filter(({ isChanged }) => isChanged).map(({ id }) => id)
}

type Offered = VersionRow & Pick<typeof versions.$inferSelect, 'channel'>

async function readOffered(tx: Transaction, ids: string[]): Promise<Map<string, Offered[]>> {
  const rows = await tx
    .select({
      projectId: versions.projectId,
      version: versions.version,
      channel: versions.channel,
      facts: sql<VersionRow['facts']>`jsonb_build_object(
        'operating_systems', ${versions.facts} -> 'operating_systems',
        'minimum_version', ${versions.facts} -> 'minimum_version')`,
      operatingSystems: versions.operatingSystems,
      minimumVersion: versions.minimumVersion,
    })
    .from(versions)
    .where(
      and(inArray(versions.projectId, ids), isNull(versions.publishAt), isNull(versions.yankedAt)),
    )
  return Map.groupBy(rows, ({ projectId }) => projectId)
}

/** Beside a stable version no pre-release is offered. */
function fittingOf(project: VersionNeedsSource, rows: Offered[]): VersionNeeds[] {
  const { version, operatingSystems, minimumVersion } = project
  const current = rows.find((row) => row.version === version)
  const channel = current?.channel ?? (isPrerelease(version) ? 'prerelease' : 'stable')
  const others = rows
    .filter((row) => row !== current && (channel === 'prerelease' || row.channel === 'stable'))
    .map((row) => needsOf(row, project))
    .toSorted((a, b) => compareVersions(b.version, a.version))
  const needs = {
    version,
    operating_systems: operatingSystems,
    minimum_version: minimumVersion,
  }
  return chooseFitting(needs, others)
}
type VersionNeedsSource = ProjectNeeds & { version: string }

/** Writes what versions need into their columns, where the facts that are stored with them have it. */
export async function fillNeeds(db: Database | Transaction, ids: string[]): Promise<void> {
  await db.execute(sql`
    UPDATE versions SET operating_systems = said.systems, minimum_version = said.minimum,
      minimum_version_parts = string_to_array(said.minimum, '.')::integer[]
    FROM (
      SELECT project_id, version, facts ->> 'minimum_version' AS minimum,
        ARRAY(SELECT jsonb_array_elements_text(facts -> 'operating_systems')) AS systems
      FROM versions
      WHERE project_id = ANY(${sql.param(ids)}::text[]) AND jsonb_typeof(facts -> 'operating_systems') = 'array'
        AND facts ->> 'minimum_version' ~ '^\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}$'
    ) said
    WHERE versions.project_id = said.project_id AND versions.version = said.version
      AND (versions.minimum_version IS DISTINCT FROM said.minimum OR versions.operating_systems IS DISTINCT FROM said.systems)`)
}
