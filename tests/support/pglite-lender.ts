import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { migrate } from '#backend/db/migrate.ts'

/*
 * Usage: pglite-lender.ts TEMPLATE. Serves one PGlite at a time: `open` from the parent process
 * opens a copy of the template and is answered with `{url}`, `close` drops it. The first lender
 * creates the template. The compiled WebAssembly module stays in the process, so every database but
 * the first opens in half a second.
 */

const [, , template = ''] = process.argv
const extensions = { pg_trgm, unaccent }

async function serve(db: PGlite) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pg-'))
  // A client that reconnects may open its next connection before the last one is closed.
  const socket = path.join(folder, '.s.PGSQL.5432')
  const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 4 })
  await server.start()
  const close = async () => {
    await server.stop()
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`, close }
}

/** Writes the data directory of a migrated, empty database as an uncompressed tar archive. */
async function createTemplate(): Promise<void> {
  const db = await PGlite.create({ extensions })
  const { url, close } = await serve(db)
  await migrate(url)
  const archive = await db.dumpDataDir('none')
  await writeFile(template, new Uint8Array(await archive.arrayBuffer()))
  await close()
}

if (!existsSync(template)) await createTemplate()
const archive = new Blob([await readFile(template)])
let current: Awaited<ReturnType<typeof serve>> | undefined

process.on('message', async (command) => {
  if (command === 'open') {
    current = await serve(await PGlite.create({ extensions, loadDataDir: archive }))
    process.send?.({ url: current.url })
  } else {
    await current?.close()
    process.send?.({ url: null })
  }
})
process.on('disconnect', () => process.exit(0))
