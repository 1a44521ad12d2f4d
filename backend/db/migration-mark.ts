import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Client, escapeLiteral } from 'pg'
import { z } from 'zod'
import { VERSION } from '#lib/version.ts'
import { readMigrationTimes } from './newest-migration.ts'

/** Its comment has the release that has migrated last: no row, which a backup would copy. */
export const TABLE = 'drizzle.__drizzle_migrations'

const releasesSchema = z.array(z.object({ version: z.string(), migrations: z.number() }))
const markSchema = z.object({ version: z.string(), oldest: z.string() })
const stateSchema = z.object({ last: z.coerce.number(), comment: z.string().nullable() })
type Mark = z.infer<typeof markSchema>

/** The newest migration of the database in ms since the epoch, 0 for an empty one; and the release that has applied it, if it has left its mark. */
export async function readState(client: Client): Promise<{ last: number; mark: Mark | undefined }> {
  const { rows: found } = await client.query('SELECT to_regclass($1) AS table', [TABLE])
  if (z.object({ table: z.null() }).safeParse(found[0]).success) return { last: 0, mark: undefined }
  const { rows } = await client.query(
    `SELECT coalesce(max(created_at), 0) AS last, obj_description('${TABLE}'::regclass) AS comment FROM ${TABLE}`,
  )
  const { last, comment } = stateSchema.parse(rows[0])
  return { last, mark: comment === null ? undefined : markSchema.parse(JSON.parse(comment)) }
}

export async function writeMark(client: Client, former: Mark | undefined): Promise<void> {
  const mark: Mark = { version: VERSION, oldest: await oldestBeside() }
  if (former?.version === mark.version && former.oldest === mark.oldest) return
  await client.query(`COMMENT ON TABLE ${TABLE} IS ${escapeLiteral(JSON.stringify(mark))}`)
}

/** A release works with a database of the next one (decision 88), and with none of a later one. */
export function refuseNewer(mark: Mark | undefined): void {
  if (mark === undefined || !isOlder(VERSION, mark.oldest)) return
  throw new Error(
    `Release ${mark.version} has migrated this database, and ${mark.oldest} is the oldest that works with it; this is ${VERSION}: start release ${mark.version}.`,
  )
}

const isOlder = (a: string, b: string): boolean => {
  const numbers = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10))
  const [left, right] = [numbers(a), numbers(b)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at !== -1 && (left[at] ?? 0) < (right[at] ?? 0)
}

/** The release before: the newest one that has fewer migrations than this. */
async function oldestBeside(): Promise<string> {
  const file = path.join(import.meta.dirname, '../../docs/releases.json')
  const releases = releasesSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const count = (await readMigrationTimes()).length
  return releases.findLast(({ migrations }) => migrations < count)?.version ?? VERSION
}
