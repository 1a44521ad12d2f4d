import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { zip } from '#demo/archive.ts'
import { startApplication } from '#tests/support/application.ts'
import { buildProject } from '#tests/support/builders.ts'
import { failureOf, jsonOf, runCli, testFolder } from '#tests/support/cli.ts'
import { startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { FIRST_GENERATION, SECOND_GENERATION } from '#tests/support/github-stub.ts'
import { fileOf, serveProject } from '#tests/support/served-project.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const folder = await testFolder()
let application: Awaited<ReturnType<typeof startApplication>> | undefined
const site = await stoppedAtEnd(startFaultyBackend())
afterEach(async () => {
  await application?.stop()
  application = undefined
})

const install = (args: string[], env: Record<string, string> = {}) =>
  runCli(['install', '--json', ...args], {
    folder: folder.path,
    home: folder.path,
    env: { KEYSTRIP_SITE: site.url, ...env },
  })

describe('install of a plugin', () => {
  const pack = (manifest: string) => zip([{ path: 'manifest.json', content: manifest }])
  async function servePlugin(manifest: string) {
    const bytes = await pack(manifest)
    const file = fileOf(bytes, 'example.flexplugin')
    return serveProject(site, buildProject({ kind: 'plugin', file }), bytes)
  }
  const target = () => path.join(folder.path, 'example.flexplugin')

  it('hands a package of the first generation to FlexDesigner, at the port that it wrote down', async () => {
    application = await startApplication(({ uuid }) => [
      'not JSON',
      { uuid: 'another', status: 'failed' },
      { uuid, status: 'success' },
    ])
    const data = path.join(folder.path, '.config/FlexDesigner/data/temp')
    await mkdir(data, { recursive: true })
    await writeFile(path.join(data, 'plugin_port.txt'), `${application.port}\n`)
    const ran = await install([await servePlugin(FIRST_GENERATION)])
    expect([ran.exit, jsonOf(ran)['application']]).toEqual([0, 'FlexDesigner'])
    const payload = { cmd: 'plugin', operation: 'install', path: target(), force: false }
    expect(application.received).toEqual([
      { type: 'plugin-command', payload, uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ])
  })

  it('hands a package of the second generation to FlexStudio, after its token', async () => {
    application = await startApplication(({ id }) => [{ id, success: true, data: {} }])
    const args = [await servePlugin(SECOND_GENERATION), '--port', String(application.port)]
    const ran = await install(args, { FLEX_WS_TOKEN: 'socket-secret' })
    expect([ran.exit, jsonOf(ran)['application']]).toEqual([0, 'FlexStudio'])
    expect(ran.out).not.toContain('socket-secret')
    const id = expect.any(String)
    expect(application.received).toEqual([
      { id, command: 'auth', params: { token: 'socket-secret' } },
      { id, command: 'installPlugin', params: { sourcePath: target() } },
    ])
  })

  it('sends FlexStudio no token where none is set', async () => {
    application = await startApplication(({ id }) => [{ id, success: true }])
    const args = [await servePlugin(SECOND_GENERATION), '--port', String(application.port)]
    expect((await install(args)).exit).toBe(0)
    expect(application.received).toEqual([expect.objectContaining({ command: 'installPlugin' })])
  })

  it.each([
    ['first', FIRST_GENERATION, ({ uuid }: Record<string, unknown>) => [{ uuid, status: 'error' }]],
    [
      'second',
      SECOND_GENERATION,
      ({ id }: Record<string, unknown>) => [{ id, success: false, error: 'No.' }],
    ],
    [
      'second',
      SECOND_GENERATION,
      ({ id }: Record<string, unknown>) => [
        { id, success: true, data: { success: false, error: 'No.' } },
      ],
    ],
  ])(
    'ends with 1 where the application of the %s generation refuses it',
    async (_, manifest, reply) => {
      application = await startApplication(reply)
      const ran = await install([await servePlugin(manifest), '--port', String(application.port)])
      expect(failureOf(ran)).toEqual([1, 'not_installed'])
      expect(await folder.names()).toEqual(['example.flexplugin'])
    },
  )

  it('ends with 5 where the application does not run, and keeps the file', async () => {
    expect(failureOf(await install([await servePlugin(FIRST_GENERATION)]))).toEqual([
      5,
      'no_application',
    ])
    expect(await folder.names()).toEqual(['example.flexplugin'])
  })

  it('with --download-only leaves the application alone', async () => {
    const ran = await install([await servePlugin(FIRST_GENERATION), '--download-only'])
    expect([ran.exit, jsonOf(ran)['application']]).toEqual([0, null])
  })

  it('writes into a new folder whose name ends with a slash', async () => {
    application = await startApplication(({ id }) => [{ id, success: true }])
    const options = ['--output', 'packs/new/', '--port', String(application.port)]
    const ran = await install([await servePlugin(SECOND_GENERATION), ...options])
    expect(ran.exit, ran.err).toBe(0)
    const sourcePath = path.join(folder.path, 'packs/new/example.flexplugin')
    expect(application.received).toMatchObject([{ params: { sourcePath } }])
  })

  it('ends with 2, before it downloads, under a name that the application does not take', async () => {
    const id = await servePlugin(SECOND_GENERATION)
    expect(failureOf(await install([id, '--output', 'plugin.zip']))).toEqual([2, 'usage'])
    expect(await folder.names()).toEqual([])
    expect((await install([id, '--output', 'plugin.zip', '--download-only'])).exit).toBe(0)
  })

  it('hands over no package that is not valid', async () => {
    application = await startApplication(() => [])
    const id = await servePlugin('{}')
    const ran = await install([id, '--port', String(application.port)])
    expect(failureOf(ran)).toEqual([4, 'not_valid'])
    expect(application.received).toEqual([])
  })
})
