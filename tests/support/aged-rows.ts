import { mkdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from 'pg'
import { z } from 'zod'
import { KEY_COLUMNS } from '#backend/services/file/known-keys.ts'
import { pathOfKey } from '#backend/storage/folder-keys.ts'

/* Rows of every table, by the catalogue of the database itself: a table or column that is added has some without a change here. */

export const DAY_MS = 24 * 3_600_000
/** In days. */
export const AGES = [0, 2, 8, 40]
/** The same in every database of a process, so that its rows can be compared. */
const NOW = Date.now()
export const inDays = (days: number) => new Date(NOW + days * DAY_MS)

const columnSchema = z.object({
  table: z.string(),
  name: z.string(),
  type: z.string(),
  is_key: z.boolean(),
  to_table: z.string().nullable(),
  to_column: z.string().nullable(),
})
type Column = z.infer<typeof columnSchema>

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
    EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY(i.indkey)) AS is_key,
    to_table, to_column
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN LATERAL (
      SELECT f.confrelid::regclass::text AS to_table, b.attname AS to_column
      FROM pg_constraint f JOIN pg_attribute b ON b.attrelid = f.confrelid
        AND b.attnum = f.confkey[array_position(f.conkey, a.attnum)]
      WHERE f.conrelid = c.oid AND f.contype = 'f' AND a.attnum = ANY(f.conkey) LIMIT 1
    ) referred ON true
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attidentity = '' AND a.attgenerated = ''
  ORDER BY c.relname, a.attnum`

/** Values of a row by column, of a variant such as `40-over`. */
export type Row = Record<string, unknown>
type Variant = { tag: string; at: Date; isOver: boolean }
/** The shapes of the rows of a table, each with its values; a table without has one of no values of its own. */
export type Shapes = Record<string, Record<string, (variant: Variant) => Row>>

/** Times at which something ends or is due: over, or in ten days. */
const isEnd = (name: string) => /expire|ends_at|until|due_at|publish_at/.test(name)
const isStored = ({ table, name }: Column) =>
  KEY_COLUMNS.some((one) => one.table === table && one.key === name)
export const idOf = (name: string, shape: string, tag: string) => `${name}-${shape}-${tag}`

function valueOf(column: Column, shape: string, { at, isOver, tag }: Variant): unknown {
  const { table, name, type, is_key: isKey } = column
  const end = isOver ? at : inDays(10)
  const number = [...tag].reduce((sum, letter) => sum * 7 + (letter.codePointAt(0) ?? 0), 0) % 1e6
  if (isStored(column)) return idOf(`${table}-${name}`.replaceAll('_', '-'), shape, tag)
  if (type.startsWith('timestamp')) return isEnd(name) ? end : at
  if (type === 'date') return new Date(at.getTime() - (isOver ? DAY_MS : 0))
  if (type.endsWith('[]')) return '{}'
  if (type === 'jsonb') return '{}'
  if (type === 'tsvector') return ''
  if (type === 'boolean') return false
  if (type === 'bigint' && isEnd(name)) return end.getTime()
  if (/^(bigint|integer|real|double precision)$/.test(type)) return isKey ? number : 1
  if (/^(text|character varying)$/.test(type)) return idOf(name, shape, tag)
  throw new Error(`no value for ${table}.${name} of type ${type}`)
}

/** The tables, those that others refer to first. */
function inOrder(columns: Column[]): string[] {
  const tables = [...new Set(columns.map(({ table }) => table))]
  const done: string[] = []
  const add = (table: string) => {
    if (done.includes(table)) return
    for (const { table: from, to_table: to } of columns)
      if (from === table && to && to !== table) add(to)
    done.push(table)
  }
  for (const table of tables) add(table)
  return done
}

/**
 * Adds rows of each age, shape and end to every table, with an object for each storage key.
 * @returns the tables.
 */
export async function addAgedRows(
  client: Client,
  folder: string,
  shapes: Shapes,
): Promise<string[]> {
  const columns = z.array(columnSchema).parse((await client.query(COLUMNS)).rows)
  const tables = inOrder(columns)
  const shapesOf = (table: string) => Object.entries(shapes[table] ?? { row: () => ({}) })
  const variants = AGES.flatMap((days) =>
    [true, false].map((isOver) => ({
      tag: `${days}-${isOver ? 'over' : 'kept'}`,
      at: inDays(-days),
      isOver,
    })),
  )
  // The first row of each table and variant, which others refer to.
  const first = new Map<string, Row>()
  for (const table of tables) {
    const own = columns.filter((column) => column.table === table)
    for (const variant of variants) {
      for (const [shape, make] of shapesOf(table)) {
        const referred = ({ to_table: to, to_column: column }: Column) =>
          first.get(`${to} ${variant.tag}`)?.[column ?? '']
        const row: Row = Object.fromEntries(
          own.map((column) => [
            column.name,
            column.to_table ? referred(column) : valueOf(column, shape, variant),
          ]),
        )
        Object.assign(row, make(variant))
        const added = await insert(client, table, row)
        const place = `${table} ${variant.tag}`
        if (!first.has(place)) first.set(place, added)
        for (const column of own.filter(isStored)) await store(folder, row[column.name])
      }
    }
  }
  return tables
}

async function insert(client: Client, table: string, row: Row): Promise<Row> {
  const names = Object.keys(row).map((name) => `"${name}"`)
  const places = names.map((_, at) => `$${at + 1}`)
  const statement = `INSERT INTO "${table}" (${names.join()}) VALUES (${places.join()}) RETURNING *`
  const { rows } = await client.query<Row>(statement, Object.values(row))
  return rows[0] ?? {}
}

/** An object that no sweep takes for one of an upload that runs. */
export async function store(folder: string, key: unknown): Promise<void> {
  if (typeof key !== 'string') return
  const file = pathOfKey(folder, key)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, key)
  const at = new Date(Date.now() - DAY_MS)
  await utimes(file, at, at)
}

/** The columns that have a value, in every row: `table key column`. */
export async function filledColumns(client: Client): Promise<Set<string>> {
  const { rows } = await client.query(KEYS)
  const keys = z.array(z.object({ table: z.string(), names: z.array(z.string()) })).parse(rows)
  const selects = keys.map(
    ({ table, names }) => `
      SELECT concat_ws(' ', '${table}', ${names.map((name) => `t."${name}"`).join()}, filled.key) AS place
      FROM "${table}" t, jsonb_each_text(to_jsonb(t)) filled WHERE filled.value <> ''`,
  )
  const found = await client.query(selects.join(' UNION ALL '))
  return new Set(
    z
      .array(z.object({ place: z.string() }))
      .parse(found.rows)
      .map(({ place }) => place),
  )
}

/** Each table with the columns of its primary key, or of another unique one. */
const KEYS = `
  SELECT DISTINCT ON (c.oid) c.relname AS table, ARRAY(
      SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum = ANY(i.indkey) ORDER BY attnum) AS names
  FROM pg_class c LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisunique AND i.indpred IS NULL
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
  ORDER BY c.oid, i.indisprimary DESC NULLS LAST`
