import { truncateSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

/** Wait in ms for a holder that is exiting because its parent died. */
const WAIT_MS = 10_000
/**
 * Processes that start at the same moment can block each other, so that none gets the exclusive lock.
 * They retry for this long in ms, each after a random delay.
 */
const CONTENTION_MS = 400
/** SQLite's result codes (sqlite.org/rescode.html): locked by another process; not a database. */
const BUSY = 5
const NOT_A_DATABASE = 26

/**
 * Acquires a lock that this process holds until it releases it or exits, even when killed. The
 * operating system holds the lock on the open file, so it is never stale. SQLite requests it
 * (`fcntl` or `LockFileEx`), since Node has no API for file locks. The empty file stays: deleting it
 * would let two processes lock two files of the same name.
 * @throws Error with one sentence when another process keeps the lock, or the file cannot be locked.
 */
export async function takeLock(file: string, waitMs = WAIT_MS): Promise<() => Promise<void>> {
  const deadline = Date.now() + Math.max(waitMs, CONTENTION_MS)
  for (;;) {
    const release = tryLock(file)
    if (release) return async () => release()
    if (Date.now() >= deadline) {
      throw new Error(`Another process uses ${file.replace(/[/\\]?\.lock$/, '')}; stop it first.`)
    }
    await delay(10 + Math.random() * 90)
  }
}

/**
 * Synchronous: closing any handle of a file drops this process's `fcntl` locks on it, so that no
 * other code may open the file between attempts.
 */
function tryLock(file: string): (() => void) | undefined {
  let database: DatabaseSync | undefined
  try {
    const connection = new DatabaseSync(file)
    database = connection
    // Without a journal file, as nothing is ever written.
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return () => connection.close()
  } catch (error) {
    database?.close()
    const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
    if (code === BUSY) return undefined
    if (code === NOT_A_DATABASE) {
      // Earlier versions wrote a socket's name into the file. Truncating it twice is harmless.
      truncateSync(file)
      return tryLock(file)
    }
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The file ${file} cannot be locked (${reason}).`, { cause: error })
  }
}
