import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Update } from '#lib/contract/update/update.ts'
import { failureOf, jsonOf, runCli, testFolder } from '#tests/support/cli.ts'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { fileOf, sha256 } from '#tests/support/served-project.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const folder = await testFolder()
const site = await stoppedAtEnd(startFaultyBackend())
beforeEach(async () => {
  await folder.write('Orchard.iconpack', OLD)
  await folder.write('notes.txt', 'x')
  site.requests.length = 0
})

const [OLD, NEW] = [Buffer.alloc(90_000, 'a'), Buffer.alloc(70_000, 'b')]
const UPDATE: Update = {
  state: 'update',
  project: { id: 'a1', kind: 'icon', title: 'Orchard' },
  version: '1.0.0',
  yanked: null,
  update: {
    version: '1.1.0',
    channel: 'stable',
    created_at: '2026-06-01T12:00:00.000Z',
    notes: '',
    minimum_version: '1.0.0',
    file: fileOf(NEW),
    packages: null,
    added_rights: null,
  },
  withheld: null,
}
const MORE = { permissions: ['http'], network: true, native: false }

/** A site that answers each question with this, and sends `bytes` as every file. */
function serve(found: Update, bytes: Uint8Array = NEW): void {
  site.behave((req, res) => {
    const { pathname } = new URL(req.url ?? '', site.url)
    if (pathname.startsWith('/api/v1/file/')) return void res.end(bytes)
    answer(res, 200, pathname === '/api/v1/updates' ? { items: [found] } : null)
  })
}
const run = (args: string[], json = ['--json']) =>
  runCli([...args, ...json], {
    folder: folder.path,
    home: folder.path,
    env: { KEYSTRIP_SITE: site.url, KEYSTRIP_TOKEN: `ks_pat_${'a'.repeat(42)}` },
  })
const bytesOf = () => readFile(path.join(folder.path, 'Orchard.iconpack'))
const filesSchema = z.object({ files: z.array(z.looseObject({})) })
const filesOf = (ran: { out: string }) => filesSchema.parse(jsonOf(ran)).files

describe('outdated', () => {
  it('names what is newer than the project files of a folder, and changes nothing', async () => {
    serve(UPDATE)
    const ran = await run(['outdated', '.'])
    expect(ran.exit).toBe(0)
    expect(filesOf(ran)).toMatchObject([
      { state: 'update', version: '1.0.0', newer: '1.1.0', sha256: sha256(OLD) },
    ])
    expect(await bytesOf()).toEqual(OLD)
  })

  it('sends hashes only, without the token', async () => {
    serve(UPDATE)
    await run(['outdated', 'Orchard.iconpack', '--min-age', '3', '--system', 'linux'])
    const [asked, ...others] = site.requests.filter(({ method }) => method === 'POST')
    expect(others).toEqual([])
    expect(asked?.headers).not.toHaveProperty('authorization')
    const hash = createHash('sha256').update(OLD).digest('hex')
    const items = [{ sha256: hash }]
    const sent = JSON.stringify({ items, channel: 'stable', system: 'linux', min_age: 3 })
    expect(asked?.headers['content-length']).toBe(String(sent.length))
  })

  it('says in words what asks for more, was withdrawn, or waits', async () => {
    const update = UPDATE.update && { ...UPDATE.update, added_rights: MORE }
    const withheld = { version: '2.0.0', reason: 'application' as const }
    const yanked = { at: '2026-06-01T12:00:00.000Z', reason: 'Broken.' }
    serve({ ...UPDATE, update, withheld, yanked })
    const { out } = await run(['outdated', 'Orchard.iconpack'], [])
    expect(out.split('\n')).toEqual([
      'Orchard.iconpack: “Orchard” 1.0.0 → 1.1.0',
      '  1.0.0 was withdrawn on 2026-06-01: Broken.',
      '  1.1.0 asks for more: http, network',
      '  2.0.0 waits: it needs a newer application',
      '',
    ])
  })

  it.each([
    ['without files', ['outdated']],
    ['in a folder without project files', ['outdated', 'none']],
    ['with a number that is no age', ['outdated', '.', '--min-age', 'week']],
    ['with a system that is none', ['update', '.', '--system', 'amiga']],
  ])('is refused %s', async (_, args) => {
    await mkdir(path.join(folder.path, 'none'))
    expect(failureOf(await run(args))).toEqual([2, 'usage'])
  })
})

describe('update', () => {
  it('replaces a file once its hash is right', async () => {
    serve(UPDATE)
    expect(filesOf(await run(['update', '.']))).toMatchObject([{ outcome: 'updated' }])
    expect(await bytesOf()).toEqual(NEW)
  })

  it('leaves a file whose update has other bytes than the site names', async () => {
    serve(UPDATE, Buffer.alloc(70_000, 'c'))
    expect(failureOf(await run(['update', '.']))).toEqual([6, 'wrong_hash'])
    expect(await bytesOf()).toEqual(OLD)
  })

  it('keeps what would do more than before, unless that is accepted', async () => {
    serve({ ...UPDATE, update: UPDATE.update && { ...UPDATE.update, added_rights: MORE } })
    expect(filesOf(await run(['update', '.']))).toMatchObject([{ outcome: 'kept' }])
    expect(await bytesOf()).toEqual(OLD)
    const accepted = await run(['update', '.', '--accept-rights'])
    expect(filesOf(accepted)).toMatchObject([{ outcome: 'updated' }])
  })

  it('leaves what is current or unknown', async () => {
    serve({ ...UPDATE, state: 'unknown', project: null, version: null, update: null })
    expect(filesOf(await run(['update', '.']))).toMatchObject([{ outcome: 'none', newer: null }])
    expect(await bytesOf()).toEqual(OLD)
  })
})
