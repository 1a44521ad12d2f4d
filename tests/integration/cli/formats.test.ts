// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CALLS } from '#lib/contract/calls.ts'
import type { Project } from '#lib/contract/project.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { buildProject } from '#tests/support/builders.ts'
import { failureOf, jsonOf, runCli, testFolder } from '#tests/support/cli.ts'
import { startCliSite } from '#tests/support/cli-site.ts'
import { startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { fileOf, serveProject, sha256 } from '#tests/support/served-project.ts'

const folder = await testFolder()

describe('publish', () => {
  let site: Awaited<ReturnType<typeof startCliSite>>
  beforeAll(async () => {
    site = await startCliSite()
  })
  afterAll(() => site.stop())

  const publish = (args: string[]) =>
    runCli(['publish', '--json', '--category', 'nature', ...args], {
      folder: folder.path,
      env: site.env,
    })
  const readProject = async (id: string) =>
    CALLS.project.data.parse((await clientOf(site.backend).ask(`/icon/${id}`)).data)

  it('publishes a file whose contents are not read, with the title of the options', async () => {
    const bytes = Buffer.from(JSON.stringify({ saved: true, pages: ['x'.repeat(80)] }))
    await folder.write('desk.iconpack', bytes)
    await folder.write('about.md', 'A desk.')
    const file = ['--file', 'desk.iconpack', '--description', 'about.md']
    const missing = await publish(file)
    expect(failureOf(missing)).toEqual([2, 'usage'])
    expect(jsonOf(missing).error?.message).toBe(
      'desk.iconpack: its contents are not read. Add --title, or name it in keystrip.json.',
    )
    const ran = await publish([...file, '--title', 'Desk'])
    expect(ran.exit).toBe(0)
    const { id } = z.looseObject({ id: z.string() }).parse(jsonOf(ran))
    const project = await readProject(id)
    expect(project).toMatchObject({ version: '1.0.0', minimum_version: '1.0.0' })
    expect(project.file).toMatchObject({ name: 'desk.iconpack', format: 'opaque', original: null })
    expect(project.file?.sha256).toBe(sha256(bytes))
    expect(project.cover).toMatchObject({ width: 1200, height: 750 })
    const update = await publish(['--project', id, '--file', 'desk.iconpack'])
    expect(jsonOf(update).error?.message).toContain('Add --version, or')
  })
})

describe('install', () => {
  let site: Awaited<ReturnType<typeof startFaultyBackend>>
  beforeAll(async () => {
    site = await startFaultyBackend()
  })
  afterAll(() => site.stop())

  const BYTES = Buffer.alloc(700_000, 'a')
  const serve = (project: Project, bytes: Uint8Array) => serveProject(site, project, bytes)
  const install = (args: string[], format = ['--json']) =>
    runCli(['install', ...format, ...args], {
      folder: folder.path,
      env: { KEYSTRIP_SITE: site.url },
    })

  it('downloads the file that is installed, or with --original the one it was made from', async () => {
    const uploaded = Buffer.from('as it was uploaded')
    const name = 'C# helpers.streamDeckIconPack'
    const original = { ...fileOf(uploaded, name), url: '/api/v1/file/f1/original/x' }
    const file = { ...fileOf(BYTES), original }
    const id = serve(buildProject({ kind: 'icon', title: 'Orchard', file }), BYTES)
    const said = await install([id], [])
    expect(said.out).toContain(`It was made from ${name}, which --original downloads.`)
    serve(buildProject({ kind: 'icon', id, file }), uploaded)
    const ran = await install([id, '--original'])
    expect(jsonOf(ran)).toMatchObject({ ok: true, original: true, sha256: sha256(uploaded) })
    expect((await folder.names()).toSorted()).toEqual([
      'C# helpers.streamDeckIconPack',
      'Orchard.iconpack',
    ])
  })

  it('refuses an original with other bytes, and keeps nothing of it', async () => {
    const original = fileOf(Buffer.from('as it was uploaded'), 'pack.zip')
    const id = serve(
      buildProject({ file: { ...fileOf(BYTES), original } }),
      Buffer.from('as it was replaced'),
    )
    expect(failureOf(await install([id, '--original']))).toEqual([6, 'wrong_hash'])
    expect(await folder.names()).toEqual([])
  })

  it('takes the file itself for the original where it is as it was uploaded', async () => {
    const id = serve(buildProject({ kind: 'icon', file: fileOf(BYTES) }), BYTES)
    expect(jsonOf(await install([id, '--original']))).toMatchObject({
      ok: true,
      original: false,
      sha256: sha256(BYTES),
    })
  })
})
