import { beforeEach, describe, expect, it } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import {
  changes,
  comparisons,
  fileDrawings,
  fileIcons,
  files,
  jobs,
  projects,
} from '#backend/db/tables.ts'
import { compareHandler } from '#backend/services/compare/job.ts'
import { LaterError } from '#backend/services/job/later-error.ts'
import {
  type Comparison,
  comparisonSchema,
  PART_CHANGES,
} from '#lib/contract/compare/comparison.ts'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { headOnly } from '#tests/support/head.ts'
import { publishProject, uploadFile } from '#tests/support/publishing.ts'
import { waitFor } from '#tests/support/wait.ts'
import { PAYER } from '#tests/support/payer.ts'

const backend = await testBackend()

let [token, id] = ['', '']
beforeEach(async () => {
  await backend.empty()
  token = await registered(backend)
  id = (await publishProject(backend, token, { license: 'MIT', notes: 'First' })).id
  await publish('1.1.0', ['sun', 'star'], { notes: 'A star.', license: 'CC0-1.0' })
})

const put = (path: string, body: unknown) =>
  clientOf(backend).ask(path, { method: 'PUT', token, body })
async function publish(version: string, names: string[], said: object = {}) {
  const { bytes } = await buildIconPack(...names)
  const file_id = await uploadFile(backend, token, { bytes })
  expect(await put('/icon', { id, version, file_id, ...said })).toMatchObject({ code: 200 })
}
const path = (range: string, query = '') => `/icon/${id}/compare/${range}${query}`
const ask = (range: string, query = '') => clientOf(backend).ask(path(range, query))
async function untilReady(range: string, query = ''): Promise<Comparison> {
  return waitFor(async () => {
    const comparison = comparisonSchema.parse((await ask(range, query)).data)
    expect(comparison.state).toBe('ready')
    return comparison
  })
}

