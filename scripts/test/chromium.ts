import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import { commandVariables } from '#scripts/settings/configuration.ts'

/** The headless shell first: it takes a third less processor time, and tests need no window. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const NAMES = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/**
 * Path of a Chromium: an installed one, or a new one (with apt and root the distribution's headless
 * shell, or the full browser where there is none; otherwise Playwright's).
 * @throws Error that names what to install.
 */
export function findChromium(print: (line: string) => void): string {
  const existing = findInstalled()
  if (existing) return existing
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    print('Installing Chromium from the distribution …')
    const options = {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    } as const
    spawnSync('apt-get', ['update'], options)
    const install = (name: string) =>
      spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], options).status === 0
    if (!install(HEADLESS_SHELL)) install('chromium')
  } else {
    print('Installing Chromium …')
    spawnSync('node_modules/.bin/playwright', ['install', 'chromium'], { stdio: 'inherit' })
  }
  const installed = findInstalled()
  if (installed) return installed
  throw new Error('No Chromium: install one (Debian: apt install chromium) or set CHROMIUM_PATH.')
}

function findInstalled(): string | undefined {
  const { CHROMIUM_PATH } = commandVariables()
  if (CHROMIUM_PATH !== undefined && existsSync(CHROMIUM_PATH)) return CHROMIUM_PATH
  for (const name of NAMES) {
    const file = onPath(name)
    if (file) return file
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

function onPath(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))
}
