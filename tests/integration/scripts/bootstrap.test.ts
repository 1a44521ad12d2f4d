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

type Package = { version: string; integrity?: string; optional?: true }
const LOCKED: Record<string, Package> = {
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b': { version: '2.0.0', integrity: 'sha512-b' },
  'node_modules/of-macos': { version: '1.0.0', integrity: 'sha512-c', optional: true },
}

let folder = ''
const inFolder = (name: string) => path.join(folder, name)
const marker = () => inFolder('node_modules/.installed-lockfile')
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
  writeFileSync(inFolder('scripts/test/main.ts'), "console.log('ran')")
  writeFileSync(inFolder('bin/npm'), '#!/bin/sh\necho "$@" >> npm-calls\n')
  chmodSync(inFolder('bin/npm'), 0o755)
  symlinkSync(process.execPath, inFolder('node_modules/.bin/node'))
  write('package-lock.json', { '': { version: '0.2.0' }, ...LOCKED })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command of the site. @returns whether it installed the packages. */
function isInstalledByCommand(): boolean {
  const PATH = `${inFolder('bin')}${path.delimiter}${process.env['PATH'] ?? ''}`
  rmSync(inFolder('npm-calls'), { force: true })
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/command.mjs', 'test/main.ts'], {
    cwd: folder,
    env: { PATH, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/ran\n$/)
  return existsSync(inFolder('npm-calls'))
}

it('a command installs the packages once', () => {
  expect(isInstalledByCommand()).toBe(true)
  expect(readFileSync(inFolder('npm-calls'), 'utf8')).toMatch(/^ci /)
  expect(isInstalledByCommand()).toBe(false)
  write('package-lock.json', { ...LOCKED, 'node_modules/d': { version: '1.0.0' } })
  expect(isInstalledByCommand()).toBe(true)
})

it('packages that `npm ci` has installed by hand are not installed again, without optional ones of other systems', () => {
  const { 'node_modules/of-macos': _, ...installed } = LOCKED
  write('node_modules/.package-lock.json', installed)
  expect(isInstalledByCommand()).toBe(false)
  expect(existsSync(marker())).toBe(true)
})

it.each<[what: string, installed: Record<string, Package> | null]>([
  ['nothing', null],
  ['a part', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } }],
  ['another version', { ...LOCKED, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
  ['other contents', { ...LOCKED, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' } }],
])('packages are installed where npm lists %s', (_, installed) => {
  if (installed) write('node_modules/.package-lock.json', installed)
  expect(isInstalledByCommand()).toBe(true)
})
