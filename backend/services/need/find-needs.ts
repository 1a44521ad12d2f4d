import { and, desc, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { USED_BY_MAX } from '#lib/contract/update/needs.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { fileNeeds, projects, versions } from '#backend/db/tables.ts'
import { isListed, isPublic } from '#backend/db/visible.ts'

/*
 * What projects need is named in two places: plugins in their manifest, other kinds in their current file. A name is the id of a project
 * of that kind, or of a plugin in its manifest.
 */

/** The needs of `projects`, in the order of their manifests. */
const needsOfProject = sql`
  SELECT 'plugin' AS kind, need.value ->> 'id' AS named, need.value ->> 'minimum_version' AS minimum, need.place
  FROM jsonb_array_elements(${projects.manifest} -> 'dependencies') WITH ORDINALITY AS need (value, place)
  UNION ALL
  SELECT ${fileNeeds.kind}, ${fileNeeds.named}, ${fileNeeds.minimum}, ${fileNeeds.place}
  FROM ${fileNeeds} WHERE ${fileNeeds.fileId} = ${projects.fileId}`

const namedSchema = z.array(
  z.object({ by: z.string(), kind: kindSchema, named: z.string(), minimum: z.string() }),
)
export type NamedNeed = z.infer<typeof namedSchema>[number]

/** What projects need, in their order, at most `limit`. */
export async function findNamed(db: Database, ids: string[], limit: number): Promise<NamedNeed[]> {
  if (ids.length === 0) return []
  const all = sql`${sql.param(ids)}::text[]`
  const { rows } = await db.execute(sql`
    SELECT ${projects.id} AS by, need.kind, need.named, need.minimum
    FROM ${projects} CROSS JOIN LATERAL (${needsOfProject}) AS need
    WHERE ${projects.id} = ANY(${all}) AND ${isPublic}
    ORDER BY array_position(${all}, ${projects.id}::text), need.place LIMIT ${limit}`)
  return namedSchema.parse(rows)
}

export const keyOf = ({ kind, named }: Pick<NamedNeed, 'kind' | 'named'>) => `${kind} ${named}`

const columns = {
  id: projects.id,
  kind: projects.kind,
  version: projects.version,
  repositoryStatus: projects.repositoryStatus,
}

/** The public projects that are meant, by the keys of their names. */
export async function findMeant(db: Database, needs: NamedNeed[]) {
  const names = [...new Set(needs.map(({ named }) => named))]
  if (names.length === 0) return new Map<string, Meant>()
  const rows = await db
    .select({ ...columns, manifestId: projects.manifestId })
    .from(projects)
    .where(and(or(inArray(projects.id, names), inArray(projects.manifestId, names)), isPublic))
    // Where two repositories claim an id, the one whose owner is proved.
    .orderBy(isNotNull(projects.ownerProof), desc(projects.createdAt))
  return new Map(
    rows.flatMap(({ manifestId, ...row }) => [
      [keyOf({ kind: row.kind, named: row.id }), row] as const,
      ...(manifestId === null
        ? []
        : [[keyOf({ kind: row.kind, named: manifestId }), row] as const]),
    ]),
  )
}
export type Meant = Pick<
  typeof projects.$inferSelect,
  'id' | 'kind' | 'version' | 'repositoryStatus'
>

/** The withdrawn versions of projects. */
export async function findWithdrawn(db: Database, ids: string[]) {
  if (ids.length === 0) return new Map<string, { version: string }[]>()
  const rows = await db
    .select({ projectId: versions.projectId, version: versions.version })
    .from(versions)
    .where(
      and(
        inArray(versions.projectId, ids),
        isNotNull(versions.yankedAt),
        isNull(versions.publishAt),
      ),
    )
  return Map.groupBy(rows, ({ projectId }) => projectId)
}

/** The projects that need one of `target`, a table with `id`, `kind` and `manifest_id`. Index: `projects_by_need`, `file_needs_by_named`. */
const usersOf = (target: SQL): SQL => sql`
  SELECT users.id, users.kind, users.manifest_id, users.file_id FROM ${target} AS target
  JOIN projects AS users ON users.manifest -> 'dependencies'
    @> jsonb_build_array(jsonb_build_object('id', target.manifest_id))
  WHERE target.manifest_id IS NOT NULL
  UNION
  SELECT users.id, users.kind, users.manifest_id, users.file_id FROM ${target} AS target
  JOIN file_needs AS need ON need.kind = target.kind AND need.named IN (target.id, target.manifest_id)
  JOIN projects AS users ON users.file_id = need.file_id`

const usersSchema = z.array(z.object({ id: z.string(), total: z.coerce.number() }))

/** The most popular listed projects that need one, and how many there are. */
export async function findUsers(db: Database, id: string) {
  const { rows } = await db.execute(sql`
    WITH needed AS (SELECT id, kind, manifest_id FROM projects WHERE id = ${id})
    SELECT ${projects.id} AS id, count(*) OVER () AS total FROM ${projects}
    WHERE ${projects.id} IN (SELECT id FROM (${usersOf(sql`needed`)}) AS users) AND ${isListed} AND ${projects.id} <> ${id}
    ORDER BY ${projects.downloads} DESC, ${projects.id} LIMIT ${USED_BY_MAX}`)
  const users = usersSchema.parse(rows)
  return { ids: users.map((user) => user.id), total: users[0]?.total ?? 0 }
}

const relatedSchema = z.array(z.object({ id: z.string(), kind: kindSchema }))

/** Projects whose pages name one of these: those that need it, up to `NEEDS_DEPTH`, and those that it needs. */
export async function findNaming(db: Database | Transaction, ids: string[], limit: number) {
  const { rows } = await db.execute(sql`
    WITH changed AS (SELECT id, kind, manifest_id, manifest, file_id FROM projects WHERE id = ANY(${sql.param(ids)}::text[])),
    users AS (${usersOf(sql`changed`)}),
    users_of_users AS (${usersOf(sql`users`)})
    SELECT id, kind FROM users UNION SELECT id, kind FROM users_of_users
    UNION
    SELECT needed.id, needed.kind FROM changed CROSS JOIN LATERAL (
      SELECT 'plugin' AS kind, need ->> 'id' AS named FROM jsonb_array_elements(changed.manifest -> 'dependencies') AS need
      UNION ALL
      SELECT need.kind, need.named FROM file_needs AS need WHERE need.file_id = changed.file_id
    ) AS need
    JOIN projects AS needed ON needed.kind = need.kind AND (needed.id = need.named OR needed.manifest_id = need.named)
    LIMIT ${limit}`)
  return relatedSchema.parse(rows)
}
