import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#lib/contract/project.ts'
import { buildProject } from '#tests/support/builders.ts'
import { failureOf, jsonOf, runCli, testFolder } from '#tests/support/cli.ts'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { fileOf, serveProject, sha256 } from '#tests/support/served-project.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const folder = await testFolder()
const site = await stoppedAtEnd(startFaultyBackend())
beforeEach(async () => {
  site.requests.length = 0
})

const BYTES = Buffer.alloc(700_000, 'a')

const serve = (project: Project, bytes: Uint8Array, versions?: unknown[]) =>
  serveProject(site, project, bytes, versions)
const install = (args: string[], env: Record<string, string> = {}) =>
  runCli(['install', '--json', ...args], {
    folder: folder.path,
    home: folder.path,
    env: { KEYSTRIP_SITE: site.url, ...env },
  })

describe('install', () => {
  it('downloads a project by its id, whatever its kind, and names the file', async () => {
    const id = serve(buildProject({ kind: 'icon', title: 'Orchard', file: fileOf(BYTES) }), BYTES)
    const ran = await install([id])
    expect(ran.exit).toBe(0)
    const file = path.join(folder.path, 'Orchard.iconpack')
    expect(jsonOf(ran)).toMatchObject({
      ok: true,
      id,
      file,
      sha256: sha256(BYTES),
      application: null,
    })
    expect(await folder.names()).toEqual(['Orchard.iconpack'])
    expect(sha256(await readFile(file))).toBe(sha256(BYTES))
  })

  it('downloads by the address of a page, without a token', async () => {
    const id = serve(buildProject({ kind: 'flexpage', file: fileOf(BYTES, 'a.flexpage') }), BYTES)
    const address = `${site.url}/de/home/page/detail/${id}`
    const ran = await install([address, '--output', 'b.flexpage'], {
      KEYSTRIP_SITE: 'https://127.0.0.1:9',
      KEYSTRIP_TOKEN: `ks_pat_${'a'.repeat(42)}`,
    })
    expect([ran.exit, await folder.names()]).toEqual([0, ['b.flexpage']])
    expect(site.requests.flatMap(({ headers }) => headers['authorization'] ?? [])).toEqual([])
  })

  it.each([
    ['others of the same length', Buffer.alloc(700_000, 'b')],
    ['fewer', BYTES.subarray(1)],
    ['more', Buffer.concat([BYTES, Buffer.from('!')])],
    ['none', Buffer.alloc(0)],
  ])('ends with 6 and leaves no file where the bytes are %s', async (_, bytes) => {
    const id = serve(buildProject({ file: fileOf(BYTES) }), bytes)
    expect(failureOf(await install([id]))).toEqual([6, 'wrong_hash'])
    expect(await folder.names()).toEqual([])
  })

  it('tries again where a download is cut off, and leaves no file if that does not help', async () => {
    const project = buildProject({ file: fileOf(BYTES) })
    const id = serve(project, BYTES)
    let cuts = 0
    site.behave((req, res) => {
      if (!req.url?.startsWith('/api/v1/file/')) return answer(res, 200, project)
      cuts += 1
      res.writeHead(200, { 'content-length': BYTES.length })
      if (cuts === 2) return void res.end(BYTES)
      res.write(BYTES.subarray(0, 1000), () => res.socket?.resetAndDestroy())
    })
    const address = `${site.url}/home/iconpack/detail/${id}`
    const ran = await install([address])
    expect([ran.exit, cuts, ran.waits]).toEqual([0, 2, [1000]])
    cuts = 2
    await folder.empty()
    expect(failureOf(await install([address]))).toEqual([5, 'unreachable'])
    expect(await folder.names()).toEqual([])
  })

  it('leaves no file where it is interrupted', async () => {
    const interrupted = new AbortController()
    const project = buildProject({ file: fileOf(BYTES) })
    site.behave((req, res) => {
      if (!req.url?.startsWith('/api/v1/file/')) return answer(res, 200, project)
      res.writeHead(200, { 'content-length': BYTES.length })
      res.write(BYTES.subarray(0, 1000), () => interrupted.abort())
    })
    const ran = await runCli(
      ['install', '--json', `${site.url}/home/iconpack/detail/${project.id}`],
      { folder: folder.path, signal: interrupted.signal },
    )
    expect([...failureOf(ran), await folder.names()]).toEqual([130, 'interrupted', []])
  })

  it('follows a download to the storage of the site', async () => {
    const storage = await startFaultyBackend()
    storage.behave((_, res) => void res.end(BYTES))
    const project = buildProject({ file: fileOf(BYTES) })
    site.behave((req, res) => {
      if (!req.url?.startsWith('/api/v1/file/')) return answer(res, 200, project)
      res.writeHead(302, { location: `${storage.url}/bucket/x` }).end()
    })
    const ran = await install([`${site.url}/home/iconpack/detail/${project.id}`])
    expect(ran.exit).toBe(0)
    expect(storage.requests).toHaveLength(1)
    await storage.stop()
  })

  it.each([
    ['to another scheme', 'https://127.0.0.1:9/x', 'an address of another scheme'],
    ['to a private network', 'http://10.0.0.1/x', 'a private network'],
    ['to it as a mapped address', 'http://[::ffff:10.0.0.1]/x', 'a private network'],
    ['to it as a number', 'http://167772161/x', 'a private network'],
    ['to the addresses of a cloud', 'http://169.254.169.254/latest/meta-data', 'a private network'],
    ['to a unique local address', 'http://[fd00::1]/x', 'a private network'],
    ['to a name of a private network', 'http://rebound.example/x', 'a private network'],
  ])('is not redirected %s', async (_, location, where) => {
    const project = buildProject({ file: fileOf(BYTES) })
    site.behave((req, res) => {
      if (!req.url?.startsWith('/api/v1/file/')) return answer(res, 200, project)
      res.writeHead(302, { location }).end()
    })
    const lookup = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '192.168.0.7', family: 4 },
    ]
    const ran = await runCli(
      ['install', '--json', `${site.url}/home/iconpack/detail/${project.id}`],
      { folder: folder.path, home: folder.path, lookup },
    )
    expect(failureOf(ran)).toEqual([5, 'redirected'])
    expect(jsonOf(ran).error?.message).toBe(
      `${new URL(site.url).host} redirects the download to ${where}.`,
    )
  })

  it('is redirected to a name of this machine, where the site is', async () => {
    const storage = await startFaultyBackend()
    storage.behave((_, res) => void res.end(BYTES))
    const project = buildProject({ file: fileOf(BYTES) })
    site.behave((req, res) => {
      if (!req.url?.startsWith('/api/v1/file/')) return answer(res, 200, project)
      const location = storage.url.replace('127.0.0.1', 'storage.example')
      res.writeHead(302, { location }).end()
    })
    const ran = await runCli(
      ['install', '--json', `${site.url}/home/iconpack/detail/${project.id}`],
      {
        folder: folder.path,
        home: folder.path,
        lookup: async () => [{ address: '127.0.0.1', family: 4 }],
      },
    )
    expect(ran.exit).toBe(0)
    await storage.stop()
  })

  it('reads no more bytes than the file has', async () => {
    const project = buildProject({ file: fileOf(BYTES) })
    let sent = 0
    const closed = new Promise<void>((resolve) => {
      site.behave((req, res) => {
        if (!req.url?.startsWith('/api/v1/file/')) return answer(res, 200, project)
        const more = () => {
          while (!res.destroyed && res.write(BYTES)) sent += 1
        }
        res.on('drain', more).on('close', resolve)
        more()
      })
    })
    const ran = await install([`${site.url}/home/iconpack/detail/${project.id}`])
    expect(failureOf(ran)).toEqual([6, 'wrong_hash'])
    await closed
    expect(sent).toBeLessThan(100)
  })

  it('keeps a file that is there already, and replaces another one with --force only', async () => {
    const id = serve(buildProject({ file: fileOf(BYTES) }), BYTES)
    await folder.write('Orchard.iconpack', BYTES)
    expect((await install([id])).exit).toBe(0)
    expect(site.requests.some(({ url }) => url.startsWith('/api/v1/file/'))).toBe(false)
    await folder.write('Orchard.iconpack', 'mine')
    expect(failureOf(await install([id]))).toEqual([1, 'exists'])
    expect(await readFile(path.join(folder.path, 'Orchard.iconpack'), 'utf8')).toBe('mine')
    expect((await install([id, '--force'])).exit).toBe(0)
  })

  it('takes an earlier version, and none that was withdrawn or never was', async () => {
    const old = Buffer.from('old')
    const at = '2026-01-01T00:00:00.000Z'
    const versions = [
      { version: '1.0.0', created_at: at, notes: '', file: fileOf(BYTES) },
      { version: '0.9.0', created_at: at, notes: '', file: fileOf(old) },
      { version: '0.8.0', created_at: at, notes: '', yanked_at: at, yank_reason: 'Broken.' },
    ]
    const id = serve(buildProject({ file: fileOf(BYTES) }), old, versions)
    expect((await install([id, '--version', '0.9.0'])).exit).toBe(0)
    const withdrawn = await install([id, '--version', '0.8.0'])
    expect(failureOf(withdrawn)).toEqual([3, 'yanked'])
    expect(jsonOf(withdrawn).error?.message).toBe(
      'Version 0.8.0 was withdrawn on 2026-01-01: Broken.',
    )
    expect(failureOf(await install([id, '--version', '0.7.0']))).toEqual([3, 'no_version'])
  })

  it('ends with 3 for an unknown project, and with 1 for a plugin whose packages are elsewhere', async () => {
    const repository = 'https://github.com/ada/plums'
    const id = serve(buildProject({ kind: 'plugin', repository_url: repository }), BYTES)
    const ran = await install([id])
    expect(failureOf(ran)).toEqual([1, 'no_project_file'])
    expect(jsonOf(ran).error?.message).toContain(repository)
    expect(failureOf(await install(['unknown']))).toEqual([3, 'not_found'])
  })

  it.each([
    ['../../.ssh/authorized_keys', 'authorized_keys.iconpack'],
    ['..\\..\\x.iconpack', 'x.iconpack'],
    ['.bashrc', 'bashrc.iconpack'],
    ['CON.iconpack', 'CON_.iconpack'],
    ['C# helpers, 50%.iconpack', 'C# helpers, 50%.iconpack'],
    ['👨‍👩‍👧 “家族”.iconpack', '👨‍👩‍👧 “家族”.iconpack'],
    ['a\u001b[2J\u202e:b?.iconpack', 'a[2Jb.iconpack'],
    ['. .', 'file.iconpack'],
    [`${'x'.repeat(290)}.iconpack`, `${'x'.repeat(246)}.iconpack`],
  ])('writes a file that the site calls %j as %s', async (name, expected) => {
    const id = serve(buildProject({ file: fileOf(BYTES, name) }), BYTES)
    expect((await install([id])).exit).toBe(0)
    expect(await folder.names()).toEqual([expected])
  })
})
