import { and, isNotNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Installed } from '#lib/contract/update/update.ts'
import type { Database } from '#backend/db/connect.ts'
import { colourVariants, files, pluginPackages, projects, versions } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'

type Place = { projectId: string; version: string }
/** Where something that is installed may be from, the likeliest first; `isGone` of a file that was here. */
export type InstalledOrigin = { places: Place[]; isGone: boolean }

/** Files of the same bytes, and versions of one file, that are looked at. */
const SAME_MAX = 8

/** Finds out which projects and versions installed items are. What is hidden is left out later, with its project. */
export async function findInstalled(
  db: Database,
  items: readonly Installed[],
): Promise<(item: Installed) => InstalledOrigin> {
  const hashes = items.flatMap((item) => ('sha256' in item ? [item.sha256] : []))
  const plugins = items.flatMap((item) => ('plugin' in item ? [item.plugin] : []))
  const [byHash, byPlugin] = [await placesByHash(db, hashes), await idsByPlugin(db, plugins)]
  return (item) => {
    if ('sha256' in item) return byHash.get(item.sha256) ?? { places: [], isGone: false }
    const projectId = 'id' in item ? item.id : byPlugin.get(item.plugin)
    const places = projectId === undefined ? [] : [{ projectId, version: item.version }]
    return { places, isGone: true }
  }
}

const foundSchema = z.array(
  z.object({
    sha256: z.string(),
    is_trashed: z.boolean(),
    project_id: z.string().nullable(),
    version: z.string().nullable(),
  }),
)

/**
 * One statement for all hashes, each by the indexes of the files. The first uploads of the same bytes count, so that later ones of others
 * neither take their place nor cost time. Of public projects that have a file the first one counts: its versions alone are read.
 */
async function placesByHash(db: Database, hashes: string[]): Promise<Map<string, InstalledOrigin>> {
  if (hashes.length === 0) return new Map()
  const columns = sql`${files.id} AS id, ${files.trashedAt} AS trashed_at, ${files.createdAt} AS created_at`
  // By an index each, so that thousands of files of the same bytes cost no more than the first ones.
  const first = sql`ORDER BY ${files.createdAt} LIMIT ${SAME_MAX}`
  const { rows } = await db.execute(sql`
    SELECT wanted.sha256, file.trashed_at IS NOT NULL AS is_trashed, place.project_id, place.version
    FROM unnest(${sql.param([...new Set(hashes)])}::text[]) AS wanted (sha256)
    CROSS JOIN LATERAL (
      SELECT * FROM (
        (SELECT ${columns} FROM ${files}
          WHERE ${files.purpose} = 'project' AND ${files.sha256} = wanted.sha256 ${first})
        UNION ALL
        (SELECT ${columns} FROM ${files}
          WHERE ${files.purpose} = 'project' AND ${files.originalSha256} = wanted.sha256 ${first})
        UNION ALL
        (SELECT ${columns} FROM ${colourVariants} JOIN ${files} ON ${files.id} = ${colourVariants.fileId}
          WHERE ${colourVariants.sha256} = wanted.sha256 ${first})
      ) AS one ORDER BY created_at LIMIT ${SAME_MAX}
    ) AS file
    LEFT JOIN LATERAL (
      (SELECT ${versions.projectId} AS project_id, ${versions.version} AS version FROM ${versions}
        JOIN ${projects} ON ${projects.id} = ${versions.projectId} AND ${isPublic}
        WHERE ${versions.fileId} = file.id LIMIT ${SAME_MAX})
      UNION ALL
      (SELECT ${pluginPackages.projectId}, ${pluginPackages.version} FROM ${pluginPackages}
        JOIN ${projects} ON ${projects.id} = ${pluginPackages.projectId} AND ${isPublic}
        WHERE ${pluginPackages.fileId} = file.id LIMIT ${SAME_MAX})
    ) AS place ON true
    ORDER BY file.created_at`)
  const origins = new Map<string, InstalledOrigin>()
  for (const row of foundSchema.parse(rows)) {
    const { sha256, project_id: projectId, version } = row
    const origin = origins.get(sha256) ?? { places: [], isGone: false }
    const isOfFirst = (origin.places[0]?.projectId ?? projectId) === projectId
    if (projectId !== null && version !== null && isOfFirst)
      origin.places.push({ projectId, version })
    origin.isGone ||= row.is_trashed
    origins.set(sha256, origin)
  }
  return origins
}

/** Of several publications of a plugin that whose author has proved to own the repository. */
async function idsByPlugin(db: Database, plugins: string[]): Promise<Map<string, string>> {
  if (plugins.length === 0) return new Map()
  const rows = await db
    .select({ id: projects.id, plugin: projects.manifestId })
    .from(projects)
    .where(and(isAnyOf(projects.manifestId, plugins), isPublic))
    .orderBy(isNotNull(projects.ownerProof), sql`${projects.createdAt} DESC`)
  // The last one of a plugin stays.
  return new Map(rows.map(({ id, plugin }) => [plugin ?? '', id]))
}

/** One parameter whatever their number: a list of hundreds is built, parsed and planned for longer than it is looked up. */
export const isAnyOf = (column: PgColumn, values: readonly string[]) =>
  sql`${column} = ANY(${sql.param([...new Set(values)])}::text[])`

/** For statements about many versions. */
export const isOneOf = (places: readonly Place[]) =>
  places.length === 0
    ? sql`false`
    : sql`(${versions.projectId}, ${versions.version}) IN (
        SELECT place."projectId", place.version
        FROM jsonb_to_recordset(${JSON.stringify(places)}::jsonb) AS place ("projectId" text, version text))`
