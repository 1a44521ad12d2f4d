import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { migrate } from '#backend/db/migrate.ts'
import { VERSION } from '#lib/version.ts'
import { createEmptyDatabase, startDatabase } from '#tests/support/database.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'migrate-'))
  return () => rm(folder, { recursive: true })
})

async function open(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const TABLE = 'drizzle.__drizzle_migrations'

/** A database that a later release has migrated. @param oldest the oldest release that works with it. */
async function newerDatabase(oldest: string) {
  const { url, stop } = await startDatabase()
  onTestFinished(stop)
  const client = await open(url)
  await client.query(`INSERT INTO ${TABLE} (hash, created_at) VALUES ('x', 9000000000000)`)
  const mark = JSON.stringify({ version: '9.1.0', oldest })
  await client.query(`COMMENT ON TABLE ${TABLE} IS '${mark}'`)
  return url
}

it('a database of a release that is too new is refused in one sentence with the release to start', async () => {
  await expect(migrate(await newerDatabase('9.0.0'))).rejects.toThrow(
    `Release 9.1.0 has migrated this database, and 9.0.0 is the oldest that works with it; this is ${VERSION}: start release 9.1.0.`,
  )
})

it('a database of the next release is not: both run beside each other', async () => {
  const url = await newerDatabase(VERSION)
  await migrate(url)
  const client = await open(url)
  const { rows } = await client.query(`SELECT obj_description('${TABLE}'::regclass) AS mark`)
  // The mark of the newer release stays.
  expect(rows).toEqual([{ mark: JSON.stringify({ version: '9.1.0', oldest: VERSION }) }])
})

const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) })

const server = process.env['TEST_DATABASE_URL']
it.skipIf(!server)(
  'migrations of a database in use are announced with their number and the release, and then timed',
  async () => {
    const { url, stop } = await createEmptyDatabase()
    onTestFinished(stop)
    const migrationsFolder = path.join(folder, 'migrations')
    await cp('backend/db/migrations', migrationsFolder, { recursive: true })
    const file = path.join(migrationsFolder, 'meta/_journal.json')
    const journal = journalSchema.parse(JSON.parse(await readFile(file, 'utf8')))
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, -2) }))
    const client = await open(url)
    await migrate(url, { folder: migrationsFolder })
    const lines: string[] = []
    const state = async () =>
      (await client.query(`SELECT count(*)::int AS count FROM ${TABLE}`)).rows
    const before = journal.entries.length - 2
    expect(await state()).toEqual([{ count: before }])
    await migrate(url, { onMigration: (line) => lines.push(line) })
    expect(await state()).toEqual([{ count: before + 2 }])
    expect(lines).toEqual([
      `The database needs 2 migrations of release ${VERSION}; the backend answers after them (docs/upgrading.md).`,
      expect.stringMatching(/^The database has 2 migrations more, after \d+\.\d s\.$/),
    ])
    const again: string[] = []
    await migrate(url, { onMigration: (line) => again.push(line) })
    expect(again).toEqual([])
  },
)
