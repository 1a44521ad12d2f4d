import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Bulk, loadLarge } from '#backend/demo/large/load.ts'
import { freePort } from './free-port.ts'
import { openFolder } from './pglite-folder.ts'
import { startStack } from './stack.ts'

type Options = {
  projects: number
  dataDir: string
  /** A PostgreSQL server; without it the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  say: (line: string) => void
  onProgress: (progress: { done: number; total: number; what: string }) => void
}

/**
 * Makes a large catalogue: the demo projects first, whose pictures and files the others share, then
 * as many more as asked for, by COPY. Nobody else may be writing meanwhile.
 * @returns how many were added; those of an earlier run are kept.
 */
export async function seedCatalogue(options: Options): Promise<number> {
  const { projects, dataDir, databaseUrl, say, onProgress } = options
  const stack = await startStack({
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl ?? '',
      BACKEND_URL: '',
      BACKEND_PORT: String(await freePort()),
      DEMO: '1',
    },
    dataDir,
    say,
    onProgress,
    onDeath: say,
    isHeadless: true,
  })
  await stack.stop()
  const { bulk, close } = await (databaseUrl ? onServer(databaseUrl) : inFolder(dataDir))
  try {
    return await loadLarge(bulk, projects, (done, total, what) => onProgress({ done, total, what }))
  } finally {
    say('Taking stock of what is frequent …')
    await bulk.query('VACUUM ANALYZE')
    await close()
  }
}

async function onServer(connectionString: string) {
  const client = new Client({ connectionString })
  await client.connect()
  const bulk: Bulk = {
    query: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    copy: async (target, lines) =>
      pipeline(Readable.from(lines), client.query(copyFrom(`COPY ${target} FROM STDIN`))),
  }
  return { bulk, close: () => client.end() }
}

/** The embedded database takes no COPY over its socket, but one from memory. */
async function inFolder(dataDir: string) {
  const { db, release } = await openFolder(path.join(dataDir, 'database'), {
    files: path.join(dataDir, 'files'),
  })
  const bulk: Bulk = {
    query: async (sql) => (await db.query<Record<string, unknown>>(sql)).rows,
    copy: async (target, lines) => {
      const blob = new Blob([...lines])
      await db.query(`COPY ${target} FROM '/dev/blob'`, [], { blob })
    },
  }
  const close = async () => {
    await db.close()
    await release()
  }
  return { bulk, close }
}
