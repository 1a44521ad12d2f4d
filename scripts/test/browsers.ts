import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import { commandVariables } from '#scripts/settings/configuration.ts'

/** The headless shell first: it takes a third less processor time, and tests need no window. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const CHROMIUM_NAMES = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** Debian's name first: the tests are about the release with extended support. */
const FIREFOX_NAMES = ['firefox-esr', 'firefox']

type Print = (line: string) => void

/**
 * Path of a Chromium: an installed one, or a new one (with apt and root the distribution's headless
 * shell, or the full browser where there is none; otherwise Playwright's).
 * @throws Error that names what to install.
 */
export function findChromium(print: Print): string {
  const { CHROMIUM_PATH } = commandVariables()
  const find = () => findInstalled(CHROMIUM_PATH, CHROMIUM_NAMES) ?? playwrightsChromium()
  const existing = find()
  if (existing) return existing
  print('Installing Chromium …')
  if (canInstall()) installFirst([HEADLESS_SHELL, 'chromium'])
  else spawnSync('node_modules/.bin/playwright', ['install', 'chromium'], { stdio: 'inherit' })
  const installed = find()
  if (installed) return installed
  throw new Error('No Chromium: install one (Debian: apt install chromium) or set CHROMIUM_PATH.')
}

const playwrightsChromium = () =>
  existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined

/**
 * Path of a Firefox: an installed one, or with apt and root that of the distribution. Playwright's own build is another browser.
 * @throws Error that names what to install.
 */
export function findFirefox(print: Print): string {
  const { FIREFOX_PATH } = commandVariables()
  const find = () => findInstalled(FIREFOX_PATH, FIREFOX_NAMES)
  const existing = find()
  if (existing) return existing
  if (canInstall()) {
    print('Installing Firefox …')
    installFirst(FIREFOX_NAMES)
  }
  const installed = find()
  if (installed) return installed
  throw new Error('No Firefox: install one (Debian: apt install firefox-esr) or set FIREFOX_PATH.')
}

/**
 * A command that starts a Firefox for Playwright (tests/support/stock-firefox.ts).
 * @returns its path.
 */
export function prepareFirefox(print: Print): string {
  const command = path.resolve('node_modules/.cache/stock-firefox')
  const words = [
    process.execPath,
    path.resolve('tests/support/stock-firefox.ts'),
    findFirefox(print),
  ]
  mkdirSync(path.dirname(command), { recursive: true })
  const quoted = words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`)
  writeFileSync(command, `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`, { mode: 0o755 })
  return command
}

const canInstall = () => process.getuid?.() === 0 && onPath('apt-get') !== undefined

/** Installs the first package that the distribution has. */
function installFirst(packages: readonly string[]): void {
  const options = {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  spawnSync('apt-get', ['update'], options)
  packages.some(
    (name) =>
      spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], options).status ===
      0,
  )
}

function findInstalled(chosen: string | undefined, names: readonly string[]): string | undefined {
  if (chosen !== undefined && existsSync(chosen)) return chosen
  return names.map(onPath).find((file) => file !== undefined)
}

function onPath(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))
}
