import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { openFolder, openMemory } from './pglite-folder.ts'

/*
 * Serves an embedded PostgreSQL over its own protocol until it is told to stop.
 * Usage: pglite.ts FOLDER, or pglite.ts --memory. Says `{url}` to its parent and on standard output.
 */

/**
 * All connections share one session, so a client uses one at a time. The others are for the moment
 * in which it has given up one and opens the next.
 */
const CONNECTIONS_MAX = 4

/** What a wish to stop does now; from the first moment on, or a parent's death goes unnoticed. */
let stop: () => void = () => process.exit(0)

async function main() {
  process.on('SIGTERM', () => stop()).on('SIGINT', () => stop())
  if (process.send) process.on('disconnect', () => stop())
  const [target] = process.argv.slice(2)
  if (target === undefined) throw new Error('Usage: pglite.ts FOLDER | --memory')
  const { db, release } = await (target === '--memory' ? openMemory() : openFolder(target))

  // A folder of our own, since whoever reaches the socket is the database's owner.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pg-'))
  const isWindows = process.platform === 'win32'
  const place = isWindows ? { port: 0 } : { path: path.join(folder, '.s.PGSQL.5432') }
  const server = new PGLiteSocketServer({ db, ...place, maxConnections: CONNECTIONS_MAX })
  await server.start()

  let isStopping = false
  const end = async () => {
    if (isStopping) return
    isStopping = true
    await server.stop()
    await db.close()
    await release()
    await rm(folder, { recursive: true, force: true })
    process.exit(0)
  }
  stop = () => void end().catch(fail)
  const url = isWindows
    ? `postgres://postgres@${server.getServerConn()}/postgres`
    : `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
  if (process.connected) process.send?.({ url })
  process.stdout.write(`${url}\n`)
}

function fail(error: unknown) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

main().catch(fail)
