import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import path from 'node:path'
import { z } from 'zod'
import { freeBytes, requireRoom, sizeOfFolder } from '#scripts/transfer/room.ts'
import { writeWhole } from '#backend/storage/whole-file.ts'

/*
 * Copies of the embedded database while it runs. It has one session, which reading all rows would keep for many seconds. So its
 * files are copied while it works, then once more those that have changed meanwhile, while it waits: that is what a crash would have
 * left at that moment, and a database that opens the copy recovers from it as after a crash. No statement is sent, since
 * another client may be between two messages of its own.
 */

/** Of the start of a copy, in ms: a later change may have the same time. */
const TIME_PRECISION_MS = 2_000

const answerSchema = z.union([
  z.object({ folder: z.string(), waitMs: z.number() }),
  z.object({ error: z.string() }),
])
const addressSchema = z.object({ socket: z.string() })
const addressFile = (database: string) => `${path.resolve(database)}.address`

type Exclusive = { runExclusive: <T>(work: () => Promise<T>) => Promise<T> }

/**
 * Serves copies of the database in `folder` to other processes of this user (`requestSnapshot`), which find it by a file beside the
 * folder. A copy exists as long as its request is open.
 * @returns a function that ends it.
 */
export async function serveSnapshots(db: Exclusive, folder: string, socketFolder: string | null) {
  const target = path.resolve(folder)
  await removeSnapshots(target)
  const socket = socketFolder
    ? path.join(socketFolder, 'snapshots')
    : `\\\\.\\pipe\\keystrip-${randomBytes(16).toString('hex')}`
  await rm(socket, { force: true })
  let last: Promise<unknown> = Promise.resolve()
  const server = createServer((_request, response) => {
    const copy = `${target}.snapshot-${randomBytes(6).toString('hex')}`
    const made = last.then(() => takeSnapshot(db, target, copy))
    last = made.catch(() => undefined)
    const answer = (value: unknown) => response.write(`${JSON.stringify(value)}\n`)
    made.then(
      (waitMs) => answer({ folder: copy, waitMs }),
      (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
    )
    response.on('close', () => {
      void last.then(() => rm(copy, { recursive: true, force: true })).catch(() => undefined)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socket, () => resolve())
  })
  await writeWhole(addressFile(target), [Buffer.from(JSON.stringify({ socket }))])
  return async () => {
    await rm(addressFile(target), { force: true })
    server.closeAllConnections()
    server.close()
    await last
    await removeSnapshots(target)
  }
}

/** Those of a killed process. */
async function removeSnapshots(database: string): Promise<void> {
  const folder = path.dirname(database)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${path.basename(database)}.snapshot-`)) continue
    await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

/** @returns for how many ms the database waited. */
export async function takeSnapshot(db: Exclusive, from: string, to: string): Promise<number> {
  const place = path.dirname(to)
  const room = { needed: await sizeOfFolder(from), free: await freeBytes(place) }
  requireRoom('A copy of it', { ...room, place: `the disk of ${place}` })
  const times = new Map<string, string>()
  await copyChanged(from, to, times)
  // The first copy may take long; what changed during the second is little.
  await copyChanged(from, to, times)
  return db.runExclusive(async () => {
    const begun = performance.now()
    await copyChanged(from, to, times)
    return performance.now() - begun
  })
}

/**
 * Makes `to` equal to `from`, by sizes and times of the files. `times` has those of the last call, for every file in `to`; an empty one
 * where the file may have changed within the precision of its time.
 */
async function copyChanged(from: string, to: string, times: Map<string, string>): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const seen = new Set<string>()
  for (const entry of entries.toSorted((a, b) => a.parentPath.localeCompare(b.parentPath))) {
    const source = path.join(entry.parentPath, entry.name)
    const name = path.relative(from, source)
    const target = path.join(to, name)
    if (entry.isDirectory()) await mkdir(target, { recursive: true, mode: 0o700 })
    if (!entry.isFile()) continue
    // A file may be removed while others are copied.
    const info = await stat(source, { bigint: true }).catch(() => null)
    if (!info) continue
    seen.add(name)
    const isSettled = Date.now() - Number(info.mtimeMs) > TIME_PRECISION_MS
    const time = `${info.size} ${info.mtimeNs}`
    if (times.get(name) === time) continue
    times.set(name, '')
    const isCopied = await copyFile(source, target).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
        throw error
      },
    )
    if (isCopied && isSettled) times.set(name, time)
  }
  for (const name of times.keys()) {
    if (seen.has(name)) continue
    times.delete(name)
    await rm(path.join(to, name), { force: true })
  }
}

/**
 * Asks the running database in `database` for a copy.
 * @returns its folder, which exists until `end` is called, and for how many ms the database waited; `null` if none runs.
 * @throws Error with one sentence if it fails, as on a full disk.
 */
export async function requestSnapshot(database: string) {
  const file = await readFile(addressFile(database), 'utf8').catch(() => null)
  if (file === null) return null
  const { socket } = addressSchema.parse(JSON.parse(file))
  const ended = new AbortController()
  const line = await new Promise<string>((resolve, reject) => {
    const asked = request({ socketPath: socket, signal: ended.signal }, (response) => {
      response.on('error', () => undefined)
      response.once('data', (chunk: Buffer) => resolve(chunk.toString()))
      response.once('end', () => reject(new Error('it ended')))
    })
    asked.once('error', reject).end()
  }).catch((error: unknown) => {
    const cause = error instanceof Error ? error.message : String(error)
    throw new Error(`The running database cannot be copied (${cause}).`)
  })
  const answer = answerSchema.parse(JSON.parse(line))
  const end = () => ended.abort()
  if (!('error' in answer)) return { ...answer, end }
  end()
  throw new Error(`The running database cannot be copied (${answer.error}).`)
}
