import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createFolder } from '#tests/support/cli.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { FAULTS, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { spoiled } from '#tests/support/spoiled-archives.ts'

const root = path.resolve(import.meta.dirname, '../../..')

let folder: Awaited<ReturnType<typeof createFolder>>
let program: string
beforeAll(async () => {
  folder = await createFolder()
  await runNode([path.join(root, 'scripts/build-cli.ts')], root)
  const packed = path.join(root, 'cli/package')
  await runNpm(['pack', '--pack-destination', folder.path], packed)
  const [tarball = ''] = (await folder.names()).filter((name) => name.endsWith('.tgz'))
  await folder.write('package.json', '{"private":true}')
  const offline = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  await runNpm(['install', ...offline, path.join(folder.path, tarball)], folder.path)
  program = path.join(folder.path, 'node_modules/.bin/keystrip')
}, 120_000)
afterAll(() => folder.remove())

type Ran = { code: number; out: string; err: string }

/** The environment holds nothing of the repository. */
function runFile(file: string, args: string[], cwd: string, env: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env
  return new Promise<Ran>((resolve) => {
    const options = { cwd, env: { NODE_ENV: 'production' as const, PATH, HOME, ...env } }
    execFile(file, args, options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err })
    })
  })
}
const runNode = (args: string[], cwd: string) => succeeded(runFile(process.execPath, args, cwd))
const runNpm = (args: string[], cwd: string) => succeeded(runFile('npm', args, cwd))
async function succeeded(running: Promise<Ran>): Promise<void> {
  const { code, out, err } = await running
  if (code !== 0) throw new Error(`${out}${err}`)
}
const keystrip = (args: string[], env: Record<string, string> = {}) =>
  runFile(process.execPath, [program, ...args], folder.path, env)

describe('the package', () => {
  it('holds one program of less than 2 MB, and needs no other package', async () => {
    const installed = path.join(folder.path, 'node_modules/@keystrip/cli')
    expect((await readdir(installed, { recursive: true })).toSorted()).toEqual([
      'README.md',
      'dist',
      'dist/keystrip.js',
      'package.json',
    ])
    const about = z
      .looseObject({ engines: z.object({ node: z.string() }) })
      .parse(JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')))
    expect(about.engines.node).toBe('>=22.3')
    expect(about).not.toHaveProperty('dependencies')
    const bytes = await readFile(path.join(installed, 'dist/keystrip.js'))
    expect(bytes.length).toBeLessThan(2 * 1024 * 1024)
    expect(bytes.toString()).not.toContain(root)
  })

  it('runs, and shows version and help', async () => {
    expect(await keystrip(['--version'])).toEqual({ code: 0, out: '0.1.0\n', err: '' })
    expect((await keystrip(['publish', '--help'])).out).toContain('--dry-run')
  })

  it('validates files by the checks of the site', async () => {
    await folder.write('good.iconpack', buildStandardFile('icon'))
    await folder.write('bomb.iconpack', await spoiled('contents that inflate beyond measure'))
    expect(await keystrip(['validate', 'good.iconpack'])).toEqual({
      code: 0,
      out: 'good.iconpack: valid, iconpack “Orchard” 2.1.0, icons: 2\n',
      err: '',
    })
    const { code, out } = await keystrip(['validate', 'bomb.iconpack', '--json'])
    expect(code).toBe(4)
    expect(JSON.parse(out)).toMatchObject({ files: [{ error: { code: 'too_compressed' } }] })
  })

  it('names a site that is none and ends with 5 without a stack', async () => {
    const site = await startFaultyBackend()
    site.behave(FAULTS.html)
    const ran = await keystrip(['install', 'x', '--site', site.url, '--json'])
    expect([ran.code, ran.err]).toEqual([5, ''])
    expect(JSON.parse(ran.out)).toMatchObject({ ok: false, error: { code: 'bad_answer' } })
    expect(ran.out).not.toContain(' at ')
    await site.stop()
  })

  it('ends with 130 when it is interrupted', async () => {
    const site = await startFaultyBackend()
    const child = spawn(process.execPath, [program, 'install', 'x', '--site', site.url])
    // It never answers.
    site.behave(() => child.kill('SIGINT'))
    const [code] = await once(child, 'exit')
    expect(code).toBe(130)
    await site.stop()
  })
})
