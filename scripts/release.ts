import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { VERSION } from '#lib/version.ts'
import { releaseEntries } from './changelog.ts'
import { readReleases, type Release, RELEASES } from './releases.ts'

/*
 * `npm run release -- minor` runs `npm version`, which writes the version to package.json and package-lock.json, commits and tags. It
 * runs this script with `check` before, and with `write` when the version is written (docs/decisions/0114-record-releases-in-a-file-and-store-their-data.md).
 */

const CHANGELOG = 'CHANGELOG.md'
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8' }).trim()

/** @throws Error with one sentence. */
function check() {
  if (run('git', 'branch', '--show-current') !== 'main')
    throw new Error('Releases are made on main.')
  if (run('git', 'status', '--porcelain') !== '') throw new Error('There are uncommitted changes.')
  releaseEntries(readFileSync(CHANGELOG, 'utf8'), VERSION)
  const config = ['--config', 'backend/db/drizzle.config.ts']
  run('drizzle-kit', 'check', ...config)
  if (!run('drizzle-kit', 'generate', ...config).includes('No schema changes')) {
    throw new Error(
      'The schema of the database has changed since the last migration: see git status.',
    )
  }
}

function write() {
  const release: Release = {
    version: VERSION,
    commit: run('git', 'rev-parse', 'HEAD'),
    date: new Date().toISOString().slice(0, 10),
    migrations: globSync('backend/db/migrations/*.sql').length,
  }
  const heading = `${release.version} (${release.date})`
  writeFileSync(CHANGELOG, releaseEntries(readFileSync(CHANGELOG, 'utf8'), heading))
  writeFileSync(RELEASES, `${JSON.stringify([...readReleases(), release], undefined, 2)}\n`)
}

try {
  if (process.argv[2] === 'check') check()
  else write()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
