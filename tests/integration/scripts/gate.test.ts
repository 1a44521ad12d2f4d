import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/*
 * `.ci/run` and `npm run gate` in a repository of their own, whose tests are a script that prints and exits as `outcome` says.
 */

const TEST_SCRIPTS = ['figures', 'failures', 'results', 'playwright-report'].map(
  (name) => `scripts/test/${name}.ts`,
)

let folder: string
let project: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'gate-test-'))
  project = path.join(folder, 'project')
  for (const name of ['scripts/gate', ...TEST_SCRIPTS]) {
    cpSync(name, path.join(project, name), { recursive: true })
  }
  mkdirSync(path.join(project, '.ci'))
  mkdirSync(path.join(project, 'docs'))
  const scripts = { 'test:long': 'node -p "\'long tests: \' + process.argv[1]"' }
  write('package.json', JSON.stringify({ type: 'module', imports: { '#*': './*' }, scripts }))
  write('.gitignore', 'test-results/\nnode_modules\n')
  symlinkSync(path.resolve('node_modules'), path.join(project, 'node_modules'))
  const install = `[ -e node_modules ] || ln -s '${path.resolve('node_modules')}' node_modules`
  write('.ci/run', `${install}\nexec '${process.execPath}' scripts/gate/ci.ts "$@"\n`)
  write('docs/unstable-tests.md', '| Date | Test | Cause | Fixed by |\n')
  write(
    'scripts/test/main.ts',
    `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
mkdirSync('test-results/e2e/', { recursive: true })
writeFileSync('test-results/e2e/page.png', '')
const outcome = readFileSync('outcome', 'utf8')
if (outcome.includes('Unstable')) writeFileSync('test-results/e2e-again.json', '')
console.log('✓ a step (1 passed)\\nmuch output\\n\\n' + outcome)
process.exit(outcome.startsWith('Failed') ? 1 : 0)
`,
  )
  git('init', '--quiet', '--initial-branch=main')
  commit('1 passed, 0 failed')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(path.join(project, name), text)
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...words], {
    cwd: project,
    encoding: 'utf8',
  }).trim()

/** Commits a project whose tests print this. @returns its tree. */
function commit(outcome: string) {
  write('outcome', outcome)
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '--message', `Tests print ${outcome.split('\n')[0]}`)
  return git('rev-parse', 'HEAD^{tree}')
}

function run(command: string, ...args: string[]) {
  const { stdout, stderr, status } = spawnSync(command, args, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: path.join(folder, 'cache') },
  })
  return { text: stdout + stderr, status }
}
const gate = (...options: string[]) => run(process.execPath, 'scripts/gate/main.ts', ...options)
const kept = (...names: string[]) => path.join(folder, 'cache/keystrip/gate', ...names)

describe('a run of CI', () => {
  it('that passes is noted by its tree', async () => {
    const tree = commit('2 passed, 0 failed')
    expect(run('bash', '.ci/run', '--both')).toMatchObject({ status: 0 })
    expect(JSON.parse(await readFile(kept('passed', tree), 'utf8'))).toEqual({
      commit: git('rev-parse', 'HEAD'),
      date: expect.stringMatching(/^\d{4}-.*Z$/),
      seconds: expect.any(Number),
      load: [expect.any(Number)],
    })
    expect(existsSync(kept('failed'))).toBe(false)
  })

  it('that fails leaves its output, reports and pictures, until the tree passes', async () => {
    const tree = commit('Failed:\n    a test')
    expect(run('bash', '.ci/run')).toMatchObject({ status: 1 })
    expect(readdirSync(kept('failed', tree)).toSorted()).toEqual(['e2e', 'run.json', 'run.log'])
    expect(await readFile(kept('failed', tree, 'run.log'), 'utf8')).toContain('much output')
    expect(readdirSync(kept('failed', tree, 'e2e'))).toEqual(['page.png'])
    expect(existsSync(kept('passed', tree))).toBe(false)
  })

  it('that passes with an unstable test is noted, and leaves its reports', () => {
    const tree = commit('Unstable:\n    a test')
    expect(run('bash', '.ci/run')).toMatchObject({ status: 0 })
    expect(existsSync(kept('passed', tree))).toBe(true)
    expect(readdirSync(kept('failed', tree))).toContain('run.log')
    expect(gate('--status').text).toContain('The last failure, whose repetition passed')
  })

  it('with changes that are not committed is not noted', () => {
    write('outcome', '3 passed, 0 failed')
    expect(run('bash', '.ci/run').text).toContain('Not noted')
    expect(existsSync(kept('passed'))).toBe(false)
  })
})

describe('the gate', () => {
  it('runs the last commit in a clone, prints steps and the end, and removes the clone', () => {
    const tree = commit('4 passed, 0 failed')
    write('outcome', 'Failed:\n    not committed')
    const { text, status } = gate()
    expect(status).toBe(0)
    expect(text).toContain('not part of this run: 1 files')
    expect(text).toContain('✓ a step')
    expect(text).toContain('4 passed, 0 failed')
    expect(existsSync(kept('passed', tree))).toBe(true)
    expect(existsSync(path.join(project, 'test-results'))).toBe(false)
  })

  it('as a whole runs the long tests afterwards, in the same clone', () => {
    commit('4 passed, 0 failed')
    expect(gate('--whole')).toMatchObject({
      status: 0,
      text: expect.stringMatching(/4 passed, 0 failed[^]*long tests: gate/),
    })
    commit('Failed:\n    a test')
    const failed = gate('--whole')
    expect(failed.status).toBe(1)
    expect(failed.text).not.toContain('long tests')
  })

  it('that fails ends with the failures and where the reports are', () => {
    const tree = commit('Failed:\n    a test\n      Timeout\n      npm test -- a.test.ts')
    const { text, status } = gate()
    expect(status).toBe(1)
    expect(text).not.toContain('much output')
    expect(text).toMatch(/\nFailed:\n {4}a test\n {6}Timeout\n {6}npm test -- a\.test\.ts\n/)
    expect(text).toContain(kept('failed', tree))
  })

  it('has a status: this commit, the last one of main that passed, and the last failure', () => {
    gate()
    const passed = git('rev-parse', '--short', 'HEAD')
    expect(gate('--status').text).toMatch(/^This commit, .* has passed on /)
    commit('Failed:\n    a test')
    gate()
    const { text } = gate('--status')
    expect(text).toMatch(/^This commit, .*Tests print Failed:”, has not passed\./)
    expect(text).toContain(`The last commit of main that has passed is ${passed} `)
    expect(text).toContain('1 came after it')
    expect(text).toContain(`The last failure: ${git('rev-parse', '--short', 'HEAD')}`)
  })

  it('refuses while a fix of an unstable test is overdue', () => {
    write(
      'docs/unstable-tests.md',
      '| Date | Test | Cause | Fixed by |\n| --- | --- | --- | --- |\n| 2020-01-01 | a.test.ts | unknown | |\n',
    )
    commit('5 passed, 0 failed')
    const { text, status } = gate()
    expect(status).toBe(1)
    expect(text).toContain('2020-01-01 a.test.ts')
    expect(existsSync(kept())).toBe(false)
  })
})
