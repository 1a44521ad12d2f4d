import { sql } from 'drizzle-orm'
import { sample, stringMatching, tuple, uniqueArray } from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { versions } from '#backend/db/tables.ts'
import type { Project } from '#lib/contract/project.ts'
import { publishDue } from '#backend/services/project/schedule.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { headOnly } from '#tests/support/head.ts'
import { testBackend } from '#tests/support/backend.ts'
import { projectInput, publishProject } from '#tests/support/publishing.ts'
import { type Pack, packOf } from '#tests/support/versions.ts'

const NOON = '2026-06-01T12:00:00.000Z'
const LATER = '2026-06-01T12:05:00.000Z'
const AFTERWARDS = '2026-06-01T12:06:00.000Z'

let ada = ''
let project: Project
let pack: Pack
const backend = await testBackend()
beforeEach(async () => {
  await backend.empty()
  backend.setClock(NOON)
  ada = await registered(backend)
  project = await publishProject(backend, ada, { minimum_version: '1.0.0' })
  pack = packOf(backend, ada, project)
})

describe('a pre-release', () => {
  it('can be downloaded from the list of versions, and is not the current one', async () => {
    const { sha256, url } = await pack.add('2.0.0', { channel: 'prerelease' })
    expect(await pack.current()).toMatchObject({ version: '1.0.0', minimum_version: '1.0.0' })
    expect(await pack.versions()).toMatchObject([
      { version: '2.0.0', channel: 'prerelease', file: { url, sha256 } },
      { version: '1.0.0', channel: 'stable' },
    ])
    expect(await pack.status(url.replace('/api/v1', ''))).toBe(200)
  })

  it('is promoted to the current version, and back', async () => {
    await pack.add('2.0.0', { channel: 'prerelease' })
    expect(await pack.change('2.0.0', { channel: 'stable' })).toMatchObject({
      data: { version: '2.0.0', minimum_version: '2.0.0' },
    })
    expect(await pack.change('2.0.0', { channel: 'prerelease' })).toMatchObject({
      data: { version: '1.0.0', minimum_version: '1.0.0' },
    })
    expect(await pack.events()).toEqual([
      'channel 2.0.0',
      'channel 2.0.0',
      'version 2.0.0',
      'published 1.0.0',
    ])
  })

  it('does not hold back a lower stable version, and must be higher than everything itself', async () => {
    await pack.add('2.0.0', { channel: 'prerelease' })
    await pack.add('1.1.0', {}, 'moon')
    expect(await pack.current()).toMatchObject({ version: '1.1.0' })
    const { id: file_id } = await pack.uploaded('star')
    for (const body of [
      { version: '1.5.0', channel: 'prerelease' },
      { version: '2.0.0' },
      { version: '1.1.0', channel: 'prerelease' },
    ]) {
      expect(await pack.put({ ...body, file_id })).toMatchObject({ reason: 'version_not_higher' })
    }
  })

  it('is current while there is nothing else', { tags: 'long' }, async () => {
    const other = await publishProject(backend, ada, { title: 'Early', channel: 'prerelease' })
    expect(other).toMatchObject({ version: '1.0.0' })
    await pack.add('2.0.0', { channel: 'prerelease' })
    expect(await pack.change('1.0.0', { yanked: true })).toMatchObject({
      data: { version: '2.0.0' },
    })
  })

  it('can be scheduled', { tags: 'long' }, async () => {
    await pack.add('2.0.0', { channel: 'prerelease', publish_at: LATER })
    await publishDue(backend.db, new Date(AFTERWARDS))
    expect(await pack.current()).toMatchObject({ version: '1.0.0' })
    expect((await pack.versions())[0]).toMatchObject({ version: '2.0.0', channel: 'prerelease' })
  })
})

