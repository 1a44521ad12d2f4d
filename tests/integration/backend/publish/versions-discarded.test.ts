import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#lib/contract/project.ts'
import { sweepUploads } from '#backend/services/upload/sweep.ts'
import { createdToken } from '#tests/support/access-tokens.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { operator, OPERATOR_SECRET } from '#tests/support/operator.ts'
import { publishProject, storedFiles } from '#tests/support/publishing.ts'
import { type Pack, packOf } from '#tests/support/versions.ts'

const NOON = '2026-06-01T12:00:00.000Z'
const WITHIN = '2026-06-04T11:59:59.000Z'
const TOO_LATE = '2026-06-04T12:00:00.000Z'

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

const discard = (version: string, token = ada, reason = '') =>
  clientOf(backend).ask(`/icon/${project.id}/versions/${version}?reason=${reason}`, {
    method: 'DELETE',
    token,
  })
const numbers = async () => (await pack.versions()).map(({ version }) => version)

describe('a discarded version', () => {
  it('is gone everywhere, and the version before is current', async () => {
    const file = await pack.add('21.0.0')
    await pack.add('21.0.1', {}, 'star')
    const answer = await discard('21.0.1', ada, 'Wrong%20number')
    expect(answer).toMatchObject({ code: 200, data: { version: '21.0.0' } })
    expect(await discard('21.0.0')).toMatchObject({
      code: 200,
      data: { version: '1.0.0', minimum_version: '1.0.0', file: project.file },
    })
    expect(await numbers()).toEqual(['1.0.0'])
    expect(await pack.ask('/icon/list')).toMatchObject({ data: { items: [{ version: '1.0.0' }] } })
    expect(await pack.ask('/index/search?q=comet')).toMatchObject({ data: { items: [] } })
    expect(await pack.status(file.url.replace('/api/v1', ''))).toBe(404)
    expect(await pack.ask(`/file/sha256/${file.sha256}`)).toMatchObject({
      status: 410,
      reason: 'discarded',
    })
    expect((await pack.own()).discarded).toMatchObject([
      { version: '21.0.0', discarded_at: NOON, reason: '', hashes: [file.sha256] },
      { version: '21.0.1', reason: 'Wrong number' },
    ])
    expect((await pack.events()).slice(0, 2)).toEqual(['discarded 21.0.0', 'discarded 21.0.1'])
  })

  it('does not hold back lower numbers', async () => {
    await pack.add('21.0.0')
    await discard('21.0.0')
    await pack.add('2.1.0', {}, 'star')
    expect(await pack.current()).toMatchObject({ version: '2.1.0' })
  })

  it('keeps its number for the same bytes', { tags: 'long' }, async () => {
    const file = await pack.add('21.0.0')
    await discard('21.0.0')
    const other = { file_id: (await pack.uploaded('star')).id, version: '21.0.0' }
    expect(await pack.put(other)).toMatchObject({
      code: 409,
      reason: 'version_discarded',
      fields: ['version'],
    })
    expect(await pack.put({ file_id: file.id, version: '21.0.0' })).toMatchObject({
      reason: 'file_missing',
    })
    expect(await pack.add('21.0.0')).toMatchObject({ sha256: file.sha256 })
    expect(await pack.current()).toMatchObject({ version: '21.0.0' })
    expect(await pack.status(`/file/sha256/${file.sha256}`)).toBe(200)
    expect(await discard('21.0.0')).toMatchObject({ code: 200 })
  })

  it(
    'leaves its file in the trash for 30 days, within the quota of its author',
    { tags: 'long' },
    async () => {
      const file = await pack.add('21.0.0')
      await discard('21.0.0')
      const before = await storedFiles(backend)
      expect(await operator(backend, 'discarded')).toMatchObject({
        data: { items: [{ sha256: file.sha256, project: project.id, version: '21.0.0' }] },
      })
      const at = (now: string) => sweepUploads(backend, { now: new Date(now), isAlone: false })
      await at('2026-07-01T11:59:59.000Z')
      expect(await storedFiles(backend)).toEqual(before)
      const owned = sql`files WHERE id = ${file.id} AND owner_uid IS NOT NULL`
      expect(await backend.db.$count(owned)).toBe(1)
      await at('2026-07-01T12:00:01.000Z')
      expect(await backend.db.$count(owned)).toBe(0)
      expect((await storedFiles(backend)).objects.length).toBeLessThan(before.objects.length)
      expect(await pack.status(`/file/sha256/${file.sha256}`)).toBe(404)
      expect(
        await pack.put({ file_id: (await pack.uploaded('star')).id, version: '21.0.0' }),
      ).toMatchObject({ reason: 'version_discarded' })
    },
  )

  it(
    'may be a withdrawn one, a pre-release, or one that is not current',
    { tags: 'long' },
    async () => {
      await pack.add('2.0.0', { channel: 'prerelease' }, 'star')
      await pack.add('3.0.0', {}, 'moon')
      await pack.add('4.0.0')
      await pack.change('3.0.0', { yanked: true })
      for (const version of ['3.0.0', '2.0.0']) {
        expect(await discard(version)).toMatchObject({ code: 200, data: { version: '4.0.0' } })
      }
      expect(await numbers()).toEqual(['4.0.0', '1.0.0'])
    },
  )

  it('that waits for its time is deleted without a tombstone', async () => {
    await pack.add('2.0.0', { publish_at: '2026-06-02T12:00:00.000Z' })
    expect(await discard('2.0.0')).toMatchObject({ code: 200, data: { version: '1.0.0' } })
    expect(await pack.own()).toMatchObject({ scheduled: [], discarded: [] })
    await pack.add('2.0.0', {}, 'star')
    expect(await pack.current()).toMatchObject({ version: '2.0.0' })
  })
})

