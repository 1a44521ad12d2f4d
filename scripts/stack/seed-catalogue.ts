import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { loadLarge } from '#demo/large/load.ts'
import type { BulkDb } from '#demo/large/templates.ts'
import { freePort } from './free-port.ts'
import { storageOf } from '#backend/storage/open.ts'
import { openFolder } from '#scripts/pglite/pglite-folder.ts'
import { startStack } from './stack.ts'

type Options = {
  projects: number
  dataDir: string
  /** Of a PostgreSQL server; the embedded database in `dataDir` if undefined. */
  databaseUrl: string | undefined
  print: (line: string) => void
  onProgress: (progress: { done: number; total: number; what: string }) => void
}

/**
 * Fills a large catalogue: the demo projects, and up to `projects` more by COPY, which share their
 * pictures and files. Nothing else may write at the same time.
 * @returns how many projects were added; those of an earlier run stay.
 */
export async function seedCatalogue(options: Options): Promise<number> {
  const { projects, dataDir, databaseUrl, print, onProgress } = options
  const stack = await startStack({
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl ?? '',
      BACKEND_URL: '',
      BACKEND_PORT: String(await freePort()),
      DEMO: '1',
    },
    dataDir,
    print,
    onProgress,
    onExit: print,
    isHeadless: true,
  })
  await stack.stop()
  const { bulk, close } = await (databaseUrl ? onServer(databaseUrl) : inFolder(dataDir))
  try {
    return await loadLarge(bulk, projects, (done, total, what) => onProgress({ done, total, what }))
  } finally {
    print('Collecting table statistics …')
    await bulk.query('VACUUM ANALYZE')
    await close()
  }
}

async function onServer(connectionString: string) {
  const client = new Client({ connectionString })
  await client.connect()
  const bulk: BulkDb = {
    query: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    copy: async (target, lines) =>
      pipeline(Readable.from(lines), client.query(copyFrom(`COPY ${target} FROM STDIN`))),
  }
  return { bulk, close: () => client.end() }
}

/** The embedded database supports COPY from memory only, not over its socket. */
async function inFolder(dataDir: string) {
  const { db, release } = await openFolder(path.join(dataDir, 'database'), {
    files: await storageOf(process.env, dataDir),
  })
  const bulk: BulkDb = {
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
