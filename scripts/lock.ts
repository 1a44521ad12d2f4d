import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A holder that is just ending, because its parent died, has this long to finish. */
const PATIENCE_MS = 10_000

/**
 * Takes a lock that is held by this process until it is released or the process ends, however it
 * ends: the lock file names a socket on which the holder listens. A process id would not do, since
 * another process may get the same one (after a restart of a container it usually does).
 * @returns what releases it.
 * @throws Error with one sentence when somebody else goes on holding it.
 */
export async function takeLock(
  file: string,
  patienceMs = PATIENCE_MS,
): Promise<() => Promise<void>> {
  const name = `lock-${randomBytes(8).toString('hex')}`
  const pipe = process.platform === 'win32' ? '\\\\.\\pipe\\' : `${os.tmpdir()}${path.sep}`
  const socket = `${pipe}${name}`
  const server = createServer((peer) => peer.destroy()).unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socket, resolve)
  })
  const deadline = Date.now() + patienceMs
  while (!(await claim(file, socket))) {
    const holder = await readFile(file, 'utf8').catch(() => '')
    if (!(await isListening(holder))) await rm(file, { force: true })
    else if (Date.now() < deadline) await delay(100)
    else
      throw new Error(`Another process uses ${file.replace(/[/\\]?\.lock$/, '')}; stop it first.`)
  }
  return async () => {
    await rm(file, { force: true })
    server.close()
  }
}

/** Writes the file whole, but only where there is none. */
async function claim(file: string, socket: string): Promise<boolean> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, socket)
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

function isListening(socket: string): Promise<boolean> {
  if (socket === '') return Promise.resolve(false)
  return new Promise((resolve) => {
    const peer = connect(socket)
    peer.once('error', () => resolve(false))
    peer.once('connect', () => {
      peer.destroy()
      resolve(true)
    })
  })
}