describe('a pre-release by its number', () => {
  const stable = { channel: 'stable' }
  const asStable = { code: 400, reason: 'prerelease', fields: ['channel'] }

  it('is in its channel without being asked for, below its release and above the version before', async () => {
    for (const [at, version] of ['2.0.0-beta.2', '2.0.0-beta.11', '2.0.0-rc.1'].entries()) {
      await pack.add(version, {}, `icon ${at}`)
    }
    expect(await pack.current()).toMatchObject({ version: '1.0.0', minimum_version: '1.0.0' })
    await pack.add('2.0.0', {}, 'moon')
    expect(await pack.current()).toMatchObject({ version: '2.0.0' })
    expect((await pack.versions()).map(({ version, channel }) => `${version} ${channel}`)).toEqual([
      '2.0.0 stable',
      '2.0.0-rc.1 prerelease',
      '2.0.0-beta.11 prerelease',
      '2.0.0-beta.2 prerelease',
      '1.0.0 stable',
    ])
  })

  it('is not published as stable, neither with a new project', async () => {
    const { id: file_id } = await pack.uploaded('star')
    expect(await pack.put({ file_id, version: '2.0.0-beta.1', ...stable })).toMatchObject({
      ...asStable,
      message: expect.stringContaining('publish 2.0.0 instead'),
    })
    const input = await projectInput(backend, ada, { version: '2.0.0-beta.1', ...stable })
    expect(await clientOf(backend).post('/icon', input, ada)).toMatchObject(asStable)
    expect(await pack.versions()).toHaveLength(1)
  })

  it.each([{}, { publish_at: LATER }])('is not promoted, added with %j', async (fields) => {
    await pack.add('2.0.0-beta.1', fields)
    expect(await pack.change('2.0.0-beta.1', stable)).toMatchObject(asStable)
    await publishDue(backend.db, new Date(AFTERWARDS))
    expect(await pack.change('2.0.0-beta.1', stable)).toMatchObject(asStable)
    expect(await pack.current()).toMatchObject({ version: '1.0.0' })
    expect((await pack.versions())[0]).toMatchObject({ channel: 'prerelease' })
  })

  it('is withdrawn, offered again and discarded at its address', { tags: 'long' }, async () => {
    await pack.add('2.0.0-beta.1')
    expect(await pack.change('2.0.0-beta.1', { yanked: true })).toMatchObject({ code: 200 })
    expect(await pack.change('2.0.0-beta.1', { yanked: false })).toMatchObject({ code: 200 })
    const path = `/icon/${project.id}/versions/2.0.0-beta.1`
    const discarded = await clientOf(backend).ask(path, { method: 'DELETE', token: ada })
    expect(discarded).toMatchObject({ code: 200, data: { version: '1.0.0' } })
    expect(await pack.versions()).toMatchObject([{ version: '1.0.0' }])
  })

  it('is current while there is no stable version', async () => {
    const early = await publishProject(backend, ada, { title: 'Early', version: '0.1.0-alpha' })
    expect(early).toMatchObject({ version: '0.1.0-alpha' })
    const own = packOf(backend, ada, early)
    await own.add('0.1.0-alpha.1', {}, 'moon')
    expect(await own.current()).toMatchObject({ version: '0.1.0-alpha.1' })
    await own.add('0.0.9', {}, 'star')
    expect(await own.current()).toMatchObject({ version: '0.0.9' })
    expect(await own.change('0.0.9', { yanked: true })).toMatchObject({
      data: { version: '0.1.0-alpha.1' },
    })
  })

  it.each(['2.0.0-beta.01', '2.0.0-beta+build', '2.0.0.1', '2024.01.05', 'r12', '2.0'])(
    '%s is refused as a new version',
    { tags: 'long' },
    async (version) => {
      const { id: file_id } = await pack.uploaded('star')
      const refused = { code: 400, fields: ['version'] }
      expect(await pack.put({ file_id, version })).toMatchObject(refused)
      const input = await projectInput(backend, ada, { version })
      const answer = await clientOf(backend).post('/icon', input, ada)
      expect(answer).toMatchObject({ ...refused, message: expect.stringContaining('1.2.0-beta.1') })
    },
  )
})

it('stored versions keep the order that the database gave them', async () => {
  const digits = stringMatching(/^(?:\d|\d{1,5})$/)
  const numbers = tuple(digits, digits, digits).map((parts) => parts.join('.'))
  const [stored = []] = sample(uniqueArray(numbers, { minLength: 200 }), 1)
  const rows = stored.map((version) => ({
    projectId: project.id,
    version,
    notes: '',
    createdAt: new Date(NOON),
  }))
  await backend.db.insert(versions).values(rows).onConflictDoNothing()
  const { rows: before } = await backend.db.execute(sql`
    SELECT array_agg(DISTINCT string_to_array(version, '.')::integer[]
      ORDER BY string_to_array(version, '.')::integer[] DESC) AS ordered FROM versions`)
  const now = (await pack.versions()).map(({ version }) => version.split('.').map(Number).join())
  expect([...new Set(now)]).toEqual(
    z
      .array(z.object({ ordered: z.array(z.array(z.number())) }))
      .parse(before)
      .flatMap(({ ordered }) => ordered.map((parts) => parts.join())),
  )
})

it.each([{ channel: 'prerelease' }, { publish_at: LATER }])(
  'a change without a new version refuses %j',
  async (fields) => {
    const answer = await pack.put({ title: 'Other', ...fields })
    expect(answer).toMatchObject({ code: 400, fields: Object.keys(fields) })
    expect(await pack.current()).toMatchObject({ title: project.title, version: '1.0.0' })
  },
)

describe('a download by hash', () => {
  it('finds every published version, a withdrawn one too, and nothing else', async () => {
    const { sha256 } = await pack.add('2.0.0')
    await pack.change('2.0.0', { yanked: true, reason: 'Broken' })
    const answer = await backend.app.request(`/api/v1/file/sha256/${sha256}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('etag')).toBe(`"${sha256}"`)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const digest = await crypto.subtle.digest('SHA-256', bytes)
    expect(Buffer.from(digest).toString('hex')).toBe(sha256)
    const unpublished = await pack.uploaded('star')
    const notThere = [unpublished.sha256, 'f'.repeat(64), 'F'.repeat(64), 'x', sha256.slice(1)]
    for (const hash of notThere) expect(await pack.status(`/file/sha256/${hash}`), hash).toBe(404)
  })

  it('does not find a picture', async () => {
    const file = await headOnly(backend.app.request(project.cover.url))
    const hash = file.headers.get('etag')?.slice(1, -1) ?? ''
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await pack.status(`/file/sha256/${hash}`)).toBe(404)
  })
})
