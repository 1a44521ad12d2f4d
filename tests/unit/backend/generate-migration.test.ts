import { execFileSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { readMigrations } from '#backend/db/migration-files.ts'

/* `npm run migrations` on a copy of the migrations, with the tables of this repository. */

const MIGRATIONS = 'backend/db/migrations'
const CONFIG = 'backend/db/drizzle.config.ts'
const SNAPSHOTS = `${MIGRATIONS}/meta/*_snapshot.json`
const ADDED = `import { pgTable, text } from 'drizzle-orm/pg-core'
export const marks = pgTable('marks', { id: text().primaryKey() })
`
const journalSchema = z.object({
  entries: z.array(z.object({ idx: z.number(), tag: z.string(), when: z.number() })),
})
const snapshotSchema = z.object({ id: z.string(), prevId: z.string() })

let folder = ''
const inFolder = (name: string) => path.join(folder, name)
const read = (name: string): unknown => JSON.parse(readFileSync(inFolder(name), 'utf8'))
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8' })
const generate = (...args: string[]) =>
  run(process.execPath, path.resolve('scripts/generate/migration.ts'), ...args)
const check = () => run('node_modules/.bin/drizzle-kit', 'check', '--config', CONFIG)
const filesOf = () =>
  readdirSync(inFolder(MIGRATIONS), { recursive: true, encoding: 'utf8' }).toSorted()
const snapshots = () => globSync(SNAPSHOTS, { cwd: folder }).map((name) => path.basename(name))

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'generate-migration-'))
  cpSync(MIGRATIONS, inFolder(MIGRATIONS), { recursive: true })
  mkdirSync(inFolder('node_modules'))
  for (const name of ['.bin', 'drizzle-kit', 'drizzle-orm']) {
    symlinkSync(path.resolve('node_modules', name), inFolder(`node_modules/${name}`))
  }
  writeFileSync(inFolder('added.ts'), '')
  const schema = [path.resolve('backend/db/tables.ts'), './added.ts']
  const config = { dialect: 'postgresql', schema, out: `./${MIGRATIONS}` }
  writeFileSync(inFolder(CONFIG), `export default ${JSON.stringify(config)}`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('the last snapshot, the only one, is that of the tables and of the last migration', () => {
  const { entries } = journalSchema.parse(read(`${MIGRATIONS}/meta/_journal.json`))
  const tags = entries.map(({ tag }) => tag)
  const before = filesOf()
  // Others are removed by `npm run migrations`, also after a merge.
  expect(before.filter((name) => name.includes('_snapshot'))).toEqual([
    `meta/${tags.at(-1)?.slice(0, 4)}_snapshot.json`,
  ])
  expect(before.filter((name) => name.endsWith('.sql'))).toEqual(tags.map((tag) => `${tag}.sql`))
  expect(tags.map((tag) => Number.parseInt(tag, 10))).toEqual([...tags.keys()])
  expect(generate()).toContain('No schema changes')
  expect(filesOf()).toEqual(before)
  // It warns of migrations that are not in the order of their times.
  expect(check()).toMatch(/^Reading config file .+\nEverything's fine \S+\n$/)
})

it('a change of the tables becomes a migration of that change alone, with the snapshot after it', () => {
  const [before = ''] = snapshots()
  const { id } = snapshotSchema.parse(read(`${MIGRATIONS}/meta/${before}`))
  writeFileSync(inFolder('added.ts'), ADDED)
  generate('--name', 'marks')
  const [after = '', ...others] = snapshots()
  expect(others).toEqual([])
  expect(Number.parseInt(after, 10)).toBe(Number.parseInt(before, 10) + 1)
  expect(snapshotSchema.parse(read(`${MIGRATIONS}/meta/${after}`)).prevId).toBe(id)
  // Read by the migrator, in its order.
  const { migrations } = readMigrations(inFolder(MIGRATIONS))
  expect(migrations).toHaveLength(readMigrations().migrations.length + 1)
  expect(migrations.at(-1)?.statements).toEqual([
    'CREATE TABLE "marks" (\n\t"id" text PRIMARY KEY NOT NULL\n);\n',
  ])
  expect(check()).toMatch(/^Reading config file .+\nEverything's fine \S+\n$/)
  expect(generate()).toContain('No schema changes')
})
