// @module-tag long
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

/* The first step of every command, with a script in place of npm that only notes its call. */

type Package = { version: string; integrity?: string; optional?: true; dev?: true }
const LOCKED: Record<string, Package> = {
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b': { version: '2.0.0', integrity: 'sha512-b' },
  'node_modules/of-macos': { version: '1.0.0', integrity: 'sha512-c', optional: true },
}

let folder = ''
const inFolder = (name: string) => path.join(folder, name)
const LOCKFILE = 'package-lock.json'
const LISTED = 'node_modules/.package-lock.json'
const TOOL: Record<string, Package> = {
  'node_modules/t': { version: '1.0.0', integrity: 'sha512-t', dev: true },
}
const write = (name: string, packages: Record<string, Package>) =>
  writeFileSync(inFolder(name), JSON.stringify({ packages }))

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'bootstrap-'))
  for (const name of ['scripts', 'bin', 'node_modules/.bin']) {
    mkdirSync(inFolder(name), { recursive: true })
  }
  for (const name of ['bootstrap.mjs', 'command.mjs']) {
    cpSync(path.resolve('scripts', name), inFolder(`scripts/${name}`))
  }
  cpSync(path.resolve('scripts/stack/running.mjs'), inFolder('scripts/stack/running.mjs'))
  mkdirSync(inFolder('scripts/test'))
  for (const name of Object.values(SCRIPTS)) {
    writeFileSync(inFolder(`scripts/${name}`), "console.log('ran')")
  }
  // Lists what it has installed, as npm does.
  writeFileSync(
    inFolder('bin/npm'),
    `#!/bin/sh\necho "$@" >> npm-calls\ncp ${LOCKFILE} ${LISTED}\n`,
  )
  chmodSync(inFolder('bin/npm'), 0o755)
  symlinkSync(process.execPath, inFolder('node_modules/.bin/node'))
  write(LOCKFILE, { '': { version: '0.2.0' }, ...LOCKED })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const SCRIPTS = { site: 'admin.ts', tests: 'test/main.ts' }

/** Runs a command. @returns how it called npm; empty where it did not. */
function npmCallOf(of: keyof typeof SCRIPTS): string {
  const PATH = `${inFolder('bin')}${path.delimiter}${process.env['PATH'] ?? ''}`
  rmSync(inFolder('npm-calls'), { force: true })
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/command.mjs', SCRIPTS[of]], {
    cwd: folder,
    env: { PATH, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/ran\n$/)
  return existsSync(inFolder('npm-calls')) ? readFileSync(inFolder('npm-calls'), 'utf8') : ''
}

it('a command installs the packages once', () => {
  expect(npmCallOf('site')).toMatch(/^ci /)
  expect(npmCallOf('site')).toBe('')
  write(LOCKFILE, { ...LOCKED, 'node_modules/d': { version: '1.0.0' } })
  expect(npmCallOf('site')).toMatch(/^ci /)
})

it('commands of a site need no packages of tests and checks; those of developers do', () => {
  write(LOCKFILE, { ...LOCKED, ...TOOL })
  expect(npmCallOf('site')).toMatch(/^ci --omit=dev /)
  write(LISTED, LOCKED)
  expect(npmCallOf('site')).toBe('')
  // Nothing is replaced under a site that runs.
  expect(npmCallOf('tests')).toMatch(/^install --no-save --include=dev /)
  expect(npmCallOf('tests')).toBe('')
})

it('who has the packages of tests and checks gets them with the next lockfile, too', () => {
  write(LISTED, { ...LOCKED, ...TOOL })
  write(LOCKFILE, { ...LOCKED, ...TOOL, 'node_modules/d': { version: '1.0.0' } })
  expect(npmCallOf('site')).toMatch(/^ci --include=dev /)
})

it('packages that `npm ci` has installed by hand are not installed again, without optional ones of other systems', () => {
  const { 'node_modules/of-macos': _, ...installed } = LOCKED
  write(LISTED, installed)
  expect(npmCallOf('tests')).toBe('')
})

it.each<[what: string, installed: Record<string, Package> | null]>([
  ['nothing', null],
  ['a part', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } }],
  ['another version', { ...LOCKED, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
  ['other contents', { ...LOCKED, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' } }],
])('packages are installed where npm lists %s', (_, installed) => {
  if (installed) write(LISTED, installed)
  expect(npmCallOf('tests')).toMatch(/^ci --include=dev /)
})
