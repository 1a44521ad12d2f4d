import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkExceptions, readExceptions } from '#scripts/release/exceptions.ts'
import { upgradeLines } from '#tests/support/upgrade-lines.ts'
import { readReleases } from '#scripts/release/releases.ts'

const text = readFileSync('docs/upgrading.md', 'utf8')

it('the lines for a clone are those that `npm run test:faults -- upgrade` walks: nothing changes in the folder that serves', () => {
  expect(upgradeLines(text)).toEqual([
    `grep -qs '^DATA_DIR=' .env || echo "DATA_DIR=$PWD/.data" >> .env`,
    'git fetch',
    'git worktree add --detach ../keystrip-NEXT COMMIT',
    'cp .env ../keystrip-NEXT/',
    'cd ../keystrip-NEXT',
    'npm ci --omit=dev',
    'npm run build:site',
    'kill PID',
    'npm start',
  ])
})

const rows = [...text.matchAll(/^\| (\S+) +\| +(\d+) \| +(\S+) \| +([^|]+?) +\|$/gm)].map(
  ([, release, migrations, since, time]) => ({
    release,
    migrations: Number(migrations),
    since,
    time,
  }),
)

it('the document has how long the migrations of each release took', () => {
  const releases = readReleases().map(({ version, migrations }) => [version, migrations])
  expect(rows.map(({ release, migrations }) => [release, migrations])).toEqual(
    expect.arrayContaining(releases),
  )
  for (const [at, { migrations, since }] of rows.entries()) {
    const before = rows[at - 1]?.migrations
    expect(since).toBe(before === undefined ? '–' : String(migrations - before))
  }
})

it('migrations since the newest release have a row “next” with their time: measure them on a seeded catalogue', () => {
  const count = globSync('backend/db/migrations/*.sql').length
  expect(rows.at(-1)?.migrations).toBe(count)
  if (rows.at(-1)?.release === 'next') expect(rows.at(-1)?.time).toMatch(/^[\d.]+ (?:s|min)$/)
})

it('what a release before takes is said of the last two releases alone', () => {
  expect(readExceptions(text)).not.toEqual([])
  expect(() => checkExceptions(text, readReleases())).not.toThrow()
  const next = { version: '0.3.0', commit: 'a'.repeat(40), date: '2026-12-01', migrations: 60 }
  expect(() => checkExceptions('| 0.1.0 | `files` | All. |', [...readReleases(), next])).toThrow(
    'what a former release does not keep: 0.1.0 files',
  )
})
