import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'playwright/test'
import semver from 'semver'
import { z } from 'zod'
import { figure } from '#tests/support/figure.ts'

/*
 * `npm run test:long -- framework`: types, build and the tests of docs/next.md with the newest version of Next that the registry has, also one that is
 * not released yet, in a copy of this tree.
 */

const run = promisify(execFile)
const LIMIT_MS = 25 * 60_000
const STEPS: [command: string, ...words: string[]][] = [
  ['npm', 'run', 'types'],
  ['npm', 'run', 'build'],
  ['node_modules/.bin/vitest', 'run', 'tests/unit/next'],
  [
    'node_modules/.bin/playwright',
    'test',
    '--project=read',
    '--no-deps',
    'next',
    'intent',
    'races',
    'policy',
    'statuses',
    'share',
    // 16.5 keeps it (docs/next.md, Findings).
    '--grep-invert',
    'the length of a forwarded body',
  ],
]

/** The newest version; `undefined` without a registry. */
async function findNewest(): Promise<string | undefined> {
  const found = await run('npm', ['view', 'next', 'versions', '--json']).catch(() => null)
  if (!found) return undefined
  const versions = z.array(z.string()).parse(JSON.parse(found.stdout))
  return versions.toSorted(semver.compare).at(-1)
}

test('types, build and the tests of assumptions pass with the newest version of Next', async () => {
  test.setTimeout(LIMIT_MS)
  const version = await findNewest()
  test.skip(version === undefined, 'no registry of packages answers')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'framework-'))
  try {
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      encoding: 'utf8',
    })
    for (const name of files.split('\0').filter(Boolean)) {
      await cp(name, path.join(folder, name), { verbatimSymlinks: true })
    }
    // The limits of `npm run test:long` are those of a crawl, and its warnings are errors.
    const { RATE_FACTOR: _, NODE_OPTIONS: __, ...env } = process.env
    const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024, timeout: LIMIT_MS }
    await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], options)
    const install = ['install', '--save-exact', '--no-audit', '--no-fund', `next@${version}`]
    await run('npm', install, options)
    for (const [command, ...words] of STEPS) {
      const failed = await run(command, words, options).then(
        () => '',
        (error: unknown) => {
          const { message, stdout } = z
            .object({ message: z.string(), stdout: z.string() })
            .parse(error)
          return `${message}\n${stdout}`
        },
      )
      expect.soft(failed, `${command} ${words.join(' ')} with Next ${version}`).toBe('')
    }
    figure(
      'newest version of Next that types, build and tests of assumptions were run with',
      version ?? '',
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
