import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { API_BASE } from '#lib/contract/limits.ts'
import { visit } from './site.ts'

/** Requests to a backend, one after the other, until `end`. @returns how many were answered, and the refused ones. */
export function keepAsking(url: string, paths: readonly string[]) {
  const stopped = new AbortController()
  const refused: string[] = []
  let asked = 0
  let slowestMs = 0
  const ended = (async () => {
    while (!stopped.signal.aborted) {
      for (const path of paths) {
        const { status, ms } = await visit(`${url}${API_BASE}${path}`)
        asked += 1
        slowestMs = Math.max(slowestMs, ms)
        if (status >= 500 || status === 0)
          refused.push(`${path} ${status} after ${ms.toFixed(0)} ms`)
      }
      await delay(20)
    }
  })()
  return async () => {
    stopped.abort()
    await ended
    return { asked, refused, slowestMs }
  }
}

/** A transaction that has read every table that a migration may change, as `pg_dump` does. @returns a function that ends it. */
export async function readAllTables(url: string) {
  const client = new Client({ connectionString: url, application_name: 'pg_dump' })
  await client.connect()
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const { rows } = await client.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
  )
  await client.query(`LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN ACCESS SHARE MODE`)
  await client.query('SELECT count(*) FROM settings')
  return async () => {
    await client.query('COMMIT')
    await client.end()
  }
}
