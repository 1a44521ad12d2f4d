import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { iconSearchQuerySchema, searchQuerySchema } from '#lib/contract/search.ts'
import { connect, type Database } from '#backend/db/connect.ts'
import { searchIcons } from '#backend/services/search/search-icons.ts'
import { searchProjects } from '#backend/services/search/search.ts'
import { loadConfiguration } from '#scripts/settings/configuration.ts'
import { type CallTimes, startApi, timeCalls } from './api-calls.ts'
import { REQUESTS } from './catalogue.ts'
import { circumstances } from './report.ts'
import { collectSamples } from './samples.ts'

/** Where the plans are written. */
const PLANS_FILE = 'test-results/search-plans.md'
/** Slowest calls of each kind whose plans are written. */
const EXPLAINED = 1
/** Longest line of a plan: conditions may hold hundreds of words. */
const LINE_MAX = 180

type Statement = { text: string; values: unknown[] }
const planSchema = z.array(z.object({ 'QUERY PLAN': z.string() }))

/**
 * Measures searches on the catalogue of `DATABASE_URL` and `DATA_DIR` as it is, and writes the
 * plans of the slowest ones.
 */
export async function benchSearches(): Promise<void> {
  const { config } = loadConfiguration()
  const rows = new Map<string, CallTimes>()
  const { api, stop } = await startApi(path.resolve(config.DATA_DIR), config.DATABASE_URL)
  try {
    for (const [what, paths] of await collectSamples(api, REQUESTS)) {
      if (!/^(?:search|single icons):/.test(what)) continue
      const row = await timeCalls(api, paths)
      console.log(`${what}: p50 ${row.p50.toFixed(1)} ms, p99 ${row.p99.toFixed(1)} ms`)
      rows.set(what, row)
    }
  } finally {
    await stop()
  }
  await mkdir(path.dirname(PLANS_FILE), { recursive: true })
  await writeFile(PLANS_FILE, await report(config.DATABASE_URL, rows))
  console.log(PLANS_FILE)
}

async function report(url: string, rows: Map<string, CallTimes>): Promise<string> {
  const recorded: Statement[] = []
  const onStatement = (text: string, values: unknown[]) => recorded.push({ text, values })
  const db = connect({ url, poolSize: 2, onStatement })
  try {
    const { rows: counts } = await db.$client.query<{ projects: number }>(
      'SELECT count(*)::integer AS projects FROM search_documents',
    )
    const parts: string[] = []
    for (const [what, { p50, p99, slowest }] of rows) {
      parts.push(`## ${what}`, `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms.`)
      for (const address of slowest.slice(0, EXPLAINED)) {
        recorded.length = 0
        await call(db, address)
        parts.push(`\`${address}\``, ...(await explainAll(db, [...recorded])))
      }
    }
    return `# Plans of the slowest searches

Measured by \`npm run bench -- --searches\` on ${circumstances()}, ${counts[0]?.projects} projects on
PostgreSQL: ${REQUESTS} calls of each kind over loopback, one after the other. Each plan is that of the slowest call of
its kind, run again; statements of less than a millisecond are left out, and so are the ends of long conditions.

${parts.join('\n\n')}
`
  } finally {
    await db.close()
  }
}

function call(db: Database, address: string): Promise<unknown> {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const query = Object.fromEntries(searchParams)
  return pathname === '/index/icons'
    ? searchIcons(db, iconSearchQuerySchema.parse(query))
    : searchProjects(db, searchQuerySchema.parse(query))
}

async function explainAll(db: Database, statements: Statement[]): Promise<string[]> {
  const plans: string[] = []
  for (const { text, values } of statements) {
    if (!/^\s*(?:SELECT|WITH)\b/i.test(text)) continue
    const { rows } = await db.$client.query(
      `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) ${text}`,
      values,
    )
    const lines = planSchema.parse(rows).map((row) => row['QUERY PLAN'])
    const execution = Number(/[\d.]+/.exec(lines.at(-1) ?? '')?.[0])
    if (execution < 1) continue
    const shortened = lines.map((line) =>
      line.length > LINE_MAX ? `${line.slice(0, LINE_MAX)} …` : line,
    )
    plans.push(['```', ...shortened, '```'].join('\n'))
  }
  return plans
}
