import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { encodedAddressSchema } from '#lib/variables.ts'
import { wholeLines } from './whole-lines.ts'

/** A table of the site, and its columns in their order, without generated ones. */
export type SiteTable = { name: string; columns: string[] }
/** Chunks of whole lines of COPY's text format. */
export type Lines = AsyncIterable<Uint8Array>

/** One session of a database, embedded or on a server. */
export type Rows = {
  query: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  copyOut: (table: SiteTable) => Lines
  copyIn: (table: SiteTable, lines: Lines) => Promise<void>
  close: () => Promise<void>
}

/** The same text for the same value in every database. */
const SETTINGS = `SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres';
  SET bytea_output = 'hex'; SET extra_float_digits = 1; SET client_encoding = 'UTF8'`
/** A transfer may take hours, and the work of one table minutes. */
const NO_LIMITS = `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0`
const CONNECT_TIMEOUT_MS = 10_000
/** Of a chunk, in bytes. */
const CHUNK_BYTES = 4 * 1024 * 1024
/** Pages of 8 kB, with the long values stored apart, whose rows the embedded database copies at once: the copy is in memory. */
const PAGES = 1024

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const listOf = ({ columns }: SiteTable) => columns.map(quote).join(', ')

/**
 * A session on a PostgreSQL server.
 * @param name how messages name the address, which may contain a password.
 * @throws Error with one sentence if it cannot be reached.
 */
export async function openServer(url: string, name: string): Promise<Rows> {
  const client = connectable(url, name)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`${SETTINGS}; ${NO_LIMITS}`)
  } catch (error) {
    await client.end().catch(() => undefined)
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new Error(`The database of ${name} cannot be reached${code}.`, { cause: error })
  }
  return {
    query: async (sql, values) => (await client.query<Record<string, unknown>>(sql, values)).rows,
    copyOut: (table) => {
      const statement = `COPY (SELECT ${listOf(table)} FROM public.${quote(table.name)}) TO STDOUT`
      return wholeLines(client.query(copyTo(statement)), CHUNK_BYTES)
    },
    async copyIn(table, lines) {
      const statement = `COPY public.${quote(table.name)} (${listOf(table)}) FROM STDIN`
      const sink = client.query(copyFrom(statement))
      // A refused row ends the stream while the next chunk is being read.
      const done = finished(sink)
      done.catch(() => undefined)
      try {
        for await (const chunk of lines) if (!sink.write(chunk)) await once(sink, 'drain')
      } catch (error) {
        sink.destroy(error instanceof Error ? error : new Error(String(error)))
        await done.catch(() => undefined)
        throw error
      }
      sink.end()
      await done
    },
    close: () => client.end(),
  }
}

function connectable(url: string, name: string): Client {
  if (!/^postgres(?:ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Error(`${name} is not an address that begins with postgres://.`)
  }
  const encoded = encodedAddressSchema.safeParse(url)
  if (!encoded.success) throw new Error(`${name}: ${encoded.error.issues[0]?.message}.`)
  return new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // How a migration that waits names it: `npm run backup`, and others that copy.
    fallback_application_name: 'keystrip copy of all rows',
  })
}

/** A session of an embedded database, of this version or of the previous one. */
export async function rowsOf(
  db: Pick<PGlite, 'query' | 'exec'>,
  close: () => Promise<void>,
): Promise<Rows> {
  await db.exec(`${SETTINGS}; ${NO_LIMITS}`)
  // Without values as the server takes it: several statements are allowed.
  const query: Rows['query'] = async (sql, values) =>
    values === undefined
      ? ((await db.exec(sql)).at(-1)?.rows ?? [])
      : (await db.query<Record<string, unknown>>(sql, values)).rows
  async function* copyOut(table: SiteTable): AsyncGenerator<Uint8Array> {
    const relation = `public.${quote(table.name)}`
    const [size] = await query(
      `SELECT pg_relation_size($1::regclass) / 8192 AS pages, pg_table_size($1::regclass) / 8192 AS total`,
      [relation],
    )
    const [pages, total] = [Number(size?.['pages']), Number(size?.['total'])]
    const atOnce = Math.max(1, Math.floor((PAGES * pages) / Math.max(total, 1)))
    for (let page = 0; page < pages; page += atOnce) {
      const range = `ctid >= '(${page},0)' AND ctid < '(${page + atOnce},0)'`
      const statement = `COPY (SELECT ${listOf(table)} FROM ${relation} WHERE ${range}) TO '/dev/blob'`
      const { blob } = await db.query(statement)
      if (blob && blob.size > 0) yield new Uint8Array(await blob.arrayBuffer())
    }
  }
  return {
    query,
    copyOut: (table) => wholeLines(copyOut(table), CHUNK_BYTES),
    async copyIn(table, lines) {
      const statement = `COPY public.${quote(table.name)} (${listOf(table)}) FROM '/dev/blob'`
      for await (const chunk of lines) {
        await db.query(statement, [], { blob: new Blob([Uint8Array.from(chunk)]) })
      }
    },
    close,
  }
}
