import { expect, it } from 'vitest'
import { plainly, readMigrations } from '#backend/db/migration-files.ts'
import { createWaitLines } from '#backend/db/migration-waits.ts'
import { migrationFolder } from '#tests/support/migration-folders.ts'

it('a wait of two hours has a line at once, and then at growing intervals', () => {
  const lines: string[] = []
  let now = 0
  const { waits, ended } = createWaitLines(
    (line) => lines.push(line),
    () => now,
  )
  for (; now <= 2 * 3_600_000; now += 1000) waits('Migration 2 of 3', 'a backup')
  expect(lines).toEqual([
    'Migration 2 of 3 waits for a backup.',
    ...['10 s', '1 min', '5 min', '15 min', '30 min', '60 min', '90 min', '120 min'].map(
      (time) => `Migration 2 of 3 waits for a backup. It has waited for ${time}.`,
    ),
  ])
  ended()
  waits('Migration 3 of 3', 'a backup')
  expect(lines.at(-1)).toBe('Migration 3 of 3 waits for a backup.')
})

it('what is built concurrently is what the last statement about an index leaves', async () => {
  const create = (name: string) => `CREATE INDEX CONCURRENTLY "${name}" ON "stars" ("id");`
  const { folder, remove } = await migrationFolder([
    [
      `-- why\n${create('a')}`,
      create('b'),
      'CREATE TABLE "stars" ("id" text);',
      'create unique index concurrently if not exists "c" ON "stars" ("id");',
    ].join('--> statement-breakpoint\n'),
    ['DROP INDEX CONCURRENTLY "a";', 'DROP INDEX "b";'].join('--> statement-breakpoint\n'),
  ])
  const { migrations, steps } = readMigrations(folder)
  await remove()
  expect(migrations.map(({ statements }) => statements.map((one) => one.trim()))).toEqual([
    ['CREATE TABLE "stars" ("id" text);'],
    ['DROP INDEX "b";'],
  ])
  expect(steps.map(({ index, isWanted }) => [index, isWanted])).toEqual([
    ['c', true],
    ['a', false],
  ])
})

it.each([
  ['CREATE INDEX CONCURRENTLY "a" ON "b" ("c");', 'CREATE INDEX "a" ON "b" ("c");'],
  ['-- why\nDROP INDEX CONCURRENTLY "a";', '-- why\nDROP INDEX "a";'],
  ["INSERT INTO a VALUES ('x CONCURRENTLY');", "INSERT INTO a VALUES ('x CONCURRENTLY');"],
])('a statement for a transaction: %s', (statement, plain) => {
  expect(plainly(statement)).toBe(plain)
})
