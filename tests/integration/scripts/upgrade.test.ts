// @module-tag long
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { finishUpgrade } from '#scripts/pglite/pglite-upgrade.ts'
import { removeUpgraded } from '#scripts/pglite/old-databases.ts'
import { createFormer, FORMER_ROWS, readDatabase } from '#tests/support/former-database.ts'

/* Kills in the middle of an upgrade are in tests/faults/upgrade.spec.ts: each takes seconds. */

let folder: string
/** A database of the former PostgreSQL, made by it. */
let former: string
let database: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'upgrade-'))
  former = path.join(folder, 'former')
  await createFormer(former)
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  database = path.join(await mkdtemp(path.join(folder, 'data-')), 'database')
  await cp(former, database, { recursive: true })
})

const names = async () =>
  (await readdir(path.dirname(database))).filter((name) => !name.endsWith('.lock')).toSorted()
const versionOf = async (place: string) =>
  (await readFile(path.join(place, 'PG_VERSION'), 'utf8')).trim()

it('a database of the former major version is opened with all its rows; the old one is kept until a start', async () => {
  const { major, ...found } = await readDatabase(database)
  expect(found).toEqual(FORMER_ROWS)
  expect(await versionOf(database)).toBe(major)
  expect(await names()).toEqual(['database', 'database.pg17'])
  // The first start of the site removes the old one.
  await removeUpgraded(database)
  expect(await names()).toEqual(['database'])
})

it('an upgrade that was killed between its renames is ended by the next start', async () => {
  const upgraded = `${database}.upgrading`
  await rename(database, `${database}.pg17`)
  await mkdir(upgraded)
  await writeFile(path.join(upgraded, 'PG_VERSION'), '18\n')
  await finishUpgrade(database)
  expect(await versionOf(database)).toBe('18')
  expect(await names()).toEqual(['database', 'database.pg17'])
})

it('an old database whose new one was lost is taken back', async () => {
  await rename(database, `${database}.pg17`)
  await finishUpgrade(database)
  expect(await versionOf(database)).toBe('17')
  expect(await names()).toEqual(['database'])
})

it('a damaged database is refused in one sentence and left as it is', async () => {
  await writeFile(path.join(database, 'global/pg_control'), Buffer.alloc(8192, 1))
  await expect(readDatabase(database)).rejects.toThrow(
    /^The database in \S+ is damaged and cannot be upgraded: [^\n]+\.$/,
  )
  expect(await names()).toEqual(['database'])
})

it('a database that lacks a part is refused and left as it is', async () => {
  await rm(path.join(database, 'global/pg_control'))
  await expect(readDatabase(database)).rejects.toThrow(
    'not a complete database (global/pg_control is missing)',
  )
  expect(await names()).toEqual(['database'])
})

it('a second old database is not overwritten', async () => {
  await cp(former, `${database}.pg17`, { recursive: true })
  await expect(readDatabase(database)).rejects.toThrow(
    /are of PostgreSQL 17: move away the one that is not needed\.$/,
  )
  expect(await names()).toEqual(['database', 'database.pg17'])
})

it.each(['16', '99'])(
  'PostgreSQL %s is refused in one sentence and left as it is',
  async (major) => {
    await writeFile(path.join(database, 'PG_VERSION'), `${major}\n`)
    await expect(readDatabase(database)).rejects.toThrow(
      `is of PostgreSQL ${major}, and this version of the site opens`,
    )
    expect(await names()).toEqual(['database'])
  },
)
