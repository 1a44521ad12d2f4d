import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { freePort } from '#scripts/free-port.ts'
import { seedCatalogue } from '#scripts/seed-catalogue.ts'
import { startStack } from '#scripts/stack.ts'
import { circumstances, percentile, writePart } from './report.ts'
import { collectSamples } from './samples.ts'

/** Each call is made so often, one after the other, after so many that only warm up. */
const REQUESTS = 400
const WARM_UP = 80
const SIZES = [100, 100_000, 1_000_000]
/** The embedded database lives in one process's memory and is meant for less. */
const EMBEDDED_MAX = 100_000

type Row = { p50: number; p99: number }
/** Times by what was tried, for one engine and size. */
type Column = { engine: string; projects: number; rows: Map<string, Row> }
type Place = { engine: string; most: number; url?: string; end: () => Promise<void> }

/**
 * How long calls take in the backend, over loopback and one at a time, on catalogues that grow up to
 * `projects`: on the embedded database, and on a PostgreSQL server where `DATABASE_URL` names one (in
 * a database of its own there, dropped afterwards).
 */
export async function benchCatalogue(projects: number): Promise<void> {
  const columns: Column[] = []
  const server = process.env['DATABASE_URL']
  const places = [
    ...(server ? [await onServer(server)] : []),
    { engine: 'embedded', most: EMBEDDED_MAX, end: async () => undefined },
  ]
  if (!server) console.log('No DATABASE_URL: PostgreSQL is left out.')
  for (const place of places) {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bench-'))
    try {
      for (const size of SIZES.filter((one) => one <= Math.min(projects, place.most))) {
        columns.push(await measure(place, dataDir, size))
      }
    } finally {
      await place.end()
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  await writePart('catalogue', report(columns))
}

async function onServer(address: string): Promise<Place> {
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
  return { engine: 'PostgreSQL', most: Infinity, url: url.href, end }
}

async function measure(place: Place, dataDir: string, projects: number): Promise<Column> {
  const { engine, url } = place
  console.log(`\n${engine}, ${projects} projects`)
  await seedCatalogue({
    projects,
    dataDir,
    databaseUrl: url,
    say: () => undefined,
    onProgress: ({ done, total, what }) => {
      if (done === total) console.log(`${what}: ${total}`)
    },
  })
  const backendPort = String(await freePort())
  const stack = await startStack({
    env: {
      ...process.env,
      DATABASE_URL: url ?? '',
      BACKEND_URL: '',
      BACKEND_PORT: backendPort,
      RATE_FACTOR: '1000000',
    },
    dataDir,
    say: () => undefined,
    onProgress: () => undefined,
    onDeath: console.error,
    isHeadless: true,
  })
  try {
    const api = `http://127.0.0.1:${backendPort}/api/v1`
    const rows = new Map<string, Row>()
    for (const [what, paths] of await collectSamples(api, REQUESTS)) {
      const row = await time(api, paths)
      console.log(`  ${what}: p50 ${row.p50.toFixed(1)} ms, p99 ${row.p99.toFixed(1)} ms`)
      rows.set(what, row)
    }
    return { engine, projects, rows }
  } finally {
    await stack.stop()
  }
}

async function time(api: string, paths: string[]): Promise<Row> {
  const times: number[] = []
  for (const [at, one] of [...paths.slice(0, WARM_UP), ...paths].entries()) {
    const begun = performance.now()
    const answer = await fetch(`${api}${one}`)
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${one} answers ${answer.status}.`)
    if (at >= WARM_UP) times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

function report(columns: Column[]): string {
  const heads = columns.map(
    ({ engine, projects }) => `${engine}, ${projects.toLocaleString('en')}: p50 / p99 ms`,
  )
  const [first] = columns
  const lines = [...(first?.rows.keys() ?? [])].map((what) => {
    const cells = columns.map(({ engine, projects, rows }) => {
      const row = rows.get(what)
      if (!row) return '–'
      const before = columns.findLast((one) => one.engine === engine && one.projects < projects)
      const growth = before && row.p50 / (before.rows.get(what)?.p50 ?? NaN)
      return `${row.p50.toFixed(1)} / ${row.p99.toFixed(1)}${growth ? ` (× ${growth.toFixed(1)})` : ''}`
    })
    return `| ${what} | ${cells.join(' | ')} |`
  })
  return `## Catalogues of different size

Made by \`npm run bench -- --projects ${columns.at(0) ? Math.max(...columns.map(({ projects }) => projects)) : 0}\` on ${circumstances()}.
Milliseconds of a call to the backend over loopback, its JSON read whole; ${REQUESTS} different calls of each
sort, one after the other. In brackets how p50 grew from the smaller catalogue before. Everything runs
on one machine with its database's default settings.

| What | ${heads.join(' | ')} |
| --- | ${heads.map(() => '--:').join(' | ')} |
${lines.join('\n')}`
}
