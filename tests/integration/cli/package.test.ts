// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { VERSION } from '#lib/version.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { FAULTS, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { installCli } from '#tests/support/packed-cli.ts'
import { buildStreamDeckPack } from '#tests/support/stream-deck.ts'
import { spoiled } from '#tests/support/spoiled-archives.ts'

const root = path.resolve(import.meta.dirname, '../../..')

let cli: Awaited<ReturnType<typeof installCli>>
beforeAll(async () => {
  cli = await installCli()
})
afterAll(() => cli.folder.remove())

describe('the package', () => {
  it('holds one program of less than 4 MB, and needs no other package', async () => {
    const installed = path.join(cli.folder.path, 'node_modules/@keystrip/cli')
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
    expect(bytes.length).toBeLessThan(4 * 1024 * 1024)
    expect(bytes.toString()).not.toContain(root)
  })

  it('runs, and shows version and help', async () => {
    expect(await cli.run(['--version'])).toEqual({ code: 0, out: `${VERSION}\n`, err: '' })
    expect((await cli.run(['publish', '--help'])).out).toContain('--dry-run')
  })

  it('validates files by the checks of the site', async () => {
    await cli.folder.write('good.iconpack', buildStandardFile('icon'))
    await cli.folder.write('bomb.iconpack', await spoiled('contents that inflate beyond measure'))
    expect(await cli.run(['validate', 'good.iconpack'])).toEqual({
      code: 0,
      out: 'good.iconpack: valid, iconpack “Orchard” 2.1.0 (Keystrip archive), icons: 2\n',
      err: '',
    })
    const license = await readFile(path.join(root, 'LICENSE'), 'utf8')
    const pack = buildStreamDeckPack({ files: { 'license.txt': license } })
    await cli.folder.write('fruit.streamDeckIconPack', pack)
    expect(await cli.run(['validate', 'fruit.streamDeckIconPack'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('iconpack “Orchard” 2.3.4'),
    })
    const { code, out } = await cli.run(['validate', 'bomb.iconpack', '--json'])
    expect(code).toBe(4)
    expect(JSON.parse(out)).toMatchObject({ files: [{ error: { code: 'too_compressed' } }] })
  })

  it('names an address that is no site, and ends with 5 without a stack', async () => {
    const site = await startFaultyBackend()
    site.behave(FAULTS.html)
    const ran = await cli.run(['install', 'x', '--site', site.url, '--json'])
    expect([ran.code, ran.err]).toEqual([5, ''])
    expect(JSON.parse(ran.out)).toMatchObject({ ok: false, error: { code: 'bad_answer' } })
    expect(ran.out).not.toContain(' at ')
    await site.stop()
  })

  it('ends with 130 when it is interrupted', async () => {
    const site = await startFaultyBackend()
    const child = spawn(process.execPath, [cli.program, 'install', 'x', '--site', site.url])
    // It never answers.
    site.behave(() => child.kill('SIGINT'))
    const [code] = await once(child, 'exit')
    expect(code).toBe(130)
    await site.stop()
  })
})
