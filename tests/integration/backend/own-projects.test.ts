import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { projects, releaseDeliveries, versions } from '#backend/db/tables.ts'
import { createdToken } from '#tests/support/access-tokens.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { ownProjectsOf } from '#tests/support/own-projects.ts'
import { publishProject } from '#tests/support/publishing.ts'

let own: ReturnType<typeof ownProjectsOf>
let ada = ''
let eve = ''
const backend = await testBackend()
beforeAll(async () => {
  own = ownProjectsOf(backend)
})
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
  eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
})

describe('the overview of an account', () => {
  it('is for the account alone', async () => {
    await own.add(ada, 'Orchard')
    await own.add(eve, 'Meadow')
    expect((await own.ask('')).code).toBe(401)
    expect(await own.titles(ada)).toEqual(['Orchard'])
    expect((await own.read(eve)).items.map(({ title }) => title)).toEqual(['Meadow'])
  })

  it('takes a token that may read, unless it is of one project', async () => {
    const id = await own.add(ada, 'Orchard')
    const all = await createdToken(backend, ada, { scopes: ['read'] })
    expect((await own.ask(all.secret)).code).toBe(200)
    const one = await createdToken(backend, ada, { scopes: ['read'], project_id: id })
    expect(await own.ask(one.secret)).toMatchObject({ code: 403, reason: 'token_project' })
  })

  it('has the days with counts of the last 30, in UTC', async () => {
    backend.setClock('2026-06-01T23:50:00Z')
    const token = await registered(backend, { username: 'late_ada', email: 'late@example.com' })
    const id = await own.add(token, 'Orchard')
    await own.count(id, '2026-05-02', 'view', 7)
    await own.count(id, '2026-05-03', 'view', 9)
    await own.count(id, '2026-05-04', 'view', 2)
    await own.count(id, '2026-06-01', 'download', 3)
    await own.count(id, '2026-06-01', 'install', 1)
    backend.setClock('2026-06-01T23:59:59Z')
    const late = await own.read(token)
    expect(late.from).toBe('2026-05-03')
    expect(late.items[0]?.days.map(({ day }) => day)).toEqual([
      '2026-05-03',
      '2026-05-04',
      '2026-06-01',
    ])
    backend.setClock('2026-06-02T00:00:00Z')
    const next = await own.read(token)
    expect(next.from).toBe('2026-05-04')
    expect(next.items[0]?.days).toEqual([
      { day: '2026-05-04', views: 2, downloads: 0, installs: 0 },
      { day: '2026-06-01', views: 0, downloads: 3, installs: 1 },
    ])
  })

  it('shows hidden, held, unlisted, archived and deprecated projects with their states', async () => {
    const ids = {
      hidden: await own.add(ada, 'Hidden'),
      held: await own.add(ada, 'Held'),
      unlisted: await own.add(ada, 'Unlisted'),
      archived: await own.add(ada, 'Archived'),
    }
    const hiddenAt = new Date('2026-05-20T00:00:00Z')
    const setOf = {
      hidden: { hiddenAt },
      held: { hiddenAt, heldFor: 'the same file' },
      unlisted: { visibility: 'unlisted', deprecatedAt: hiddenAt },
      archived: { visibility: 'archived' },
    } as const
    for (const [name, id] of Object.entries(ids)) {
      const set = Object.entries(setOf).find(([key]) => key === name)?.[1] ?? {}
      await backend.db.update(projects).set(set).where(eq(projects.id, id))
    }
    await own.count(ids.hidden, '2026-05-19', 'view', 5)
    const { items } = await own.read(ada, '?sort=name')
    const states = items.map(({ title, hidden, visibility, is_deprecated }) => [
      title,
      hidden,
      visibility,
      is_deprecated,
    ])
    expect(states).toEqual([
      ['Archived', null, 'archived', false],
      ['Held', 'held', 'listed', false],
      ['Hidden', 'hidden', 'listed', false],
      ['Unlisted', null, 'unlisted', true],
    ])
    expect(items[2]?.days).toHaveLength(1)
    expect(JSON.stringify(items)).not.toContain('the same file')
  })

  it('marks versions of the last 30 days, and names the ones that wait', async () => {
    const { id } = await publishProject(backend, ada, { title: 'Orchard' })
    const add1 = (version: string, said: Partial<typeof versions.$inferInsert>) =>
      backend.db
        .insert(versions)
        .values({ projectId: id, version, notes: '', createdAt: new Date(), ...said })
    await add1('0.9.0', { createdAt: new Date('2026-05-02T23:59:59Z') })
    await add1('0.9.5', { createdAt: new Date('2026-05-03T00:00:00Z') })
    await add1('2.0.0', { publishAt: new Date('2026-06-20T00:00:00Z') })
    await add1('1.5.0', { publishAt: new Date('2026-06-10T00:00:00Z') })
    expect((await own.read(ada)).items[0]).toMatchObject({
      versions: [{ version: '1.0.0' }, { version: '0.9.5', at: '2026-05-03T00:00:00.000Z' }],
      scheduled: { version: '1.5.0', publish_at: '2026-06-10T00:00:00.000Z' },
      has_held_version: false,
    })
    await add1('3.0.0', { publishAt: new Date('9999-12-31T00:00:00Z'), heldFor: 'a file' })
    for (let minor = 0; minor < 20; minor += 1) {
      await add1(`1.${minor + 10}.0`, { createdAt: new Date('2026-05-30T00:00:00Z') })
    }
    const [item] = (await own.read(ada)).items
    expect(item?.versions).toHaveLength(12)
    expect(item?.has_held_version).toBe(true)
  })

  it('has what became of the last release, tests left out', async () => {
    const id = await own.add(ada, 'Plums', 'plugin')
    const deliver = (name: string, hour: number, said: object) =>
      backend.db.insert(releaseDeliveries).values({
        id: name,
        projectId: id,
        origin: 'github',
        deliveryId: name,
        state: 'published',
        receivedAt: new Date(Date.UTC(2026, 4, 30, hour)),
        ...said,
      })
    expect((await own.read(ada)).items[0]?.last_release).toBeNull()
    await deliver('first', 1, {})
    await deliver('second', 2, { state: 'refused', reason: 'release_refused' })
    await deliver('third', 3, { state: 'accepted', origin: 'test' })
    expect((await own.read(ada)).items[0]?.last_release).toEqual({
      state: 'refused',
      reason: 'release_refused',
    })
  })

  it('names the storage that is used, and the numbers of all kinds', async () => {
    await own.add(ada, 'Orchard')
    await own.add(ada, 'Plums', 'plugin')
    const { storage, kinds, items } = await own.read(ada, '?kind=plugin')
    expect(items.map(({ title }) => title)).toEqual(['Plums'])
    expect(kinds.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { kind: 'icon', count: 1 },
      { kind: 'plugin', count: 1 },
    ])
    expect(storage).toEqual({ used: 0, quota: 2 * 1024 ** 3 })
    await publishProject(backend, ada)
    expect((await own.read(ada)).storage?.used).toBeGreaterThan(0)
  })
})
