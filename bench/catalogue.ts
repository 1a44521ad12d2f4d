import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { commandVariables } from '#scripts/settings/configuration.ts'
import { seedCatalogue } from '#scripts/stack/seed-catalogue.ts'
import { type CallTimes, startApi, timeCalls } from './api-calls.ts'
import { circumstances, writePart } from './report.ts'
import { collectSamples } from './samples.ts'
import { timeUpdates } from './updates.ts'

/** Measured requests per kind of call, one after the other. */
export const REQUESTS = 2000
const SIZES = [100, 100_000, 1_000_000]
/** The embedded database runs in memory of one process and is meant for smaller catalogues. */
const EMBEDDED_MAX = 100_000

/** Times by kind of call, for one engine and size. */
type Column = { engine: string; projects: number; rows: Map<string, CallTimes> }
type Engine = { name: string; maxProjects: number; url?: string; end: () => Promise<void> }

/**
 * Measures calls of the backend, over loopback and one at a time, on catalogues of up to `projects`
 * projects: on the embedded database, and on the PostgreSQL server of `DATABASE_URL`, in a temporary
 * database.
 */
export async function benchCatalogue(projects: number): Promise<void> {
  const columns: Column[] = []
  const server = commandVariables().DATABASE_URL
  const engines = [
    ...(server ? [await onServer(server)] : []),
    { name: 'embedded', maxProjects: EMBEDDED_MAX, end: async () => undefined },
  ]
  if (!server) console.log('No DATABASE_URL: PostgreSQL is skipped.')
  for (const engine of engines) {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bench-'))
    try {
      for (const size of SIZES.filter((count) => count <= Math.min(projects, engine.maxProjects))) {
        columns.push(await measure(engine, dataDir, size))
      }
    } finally {
      await engine.end()
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  await writePart('catalogue', report(columns))
}

async function onServer(address: string): Promise<Engine> {
  const name = `bench_${process.pid}`
  const run = async (statement: string) => {
    const client = new Client({ connectionString: address })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`CREATE DATABASE ${name}`)
  const url = new URL(address)
  url.pathname = name
  const end = () => run(`DROP DATABASE ${name} WITH (FORCE)`)
  return { name: 'PostgreSQL', maxProjects: Infinity, url: url.href, end }
}

async function measure(engine: Engine, dataDir: string, projects: number): Promise<Column> {
  const { name, url } = engine
  console.log(`\n${name}, ${projects} projects`)
  await seedCatalogue({
    projects,
    dataDir,
    databaseUrl: url,
    print: () => undefined,
    onProgress: ({ done, total, what }) => {
      if (done === total) console.log(`${what}: ${total}`)
    },
  })
  const { api, stop } = await startApi(dataDir, url)
  try {
    const rows = new Map<string, CallTimes>()
    for (const [what, paths] of await collectSamples(api, REQUESTS)) {
      const row = await timeCalls(api, paths)
      console.log(`  ${what}: p50 ${row.p50.toFixed(1)} ms, p99 ${row.p99.toFixed(1)} ms`)
      rows.set(what, row)
    }
    for (const [what, row] of await timeUpdates(api, REQUESTS / 10)) rows.set(what, row)
    return { engine: name, projects, rows }
  } finally {
    await stop()
  }
}

function report(columns: Column[]): string {
  const headers = columns.map(
    ({ engine, projects }) => `${engine}, ${projects.toLocaleString('en')}: p50 / p99 ms`,
  )
  const [first] = columns
  const lines = [...(first?.rows.keys() ?? [])].map((what) => {
    const cells = columns.map(({ engine, projects, rows }) => {
      const row = rows.get(what)
      if (!row) return '–'
      const smaller = columns.findLast(
        (column) => column.engine === engine && column.projects < projects,
      )
      const growth = smaller && row.p50 / (smaller.rows.get(what)?.p50 ?? NaN)
      return `${row.p50.toFixed(1)} / ${row.p99.toFixed(1)}${growth ? ` (× ${growth.toFixed(1)})` : ''}`
    })
    return `| ${what} | ${cells.join(' | ')} |`
  })
  return `## Catalogues of different sizes

Measured by \`npm run bench -- --projects ${columns.at(0) ? Math.max(...columns.map(({ projects }) => projects)) : 0}\` on ${circumstances()}.
Milliseconds per call to the backend over loopback, including reading the JSON; ${REQUESTS} different calls of each
kind, one after the other. In brackets: growth of p50 against the next smaller catalogue. Everything runs
on one machine, with the default settings of the database.

| Call | ${headers.join(' | ')} |
| --- | ${headers.map(() => '--:').join(' | ')} |
${lines.join('\n')}`
}
