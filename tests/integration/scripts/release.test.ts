// @module-tag long
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { VERSION } from '#lib/version.ts'
import { RELEASES } from '#scripts/release/releases.ts'

/* The steps of `npm run release`, in a repository of their own. */

const MIGRATIONS = globSync('backend/db/migrations/*.sql').length
const EARLIER = { version: '0.0.1', commit: 'a'.repeat(40), date: '2026-01-01', migrations: 1 }
let folder = ''
const inFolder = (name: string) => path.join(folder, name)
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()
const release = (step: string) => {
  const script = path.resolve('scripts/release/release.ts')
  const { status, stderr } = spawnSync(process.execPath, [script, step], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, stderr }
}
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'release-'))
  git('init', '--quiet', '--initial-branch', 'main')
  mkdirSync(inFolder('docs'))
  writeFileSync(inFolder(RELEASES), JSON.stringify([EARLIER]))
  cpSync('backend/db/migrations', inFolder('backend/db/migrations'), { recursive: true })
  writeFileSync(inFolder('CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- New.\n')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Something new')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a release is refused', () => {
  it('on another branch', () => {
    git('switch', '--quiet', '--create', 'other')
    expect(release('check')).toEqual({ status: 1, stderr: 'Releases are made on main.\n' })
  })

  it('with uncommitted changes, new files among them', () => {
    writeFileSync(inFolder('new'), '')
    expect(release('check')).toEqual({ status: 1, stderr: 'There are uncommitted changes.\n' })
  })

  it('without an entry in the changelog', () => {
    writeFileSync(inFolder('CHANGELOG.md'), '# Changelog\n\n## Unreleased\n')
    git('commit', '--quiet', '--all', '--message', 'Nothing new')
    expect(release('check')).toEqual({
      status: 1,
      stderr: 'CHANGELOG.md has no entries under “Unreleased”.\n',
    })
  })
})

it('a release is a section of the changelog, and a row with its commit', () => {
  expect(release('changelog')).toEqual({ status: 0, stderr: '' })
  writeFileSync(inFolder('package.json'), JSON.stringify({ version: VERSION }))
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Release')
  const commit = git('rev-parse', 'HEAD')
  // The second time after it was interrupted, when there are other commits.
  for (const message of ['Record the release', 'Something else']) {
    expect(release('record')).toEqual({ status: 0, stderr: '' })
    git('commit', '--quiet', '--all', '--allow-empty', '--message', message)
  }
  const rows: unknown = JSON.parse(readFileSync(inFolder(RELEASES), 'utf8'))
  const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
  expect(rows).toEqual([EARLIER, { version: VERSION, commit, date, migrations: MIGRATIONS }])
  expect(readFileSync(inFolder('CHANGELOG.md'), 'utf8')).toMatch(
    /^# Changelog\n\n## Unreleased\n\n## \d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)\n\n- New\.\n$/,
  )
})
