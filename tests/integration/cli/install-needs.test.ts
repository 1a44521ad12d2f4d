import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { zip } from '#demo/archive.ts'
import type { Project } from '#lib/contract/project.ts'
import type { Need, Needs } from '#lib/contract/update/needs.ts'
import { startApplication } from '#tests/support/application.ts'
import { buildProject } from '#tests/support/builders.ts'
import { failureOf, jsonOf, runCli, testFolder } from '#tests/support/cli.ts'
import { answer, startFaultyBackend, answerWith } from '#tests/support/faulty-backend.ts'
import { FIRST_GENERATION, SECOND_GENERATION } from '#tests/support/github-stub.ts'
import { sha256 } from '#tests/support/served-project.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const folder = await testFolder()
let application: Awaited<ReturnType<typeof startApplication>> | undefined
const site = await stoppedAtEnd(startFaultyBackend())
beforeEach(async () => {
  files.clear()
})
afterEach(async () => {
  await application?.stop()
  application = undefined
})

const files = new Map<string, Uint8Array>()
/** A file that the site sends. */
function fileOf(name: string, bytes: Uint8Array) {
  const url = `/api/v1/file/f${files.size}/x`
  files.set(url, bytes)
  return { name, size: bytes.length, sha256: sha256(bytes), url }
}
const bytesOf = (text: string) => new TextEncoder().encode(text)
const DESK = () =>
  buildProject({
    kind: 'profile',
    id: 'desk',
    title: 'Desk',
    file: fileOf('desk.flexbar', bytesOf('desk')),
  })
type Given = Partial<Need> & { project?: Project }

/** Makes the server a site with a profile that needs projects. */
function serve(given: Given[], more: Partial<Needs> = {}, project = DESK()) {
  const needs = given.map(({ project: here, ...need }) => ({
    kind: here?.kind ?? 'icon',
    named: here?.id ?? 'gone',
    plugin: '',
    minimum_version: '',
    state: here ? 'available' : 'missing',
    id: here?.id ?? null,
    depth: 1,
    needed_by: null,
    offer: here ?? null,
    ...need,
  }))
  const items = given.flatMap((one) => one.project ?? [])
  const answers = new Map<string, unknown>([
    [`/api/v1/profile/${project.id}`, project],
    [
      `/api/v1/profile/${project.id}/needs`,
      { items, needs, needs_cut: false, used_by: [], used_by_total: 0, ...more },
    ],
  ])
  site.behave((req, res) => {
    const { pathname } = new URL(req.url ?? '', site.url)
    const file = files.get(pathname)
    if (file) return void res.end(file)
    const found = answers.get(pathname)
    if (found !== undefined) return answer(res, 200, found)
    answerWith(res, { code: 404, message: 'Not found.', reason: 'not_found' }, 404)
  })
}
const install = (...args: string[]) =>
  runCli(['install', 'desk', ...args], {
    folder: folder.path,
    home: folder.path,
    env: { KEYSTRIP_SITE: site.url },
  })
const outcomesOf = (ran: { out: string }) =>
  z
    .array(z.object({ named: z.string(), outcome: z.string() }))
    .parse(jsonOf(ran)['needs'])
    .map(({ named, outcome }) => `${named} ${outcome}`)

const pack = (id: string, text = id) =>
  buildProject({ id, title: id, file: fileOf('pack.iconpack', bytesOf(text)) })

describe('install of a project that needs others', () => {
  it('takes them along, the deepest first, beside its file', async () => {
    const link = buildProject({
      kind: 'plugin',
      id: 'link',
      title: 'Link',
      file: fileOf(
        'link.flexplugin',
        await zip([{ path: 'manifest.json', content: SECOND_GENERATION }]),
      ),
    })
    application = await startApplication(({ id }) => [{ id, success: true }])
    serve([{ project: pack('orchard') }, { project: link, depth: 2, needed_by: 'orchard' }])
    const ran = await install('--json', '--output', 'all/', '--port', String(application.port))
    expect(ran.exit, ran.err).toBe(0)
    expect(outcomesOf(ran)).toEqual(['link taken', 'orchard taken'])
    const sourcePath = `${folder.path}/all/link.flexplugin`
    expect(application.received).toMatchObject([{ params: { sourcePath } }])
    expect(jsonOf(ran)['file']).toBe(`${folder.path}/all/desk.flexbar`)
  })

  it('reports what is missing, too old or withdrawn, or has no file for this machine', async () => {
    const mac = {
      platform: 'darwin-arm64' as const,
      file: fileOf('mac.flexplugin', bytesOf('mac')),
    }
    const only = buildProject({ kind: 'plugin', id: 'only', title: 'Only', packages: [mac] })
    serve([
      { named: 'gone', minimum_version: '1.2.0' },
      { project: pack('old'), state: 'too_old', minimum_version: '3.0.0', offer: null },
      { project: pack('back'), state: 'withdrawn', offer: null },
      { project: { ...only, file: null } },
    ])
    const ran = await install('--json')
    expect(outcomesOf(ran)).toEqual([
      'gone missing',
      'old too_old',
      'back withdrawn',
      'only no_file',
    ])
    expect([ran.exit, await folder.names()]).toEqual([0, ['desk.flexbar']])
    const { err } = await install()
    expect(err).toContain('Needed: “gone” 1.2.0 or later is not on the site.')
    expect(err).toContain('Needed: “old” 3.0.0 or later is on the site in an older version only.')
    expect(err).toContain('Needed: “back” was withdrawn.')
    expect(err).toContain('Needed: “Only” has no file for this machine on the site.')
  })

  it('keeps files of one name apart', async () => {
    serve([{ project: pack('one') }, { project: pack('two') }])
    expect((await install()).exit).toBe(0)
    expect((await folder.names()).toSorted()).toEqual([
      'desk.flexbar',
      'pack.iconpack',
      'two-pack.iconpack',
    ])
  })

  it('says that more is needed than the site lists', async () => {
    serve([], { needs_cut: true })
    expect((await install()).err).toContain('It needs more than the site lists.')
  })

  it.each([
    ['with --alone', ['--alone']],
    ['in an earlier version', ['--version', '0.9.0']],
  ])('takes nothing along %s', async (_, args) => {
    serve([{ project: pack('orchard') }])
    const ran = await install('--json', ...args)
    if (args[0] === '--alone') expect(ran.exit).toBe(0)
    expect(await folder.names()).not.toContain('pack.iconpack')
  })

  it('hands over nothing where a plugin that it needs is not taken', async () => {
    const link = buildProject({
      kind: 'plugin',
      id: 'link',
      file: fileOf(
        'link.flexplugin',
        await zip([{ path: 'manifest.json', content: FIRST_GENERATION }]),
      ),
    })
    serve([{ project: link }])
    expect(failureOf(await install('--json'))).toEqual([5, 'no_application'])
    expect(await folder.names()).toEqual(['link.flexplugin'])
  })
})
