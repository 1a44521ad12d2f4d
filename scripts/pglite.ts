import { lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { openFolder, openMemory } from './pglite-folder.ts'

/*
 * Serves an embedded PostgreSQL over its own protocol until it is told to stop.
 * Usage: pglite.ts FOLDER, or pglite.ts --memory. Says `{url}` to its parent, or on standard output.
 * `--files FOLDER`: the stored files; `--socket FOLDER`, on Windows `--socket PORT`: where it
 * listens, so that a process in the place of a killed one is found by those who were connected.
 */

/**
 * All connections share one session, so a client uses one at a time. The others are for the moment
 * in which it has given up one and opens the next.
 */
const CONNECTIONS_MAX = 4
const SOCKET = '.s.PGSQL.5432'

/** What a wish to stop does now; from the first moment on, or a parent's death goes unnoticed. */
let stop: () => void = () => process.exit(0)

async function main() {
  // The database asks for files that everybody may read and write.
  process.umask(0o077)
  process.on('SIGTERM', () => stop()).on('SIGINT', () => stop())
  if (process.send) process.on('disconnect', () => stop())
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      memory: { type: 'boolean' },
      files: { type: 'string' },
      socket: { type: 'string' },
    },
  })
  const [target] = positionals
  if (target === undefined && !values.memory) throw new Error('Usage: pglite.ts FOLDER | --memory')
  const { db, release } = await (target === undefined
    ? openMemory()
    : openFolder(target, {
        files: values.files ?? path.join(path.dirname(target), 'files'),
        adopt: process.env['ADOPT_FILES'] || undefined,
      }))

  // A folder of our own, since whoever reaches the socket is the database's owner.
  const isWindows = process.platform === 'win32'
  const folder = isWindows ? undefined : await makeSocketFolder(values.socket)
  const place = folder ? { path: path.join(folder, SOCKET) } : { port: Number(values.socket ?? 0) }
  const server = new PGLiteSocketServer({ db, ...place, maxConnections: CONNECTIONS_MAX })
  await server.start()

  let isStopping = false
  const end = async () => {
    if (isStopping) return
    isStopping = true
    await server.stop()
    await db.close()
    await release()
    if (folder) await rm(folder, { recursive: true, force: true })
    process.exit(0)
  }
  stop = () => void end().catch(fail)
  const url = folder
    ? `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
    : `postgres://postgres@${server.getServerConn()}/postgres`
  if (process.connected) process.send?.({ url })
  else process.stdout.write(`${url}\n`)
}

/** A folder for a socket, without what a killed process left there: its database is locked by us. */
async function makeSocketFolder(wanted: string | undefined): Promise<string> {
  const folder = wanted ?? (await mkdtemp(path.join(os.tmpdir(), 'pg-')))
  await mkdir(folder, { mode: 0o700, recursive: true })
  const { uid } = await lstat(folder)
  if (uid !== process.getuid?.()) throw new Error(`The folder ${folder} belongs to another user.`)
  await rm(path.join(folder, SOCKET), { force: true })
  return folder
}

function fail(error: unknown) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

main().catch(fail)
