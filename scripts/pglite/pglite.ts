import { lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { storageOf } from '#backend/storage/open.ts'
import { openFolder, openMemory } from './pglite-folder.ts'
import { serveSnapshots } from './snapshot.ts'

/*
 * Serves an embedded PostgreSQL over its wire protocol until a signal stops it.
 * Usage: pglite.ts FOLDER, or pglite.ts --memory. Reports `{url}` to its parent or on standard output.
 * The stored files are those of `STORAGE_URL`, else the folder `files` beside FOLDER. `--adopt MARK`: uses files that belong to
 * another database (`ADOPT_FILES`); `--socket FOLDER`, on Windows `--socket PORT`: where it listens, so that a process in the
 * place of a killed one is found by those who were connected.
 */

/**
 * All connections share one session, so a client uses one at a time. More than one are needed while a
 * client replaces its connection.
 */
const CONNECTIONS_MAX = 4
const SOCKET = '.s.PGSQL.5432'

/** Handler of stop signals, set from the start: a parent may exit before the database is ready. */
let stop: () => void = () => process.exit(0)

async function main() {
  // PGlite creates files that all users may read and write.
  process.umask(0o077)
  process.on('SIGTERM', () => stop()).on('SIGINT', () => stop())
  if (process.send) process.on('disconnect', () => stop())
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      memory: { type: 'boolean' },
      adopt: { type: 'string' },
      socket: { type: 'string' },
    },
  })
  const [target] = positionals
  if (target === undefined && !values.memory) throw new Error('Usage: pglite.ts FOLDER | --memory')
  const { db, release } = await (target === undefined
    ? openMemory()
    : openFolder(target, {
        files: await storageOf(process.env, path.dirname(target)),
        adopt: values.adopt,
      }))

  // In a private folder: each client of the socket is superuser of the database.
  const isWindows = process.platform === 'win32'
  const folder = isWindows ? undefined : await makeSocketFolder(values.socket)
  const address = folder
    ? { path: path.join(folder, SOCKET) }
    : { port: Number(values.socket ?? 0) }
  const server = new PGLiteSocketServer({ db, ...address, maxConnections: CONNECTIONS_MAX })
  await server.start()
  const endSnapshots =
    target === undefined ? undefined : await serveSnapshots(db, target, folder ?? null)

  let isStopping = false
  const end = async () => {
    if (isStopping) return
    isStopping = true
    await endSnapshots?.()
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

/** Creates the folder of the socket and removes a killed process's socket: the lock is ours. */
async function makeSocketFolder(requested: string | undefined): Promise<string> {
  const folder = requested ?? (await mkdtemp(path.join(os.tmpdir(), 'pg-')))
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
