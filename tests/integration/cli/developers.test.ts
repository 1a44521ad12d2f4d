import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { developerSamples } from '#components/creator/guide/developers-samples.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { createFolder } from '#tests/support/cli.ts'
import { startCliSite } from '#tests/support/cli-site.ts'
import { publishProject } from '#tests/support/publishing.ts'

/* What the page for developers shows to copy, run by a shell and by Node. tests/e2e/developers.spec.ts runs the rest in a browser. */

let site: Awaited<ReturnType<typeof startCliSite>>
let folder: Awaited<ReturnType<typeof createFolder>>
let samples: ReturnType<typeof developerSamples>
const titles = ['Weather at sea', 'Weather inland']
const ids: string[] = []
beforeAll(async () => {
  site = await startCliSite()
  folder = await createFolder()
  samples = developerSamples(site.url, 'en')
  for (const [at, title] of titles.entries()) {
    site.backend.setClock(`2026-06-01T12:0${at}:00Z`)
    ids.push((await publishProject(site.backend, site.session, { title })).id)
  }
})
afterAll(async () => {
  await site.stop()
  await folder.remove()
})

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
