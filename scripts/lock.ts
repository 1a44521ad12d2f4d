import { truncateSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

/** A holder that is just ending, because its parent died, has this long to finish. */
const PATIENCE_MS = 10_000
/**
 * Several that begin at the same moment may keep each other from the exclusive lock, so that none has
 * it: all try again for this long, each after a wait of its own.
 */
const TIE_MS = 400
/** SQLite's result codes (sqlite.org/rescode.html): somebody else has the lock; not a database. */
const BUSY = 5
const NOT_A_DATABASE = 26

/**
 * Takes a lock that is held by this process until it is released or the process ends, however it
 * ends. The operating system keeps the lock, on the open file, so that none is ever stale: SQLite
 * asks for it (`fcntl` or `LockFileEx`), because Node itself has no call for it. The file stays, and
 * stays empty: removing it would let two processes lock two files of one name.
 * @throws Error with one sentence when another process goes on holding it, or the file cannot be locked.
 */
export async function takeLock(
  file: string,
  patienceMs = PATIENCE_MS,
): Promise<() => Promise<void>> {
  const deadline = Date.now() + Math.max(patienceMs, TIE_MS)
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
 * Nothing in here waits: closing any handle of a file drops this process's `fcntl` locks on it, so
 * that nothing else may touch the file between the attempts.
 */
function tryLock(file: string): (() => void) | undefined {
  let database: DatabaseSync | undefined
  try {
    const opened = new DatabaseSync(file)
    database = opened
    // No journal file beside it: nothing is ever written.
    opened.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return () => opened.close()
  } catch (error) {
    database?.close()
    const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
    if (code === BUSY) return undefined
    if (code === NOT_A_DATABASE) {
      // Earlier versions wrote a socket's name into the file. Whoever empties it changes nothing for
      // another process that has just done so too.
      truncateSync(file)
      return tryLock(file)
    }
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`The file ${file} cannot be locked (${why}).`, { cause: error })
  }
}
