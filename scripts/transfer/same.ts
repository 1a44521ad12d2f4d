import { randomBytes, randomInt } from 'node:crypto'
import type { Storage } from '#backend/storage/storage.ts'
import type { Rows } from './rows.ts'

/*
 * Addresses do not show whether two places are one: a host has several names, and a pooler, a proxy or a link several
 * addresses. So a mark made in one is looked for in the other.
 */

/** @throws Error with one sentence if two sessions are of one database. */
export async function refuseSameDatabase(from: Rows, to: Rows): Promise<void> {
  // Advisory locks belong to a database, not to a server.
  const key = randomInt(2 ** 47)
  await from.query('SELECT pg_advisory_lock($1)', [key])
  try {
    const [row] = await to.query('SELECT pg_try_advisory_lock($1) AS is_free', [key])
    if (row?.['is_free'] !== true) {
      throw new Error(
        'The target database is the one of the site: give the address of another one.',
      )
    }
    await to.query('SELECT pg_advisory_unlock($1)', [key])
  } finally {
    await from.query('SELECT pg_advisory_unlock($1)', [key])
  }
}

/**
 * Writes an object to a storage that may be written to.
 * @throws Error with one sentence if two storages are one.
 */
export async function refuseSameStorage(from: Storage, to: Storage): Promise<void> {
  const key = `transfer-${randomBytes(12).toString('hex')}`
  await to.write(key, Buffer.from(key))
  const size = await from.size(key).finally(() => to.remove(key))
  if (size !== null) {
    throw new Error('The target storage is the one of the site: give the address of another one.')
  }
}
