import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { VERSION } from '#lib/version.ts'
import { releaseEntries } from './changelog.ts'
import { checkExceptions } from './exceptions.ts'
import { readReleases, type SiteRelease, RELEASES } from './releases.ts'

/*
 * The steps of `npm run release -- minor`, which is `npm version` with hooks (docs/decisions/0114-record-releases-in-a-file-and-store-their-data.md):
 * `check` comes first, `changelog` when the version is written, `record` after the commit of the release, whose hash is known then.
 */

const CHANGELOG = 'CHANGELOG.md'
/** Has a row “next” for the time of migrations. */
const UPGRADING = 'docs/upgrading.md'
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8' }).trim()

/** @throws Error with one sentence. */
function check() {
  if (run('git', 'branch', '--show-current') !== 'main')
    throw new Error('Releases are made on main.')
  if (run('git', 'status', '--porcelain') !== '') throw new Error('There are uncommitted changes.')
  releaseEntries(readFileSync(CHANGELOG, 'utf8'), VERSION)
  if (existsSync(UPGRADING)) checkExceptions(readFileSync(UPGRADING, 'utf8'), readReleases())
  const config = ['--config', 'backend/db/drizzle.config.ts']
  run('drizzle-kit', 'check', ...config)
  if (!run('drizzle-kit', 'generate', ...config).includes('No schema changes')) {
    throw new Error(
      'The schema of the database has changed since the last migration: see git status.',
    )
  }
}

const today = () => new Date().toISOString().slice(0, 10)

const writeChangelog = () =>
  writeFileSync(
    CHANGELOG,
    releaseEntries(readFileSync(CHANGELOG, 'utf8'), `${VERSION} (${today()})`),
  )

function record() {
  const release: SiteRelease = {
    version: VERSION,
    commit: run('git', 'log', '-1', '--format=%H', '--', 'package.json'),
    date: today(),
    migrations: globSync('backend/db/migrations/*.sql').length,
  }
  // `npm run postversion` repeats what was interrupted.
  const others = readReleases().filter(({ version }) => version !== VERSION)
  writeFileSync(RELEASES, `${JSON.stringify([...others, release], undefined, 2)}\n`)
  if (!existsSync(UPGRADING)) return
  const text = readFileSync(UPGRADING, 'utf8')
  writeFileSync(UPGRADING, text.replace('| next ', `| ${VERSION.padEnd('next'.length)} `))
}

const STEPS = { check, changelog: writeChangelog, record }

try {
  STEPS[z.enum(['check', 'changelog', 'record']).parse(process.argv[2])]()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
