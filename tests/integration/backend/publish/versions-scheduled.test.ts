import { beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#lib/contract/project.ts'
import { SCHEDULED_MAX } from '#lib/contract/visibility.ts'
import { publishDue } from '#backend/services/project/schedule.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { operator, OPERATOR_SECRET } from '#tests/support/operator.ts'
import { publishProject } from '#tests/support/publishing.ts'
import { type Pack, packOf } from '#tests/support/versions.ts'

const NOON = '2026-06-01T12:00:00.000Z'
const LATER = '2026-06-01T12:05:00.000Z'
const AFTERWARDS = '2026-06-01T12:06:00.000Z'

let [ada, eve] = ['', '']
let project: Project
let pack: Pack
const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
beforeEach(async () => {
  await backend.empty()
  backend.setClock(NOON)
  ada = await registered(backend)
  project = await publishProject(backend, ada, { minimum_version: '1.0.0' })
  pack = packOf(backend, ada, project)
})

const publishAt = (time: string) => ({ publish_at: time })
/** All public calls about a project and a file. */
async function seen({ id, sha256, url }: { id: string; sha256: string; url: string }) {
  const pages = await Promise.all(
    [
      `/icon/${project.id}`,
      `/icon/${project.id}/versions`,
      `/icon/${project.id}/icons`,
      '/icon/list',
      '/index/search?q=comet',
      '/index/icons?q=comet',
    ].map(async (path) => JSON.stringify((await pack.ask(path)).data)),
  )
  return {
    isNamed: pages.some((text) => text.includes(id) || text.includes('comet')),
    byAddress: await pack.status(url.replace('/api/v1', '')),
    byHash: await pack.status(`/file/sha256/${sha256}`),
    drawing: await pack.status(`/file/${id}/icons/comet.svg`),
  }
}

describe('a scheduled version', () => {
  it('is visible to its author alone before its time, and public from then on', async () => {
    const before = await pack.current()
    const file = await pack.add('2.0.0', { ...publishAt(LATER), notes: 'Faster.' })
    const hidden = { isNamed: false, byAddress: 404, byHash: 404, drawing: 404 }
    expect(await seen(file)).toEqual(hidden)
    expect(await pack.current()).toMatchObject({
      version: before.version,
      minimum_version: '1.0.0',
      updated_at: before.updated_at,
      file: before.file,
    })
    expect((await pack.own()).scheduled).toEqual([
      { version: '2.0.0', publish_at: LATER, channel: 'stable', notes: 'Faster.' },
    ])

    expect(await publishDue(backend.db, new Date(NOON))).toBe(0)
    expect(await seen(file)).toEqual(hidden)
    expect(await publishDue(backend.db, new Date(AFTERWARDS))).toBe(1)
    expect(await seen(file)).toEqual({ isNamed: true, byAddress: 200, byHash: 200, drawing: 200 })
    expect(await pack.current()).toMatchObject({
      version: '2.0.0',
      minimum_version: '2.0.0',
      updated_at: AFTERWARDS,
    })
    expect((await pack.versions())[0]).toMatchObject({ version: '2.0.0', created_at: AFTERWARDS })
    expect((await pack.own()).scheduled).toEqual([])
    expect(await pack.events()).toEqual(['version 2.0.0', 'scheduled 2.0.0', 'published 1.0.0'])
  })

  it('is published exactly once by several processes at once', async () => {
    await pack.add('2.0.0', publishAt(LATER))
    const due = Array.from({ length: 8 }, () => publishDue(backend.db, new Date(AFTERWARDS)))
    expect((await Promise.all(due)).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
    expect((await pack.events()).filter((event) => event === 'version 2.0.0')).toHaveLength(1)
  })

  it('can be published now, moved and cancelled; its number is free again', async () => {
    await pack.add('2.0.0', publishAt(LATER))
    expect(await pack.change('2.0.0', publishAt(AFTERWARDS))).toMatchObject({ code: 200 })
    expect((await pack.own()).scheduled).toMatchObject([{ publish_at: AFTERWARDS }])
    expect(await pack.change('2.0.0', { yanked: true })).toMatchObject({
      data: { version: '1.0.0' },
    })
    expect((await pack.own()).scheduled).toEqual([])

    await pack.add('2.0.0', publishAt(LATER), 'moon')
    expect(await pack.change('2.0.0', { publish_at: null })).toMatchObject({
      data: { version: '2.0.0' },
    })
    expect(await pack.events()).toEqual([
      'version 2.0.0',
      'scheduled 2.0.0',
      'cancelled 2.0.0',
      'rescheduled 2.0.0',
      'scheduled 2.0.0',
      'published 1.0.0',
    ])
  })

  it('that is cancelled leaves no file', async () => {
    const { id } = await pack.add('2.0.0', publishAt(LATER))
    await pack.change('2.0.0', { yanked: true })
    expect((await pack.ask(`/file/${id}/state`, ada)).code).toBe(404)
    expect(await publishDue(backend.db, new Date(AFTERWARDS))).toBe(0)
  })

  it('does not hold back a correction of the current one, which it may not displace', async () => {
    await pack.add('2.0.0', publishAt(LATER))
    await pack.add('1.0.1', {}, 'moon')
    expect(await pack.current()).toMatchObject({ version: '1.0.1' })
    await pack.add('3.0.0', {}, 'star')
    await publishDue(backend.db, new Date(AFTERWARDS))
    expect(await pack.current()).toMatchObject({ version: '3.0.0' })
    expect((await pack.versions()).map(({ version }) => version)).toEqual([
      '3.0.0',
      '2.0.0',
      '1.0.1',
      '1.0.0',
    ])
  })

  it('of a project that the operator hides stays hidden, and so does its file when it is restored before', async () => {
    const file = await pack.add('2.0.0', publishAt(LATER))
    const moderate = (action: string) =>
      operator(backend, 'projects', {
        action,
        kind: 'icon',
        id: project.id,
        reason: 'x',
        by: 'grace',
      })
    await moderate('hide')
    await moderate('restore')
    expect(await seen(file)).toMatchObject({ byAddress: 404, byHash: 404 })
    await moderate('hide')
    expect(await publishDue(backend.db, new Date(AFTERWARDS))).toBe(1)
    expect(await seen(file)).toMatchObject({ byAddress: 404, byHash: 404 })
    await moderate('restore')
    expect(await seen(file)).toMatchObject({ byAddress: 200, byHash: 200 })
    expect(await pack.current()).toMatchObject({ version: '2.0.0' })
  })

  it('whose time has passed already is published at once', async () => {
    await pack.add('2.0.0', publishAt('2026-05-01T00:00:00Z'))
    expect(await pack.current()).toMatchObject({ version: '2.0.0' })
  })

  it('is at most a year ahead, and at most ten wait; a refused one writes nothing', async () => {
    const { id: file_id } = await pack.uploaded('comet')
    const tooFar = { file_id, version: '2.0.0', ...publishAt('2027-06-02T12:00:00Z') }
    expect(await pack.put(tooFar)).toMatchObject({ code: 400, fields: ['publish_at'] })
    expect(await pack.put({ file_id, version: '2.0.0', publish_at: 'soon' })).toMatchObject({
      code: 400,
    })
    for (let at = 0; at < SCHEDULED_MAX; at += 1) await pack.add(`2.0.${at}`, publishAt(LATER))
    const eleventh = { file_id, version: '3.0.0', ...publishAt(LATER) }
    expect(await pack.put(eleventh)).toMatchObject({ code: 409, reason: 'too_many_scheduled' })
    expect((await pack.own()).scheduled).toHaveLength(SCHEDULED_MAX)
    expect(await pack.put({ file_id, version: '3.0.0' })).toMatchObject({ code: 200 })
  })

  it('can be changed by its author only; a published one has no time', async () => {
    await pack.add('2.0.0', publishAt(LATER))
    eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
    expect(await pack.change('2.0.0', { publish_at: null }, eve)).toMatchObject({ code: 404 })
    expect(await pack.change('1.0.0', publishAt(LATER))).toMatchObject({
      code: 400,
      fields: ['publish_at'],
    })
    expect(await pack.change('1.0.0', { reason: 'nothing else' })).toMatchObject({ code: 400 })
    expect(await pack.current()).toMatchObject({ version: '1.0.0' })
  })
})