describe('discarding', () => {
  it('ends 72 hours after the publication', async () => {
    await pack.add('2.0.0')
    await pack.add('3.0.0', {}, 'star')
    // It outlives the session.
    const scopes = ['read', 'publish', 'manage']
    const { secret } = await createdToken(backend, ada, { scopes })
    const later = packOf(backend, secret, project)
    const until = TOO_LATE
    expect((await later.own()).discardable).toContainEqual({ version: '3.0.0', until })
    backend.setClock(WITHIN)
    expect(await discard('3.0.0', secret)).toMatchObject({ code: 200 })
    backend.setClock(TOO_LATE)
    expect((await later.own()).discardable).toEqual([])
    expect(await discard('2.0.0', secret)).toMatchObject({ code: 409, reason: 'not_discardable' })
    expect(await later.change('2.0.0', { yanked: true })).toMatchObject({ code: 200 })
  })

  it('leaves the last version that is offered', async () => {
    await pack.add('2.0.0')
    await pack.change('1.0.0', { yanked: true })
    expect(await discard('2.0.0')).toMatchObject({ code: 409, reason: 'last_version' })
    expect(await pack.current()).toMatchObject({ version: '2.0.0' })
    expect(await discard('1.0.0')).toMatchObject({ code: 200 })
  })

  it('is for the author, with a token that may manage', async () => {
    eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
    await pack.add('2.0.0')
    expect(await discard('2.0.0', eve)).toMatchObject({ code: 404 })
    const publishing = await createdToken(backend, ada, { scopes: ['publish'] })
    expect(await discard('2.0.0', publishing.secret)).toMatchObject({ reason: 'token_scope' })
    for (const version of ['9.9.9', '2.0', 'x']) {
      expect(await discard(version)).toMatchObject({ code: 404 })
    }
    expect(await discard('2.0.0', ada, 'x'.repeat(301))).toMatchObject({ code: 400 })
    const managing = await createdToken(backend, ada, { scopes: ['manage'] })
    expect(await discard('2.0.0', managing.secret)).toMatchObject({ code: 200 })
  })

  it('twice at once is done once', { tags: 'long' }, async () => {
    await pack.add('2.0.0')
    const codes = (await Promise.all([discard('2.0.0'), discard('2.0.0')])).map(({ code }) => code)
    expect(codes.toSorted()).toEqual([200, 404])
  })

  it('of both versions at once leaves one', { tags: 'long' }, async () => {
    await pack.add('2.0.0')
    const answers = await Promise.all([discard('2.0.0'), discard('1.0.0')])
    expect(answers.map(({ reason }) => reason).toSorted()).toEqual(['last_version', undefined])
    expect(await numbers()).toHaveLength(1)
  })

  it('and publishing at once: both happen, or the publication is refused', async () => {
    await pack.add('21.0.0')
    const { id } = await pack.uploaded('star')
    const [added, discarded] = await Promise.all([
      pack.put({ file_id: id, version: '2.1.0' }),
      discard('21.0.0'),
    ])
    expect(discarded).toMatchObject({ code: 200 })
    const isAdded = added.code === 200
    if (!isAdded) expect(added).toMatchObject({ reason: 'version_not_higher' })
    expect(await numbers()).toEqual(isAdded ? ['2.1.0', '1.0.0'] : ['1.0.0'])
    expect(await pack.current()).toMatchObject({ version: isAdded ? '2.1.0' : '1.0.0' })
  })

  it('of a project that has changed since is refused with If-Match', async () => {
    await pack.add('2.0.0')
    const answer = await backend.get(`/icon/${project.id}/versions/2.0.0`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${ada}`, 'if-match': `"${project.revision}"` },
    })
    expect(answer).toMatchObject({ code: 409, reason: 'stale' })
  })
})
