import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Where a Chromium is: an installed one, else one that this installs (Debian's package where apt and
 * root are there, Playwright's own elsewhere).
 * @throws Error that says in one sentence what to install.
 */
export function findChromium(say: (line: string) => void): string {
  const found = installed()
  if (found) return found
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    say('Installing Chromium from the distribution …')
    const quiet = {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    } as const
    spawnSync('apt-get', ['update'], quiet)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet)
  } else {
    say('Installing Chromium …')
    spawnSync('node_modules/.bin/playwright', ['install', 'chromium'], { stdio: 'inherit' })
  }
  const now = installed()
  if (now) return now
  throw new Error('No Chromium: install one (Debian: apt install chromium) or set CHROMIUM_PATH.')
}

function installed(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named && existsSync(named)) return named
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