describe('GET /{kind}/{id}/compare/{before}/{after}', () => {
  it('is 202 with Retry-After until the job is done; texts are there at once', async () => {
    const response = await backend.app.request(`/api/v1${path('1.0.0/1.1.0')}`)
    expect([response.status, response.headers.get('retry-after')]).toEqual([202, '2'])
    const { data } = envelopeSchema.parse(await response.json())
    expect(comparisonSchema.parse(data)).toMatchObject({
      state: 'working',
      contents: null,
      notes: [{ version: '1.1.0', notes: 'A star.' }],
      license: { before: 'MIT', after: 'CC0-1.0' },
    })
    await untilReady('1.0.0/1.1.0')
    const ready = await headOnly(backend.app.request(`/api/v1${path('1.0.0/1.1.0')}`))
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([200, null])
  })

  it('names icons with the addresses of their drawings, in both directions', async () => {
    const { contents } = await untilReady('1.0.0/1.1.0')
    expect(contents).toMatchObject({
      icons: { added: 1, removed: 1, changed: 0, same: 1 },
      items: [
        { name: 'moon', change: 'removed', after: null },
        { name: 'star', change: 'added', before: null },
      ],
      part: 1,
      parts: 1,
    })
    const drawing = contents?.items[1]?.after ?? ''
    expect((await headOnly(backend.app.request(drawing))).headers.get('content-type')).toBe(
      'image/svg+xml',
    )
    const back = await untilReady('1.1.0/1.0.0')
    expect(back.contents?.items.map(({ name, change }) => [name, change])).toEqual([
      ['moon', 'added'],
      ['star', 'removed'],
    ])
    expect(back.notes).toEqual([])
  })

  it('has all notes between the two versions, the highest first', async () => {
    await publish('2.0.0', ['sun'], { notes: 'Only the sun.' })
    const { notes } = await untilReady('1.0.0/2.0.0')
    expect(notes.map((one) => [one.version, one.notes])).toEqual([
      ['2.0.0', 'Only the sun.'],
      ['1.1.0', 'A star.'],
    ])
  })

  it('answers many changes part by part', async () => {
    const names = Array.from({ length: PART_CHANGES + 5 }, (_, at) => `icon-${1000 + at}`)
    await publish('2.0.0', names)
    const first = await untilReady('1.1.0/2.0.0')
    expect(first.contents).toMatchObject({ parts: 2, icons: { added: PART_CHANGES + 5 } })
    expect(first.contents?.items).toHaveLength(PART_CHANGES)
    const second = await untilReady('1.1.0/2.0.0', '?part=2')
    expect(second.contents?.items).toHaveLength(7)
    expect(await ask('1.1.0/2.0.0', '?part=3')).toMatchObject({ code: 404 })
    expect(await ask('1.1.0/2.0.0', '?part=0')).toMatchObject({ code: 400 })
  })

  it('expires the page that shows it, also where another project has the same two files', async () => {
    const changesOf = (project: string) =>
      backend.db.$count(changes, eq(changes.projectId, project))
    const before = await changesOf(id)
    await untilReady('1.0.0/1.1.0')
    await waitFor(async () => expect(await changesOf(id)).toBe(before + 1))
  })

  it('is made once, for each two files', async () => {
    await untilReady('1.0.0/1.1.0')
    await untilReady('1.0.0/1.1.0')
    expect(await backend.db.$count(comparisons)).toBe(1)
    expect(await backend.db.$count(jobs, sql`name = 'compare'`)).toBe(0)
  })

  it('is 404 for versions that are withdrawn, wait or do not exist, hidden projects, and other kinds', async () => {
    const { bytes } = await buildIconPack('later')
    const file_id = await uploadFile(backend, token, { bytes })
    const publish_at = new Date(Date.now() + 3_600_000).toISOString()
    await put('/icon', { id, version: '3.0.0', file_id, publish_at })
    expect(await ask('1.0.0/3.0.0')).toMatchObject({ code: 404 })
    expect(await ask('1.0.0/9.0.0')).toMatchObject({ code: 404 })
    expect(await ask('1.0.0/x')).toMatchObject({ code: 404 })
    const other = `/profile/${id}/compare/1.0.0/1.1.0`
    expect(await clientOf(backend).ask(other)).toMatchObject({ code: 404 })
    await put(`/icon/${id}/versions/1.0.0`, { yanked: true })
    expect(await ask('1.0.0/1.1.0')).toMatchObject({ code: 404 })
    await put(`/icon/${id}/versions/1.0.0`, { yanked: false })
    await backend.db.update(projects).set({ hiddenAt: new Date() })
    expect(await ask('1.0.0/1.1.0')).toMatchObject({ code: 404 })
  })
})

const slice = { leftMs: () => 0, spend: () => undefined }
const JOB = {
  signal: new AbortController().signal,
  progress: async () => undefined,
  slice,
  payer: PAYER,
}

it('a job whose project was hidden meanwhile, or whose subject is none, ends without a comparison', async () => {
  const handler = compareHandler({ ...backend, clock: () => new Date() })
  await backend.db.update(projects).set({ hiddenAt: new Date() })
  for (const subject of [`${id} 1.0.0 1.1.0`, `${id} 1.0.0`, '']) await handler.run(subject, JOB)
  expect(await backend.db.$count(comparisons)).toBe(0)
})

it('waits for files whose contents are still being read', async () => {
  const handler = compareHandler({ ...backend, clock: () => new Date() })
  await backend.db.update(files).set({ drawings: 'waiting' })
  await expect(handler.run(`${id} 1.0.0 1.1.0`, JOB)).rejects.toThrow(LaterError)
  expect(await backend.db.$count(comparisons)).toBe(0)
})

it('reads a file first whose contents were not read when it was imported', async () => {
  for (const table of [fileIcons, fileDrawings]) await backend.db.delete(table)
  await backend.db.update(files).set({ drawingsKey: null, sheets: null })
  const handler = compareHandler({ ...backend, clock: () => new Date() })
  await expect(handler.run(`${id} 1.0.0 1.1.0`, JOB)).rejects.toThrow(LaterError)
  backend.jobs.wake()
  await waitFor(() => handler.run(`${id} 1.0.0 1.1.0`, JOB))
  const { contents } = await untilReady('1.0.0/1.1.0')
  expect(contents?.icons).toEqual({ added: 1, removed: 1, changed: 0, same: 1 })
})
