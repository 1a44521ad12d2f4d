import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { developerSamples } from '#components/creator/guide/developers-samples.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { createFolder } from '#tests/support/cli.ts'
import { startCliSite } from '#tests/support/cli-site.ts'
import { buildPackage } from '#tests/support/containers.ts'
import { FIRST_GENERATION, ownedBy, startGitHubStub } from '#tests/support/github-stub.ts'
import { projectInput, publishProject, uploadFile } from '#tests/support/publishing.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

/* What the page for developers shows to copy, run by a shell and by Node. tests/e2e/developers.spec.ts runs the rest in a browser. */

const titles = ['Weather at sea', 'Weather inland']
const ids: string[] = []
const PLUGIN = 'ENIAC-Tech/Plugin-Example'
const PACKAGE = buildPackage(FIRST_GENERATION, {})
const github = await stoppedAtEnd(startGitHubStub())
const site = await stoppedAtEnd(startCliSite({ github: { apiUrl: github.url, token: undefined } }))
const folder = await createFolder()
const samples = developerSamples(site.url, 'en')
for (const [at, title] of titles.entries()) {
  site.backend.setClock(`2026-06-01T12:0${at}:00Z`)
  ids.push((await publishProject(site.backend, site.session, { title })).id)
}
afterAll(() => folder.remove())

/** @returns the id of a plugin with packages for two systems. */
async function publishPlugin(): Promise<string> {
  github.add(PLUGIN, ownedBy('ada_lovelace'))
  const { backend, session } = site
  const package_ids = []
  for (const name of ['a.win32.flexplugin', 'a.darwin.flexplugin']) {
    const bytes = name.includes('win32') ? PACKAGE : buildPackage(FIRST_GENERATION, { name: 'Mac' })
    package_ids.push(await uploadFile(backend, session, { name, bytes }))
  }
  const input = await projectInput(backend, session, {
    file_id: undefined,
    version: '1.1.3',
    category: 'productivity',
    repository_url: `https://github.com/${PLUGIN}`,
    package_ids,
  })
  const { data } = await clientOf(backend).post('/plugin', input, session)
  return z.object({ id: z.string() }).parse(data).id
}

const run = (file: string, args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(file, args, { cwd: folder.path }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })
const runShell = (script: string) => run('bash', ['-euo', 'pipefail', '-c', script])

describe('the samples for developers', () => {
  it('search, read a pack and list its icons', async () => {
    const [id = ''] = ids
    const ran = await runShell(samples.search.replaceAll('your-project-id', id))
    expect(ran, ran.err).toMatchObject({ code: 0 })
    const [found, project, icons] = ran.out
      .replaceAll('}{', '}\n{')
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(CALLS.search.data.parse(found.data).total).toBe(2)
    expect(CALLS.project.data.parse(project.data).id).toBe(id)
    expect(CALLS.packIcons.data.parse(icons.data).items).toHaveLength(2)
  })

  it('download the newest file, that of a version, and the package for a system', async () => {
    const [icon = ''] = ids
    const plugin = await publishPlugin()
    for (const line of samples.files.split('\n')) {
      const id = line.includes('/plugin/') ? plugin : icon
      const ran = await runShell(line.replaceAll('your-project-id', id))
      expect(ran, ran.err).toMatchObject({ code: 0 })
    }
    const bytesOf = (name: string) => readFile(path.join(folder.path, name))
    const pack = await bytesOf('newest.iconpack')
    expect(pack.equals(await bytesOf('1.0.0.iconpack'))).toBe(true)
    expect(pack.subarray(0, 2).toString()).toBe('PK')
    expect((await bytesOf('windows.flexplugin')).equals(PACKAGE)).toBe(true)
  })

  it('read the newest file', async () => {
    const script = samples.newest.replaceAll('your-project-id', ids[0] ?? '')
    const ran = await run(process.execPath, ['--input-type=module', '--eval', script])
    expect(ran, ran.err).toMatchObject({ code: 0 })
    expect(ran.out).toMatch(/^attachment; .*1\.0\.0\.iconpack.* \d+\n$/)
  })

  it('load a list only if it has changed', async () => {
    const file = path.join(folder.path, 'icons.json')
    const readTitles = async () =>
      CALLS.list.data
        .parse(JSON.parse(await readFile(file, 'utf8')).data)
        .items.map(({ title }) => title)
    const statusOf = async () =>
      (await runShell(`${samples.unchanged} --write-out '%{http_code}'`)).out
    expect(await statusOf()).toBe('200')
    expect(await readTitles()).toEqual(titles.toReversed())
    expect(await statusOf()).toBe('304')
    expect(await readTitles()).toEqual(titles.toReversed())
  })

  it('read a whole list, part by part', async () => {
    const script = samples.list.replace('view=card', 'view=card&limit=1')
    expect(script).not.toBe(samples.list)
    const ran = await run(process.execPath, ['--input-type=module', '--eval', script])
    expect(ran, ran.err).toMatchObject({ code: 0, out: `${titles.toReversed().join('\n')}\n` })
  })
})
