import { mkdtemp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

/*
 * Serves an embedded PostgreSQL over its own protocol until it is told to stop.
 * Usage: pglite.ts FOLDER, or pglite.ts --memory. Says `{url}` to its parent and on standard output.
 */

const extensions = { pg_trgm, unaccent }
const INITIALISING = '.initialising'

async function main() {
  const [target] = process.argv.slice(2)
  if (target === undefined) throw new Error('Usage: pglite.ts FOLDER | --memory')
  const db = await (target === '--memory'
    ? PGlite.create({ extensions })
    : openFolder(path.resolve(target)))

  // A folder of our own, since whoever reaches the socket is the database's owner.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pg-'))
  const server = new PGLiteSocketServer({ db, path: path.join(folder, '.s.PGSQL.5432') })
  await server.start()
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
  process.send?.({ url })
  process.stdout.write(`${url}\n`)

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await server.stop()
    await db.close()
    await rm(folder, { recursive: true, force: true })
    process.exit(0)
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
  if (process.send) process.on('disconnect', stop)
}

/**
 * Opens the folder; a new one is initialised under another name and then renamed, because a kill
 * during the initialisation leaves a folder that hangs at the next start.
 */
async function openFolder(folder: string): Promise<PGlite> {
  const temporary = `${folder}${INITIALISING}`
  await rm(temporary, { recursive: true, force: true })
  if (!(await exists(folder))) {
    await mkdir(path.dirname(folder), { recursive: true })
    const first = await PGlite.create({ dataDir: temporary, extensions })
    await first.query('SELECT 1')
    await first.close()
    await rename(temporary, folder)
  }
  return PGlite.create({ dataDir: folder, extensions })
}

async function exists(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0
  } catch {
    return false
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
