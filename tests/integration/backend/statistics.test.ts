import { eq, ne, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { ownCountsSchema } from '#lib/contract/account.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { projects, salts, visitCounts, visits } from '#backend/db/tables.ts'
import { deletePastVisits } from '#backend/services/statistic/forget.ts'
import { clientOf, registered, registeredByMail } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { publishProject } from '#tests/support/publishing.ts'

const SECRET = 'the-secret-of-this-test'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0'

const backend = await testBackend({ internalSecret: SECRET })
beforeEach(() => backend.empty())

const record = (id: string, event: string, headers: Record<string, string> = {}) =>
  backend.get('/statistic/record', {
    method: 'POST',
    headers: { 'user-agent': BROWSER, 'x-internal-secret': SECRET, ...headers },
    body: JSON.stringify({ kind: 'icon', id, event }),
  })
const from = (address: string) => ({ 'x-client-address': address })
const read = async (id: string) => projectSchema.parse((await backend.get(`/icon/${id}`)).data)

describe('a view, download or installation', () => {
  it('counts once per visitor, project and day', async () => {
    const [id, other] = [await backend.add(), await backend.add()]
    expect(await record(id, 'view', from('203.0.113.1'))).toMatchObject({ data: { counted: true } })
    expect(await record(id, 'view', from('203.0.113.1'))).toMatchObject({
      data: { counted: false },
    })
    await record(id, 'view', from('203.0.113.2'))
    await record(id, 'install', from('203.0.113.1'))
    await record(other, 'view', from('203.0.113.1'))
    expect(await read(id)).toMatchObject({ views: 2, installs: 1, downloads: 0 })
    backend.setClock('2026-06-02T00:00:01Z')
    expect(await record(id, 'view', from('203.0.113.1'))).toMatchObject({ data: { counted: true } })
  })

  it('counts once for twenty concurrent requests', async () => {
    const id = await backend.add()
    await Promise.all(Array.from({ length: 20 }, () => record(id, 'view', from('203.0.113.1'))))
    expect((await read(id)).views).toBe(1)
  })

  it('does not count for the author of the project, nor does a download after the author’s view', async () => {
    const token = await registered(backend)
    const { id, file } = await publishProject(backend, token)
    const author = { authorization: `Bearer ${token}`, ...from('203.0.113.1') }
    for (const event of ['view', 'install']) {
      expect(await record(id, event, author)).toMatchObject({ data: { counted: false } })
    }
    const download = async (address: string) => {
      const headers = { 'user-agent': BROWSER, 'x-internal-secret': SECRET, ...from(address) }
      await (await backend.app.request(file?.url ?? '', { headers })).arrayBuffer()
    }
    await download('203.0.113.1')
    expect(await read(id)).toMatchObject({ views: 0, installs: 0, downloads: 0 })
    await download('203.0.113.2')
    await record(id, 'view', from('203.0.113.1'))
    expect(await read(id)).toMatchObject({ views: 1, installs: 0, downloads: 1 })
    expect(await record(id, 'view', { authorization: 'Bearer none' })).toMatchObject({ code: 401 })
  })

  it('does not count for a bot or without a user agent', async () => {
    const id = await backend.add()
    for (const agent of ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.0', '']) {
      expect(await record(id, 'view', { 'user-agent': agent }), agent).toMatchObject({
        code: 200,
        data: { counted: false },
      })
    }
    expect((await read(id)).views).toBe(0)
  })

  it('ignores the client address without the internal secret', async () => {
    const id = await backend.add()
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      await record(id, 'view', { ...from(address), 'x-internal-secret': 'a-guess-of-equal-length' })
    }
    expect((await read(id)).views).toBe(1)
  })

  it('stores no address, and no hash or salt of another day', async () => {
    const id = await backend.add()
    const { db } = backend
    await record(id, 'view', from('203.0.113.77'))
    const stored = [await db.select().from(visits), await db.select().from(visitCounts)]
    expect(JSON.stringify([...stored, await read(id)])).not.toContain('203.0.113.77')
    backend.setClock('2026-06-02T12:00:00Z')
    await record(id, 'view', from('203.0.113.77'))
    await deletePastVisits(db, new Date('2026-06-02T12:00:00Z'))
    for (const table of [visits, visitCounts, salts]) {
      const days = (await db.select({ day: table.day }).from(table)).map(({ day }) => day)
      expect(new Set(days)).toEqual(new Set(['2026-06-02']))
    }
  })

  it('is deleted the next day even without visits', async () => {
    await record(await backend.add(), 'view', from('203.0.113.1'))
    await deletePastVisits(backend.db, new Date('2026-06-02T00:00:00Z'))
    for (const table of [visits, visitCounts, salts]) {
      expect(await backend.db.select().from(table)).toEqual([])
    }
  })

  it('counts an address once, regardless of the user agent', async () => {
    const id = await backend.add()
    for (let at = 0; at < 30; at += 1) {
      await record(id, 'view', { ...from('203.0.113.1'), 'user-agent': `${BROWSER} ${at}` })
    }
    expect((await read(id)).views).toBe(1)
  })

  it('counts an IPv6 /64 network once', async () => {
    const id = await backend.add()
    for (let at = 1; at < 20; at += 1) await record(id, 'view', from(`2001:db8:1:2::${at}`))
    await record(id, 'view', from('2001:db8:1:3::1'))
    expect((await read(id)).views).toBe(2)
  })

  it('neither counts nor stores a row beyond the daily limits', async () => {
    const [id, other] = [await backend.add(), await backend.add()]
    await record(id, 'view', from('203.0.113.1'))
    const rows = async () => (await backend.db.select().from(visits)).length
    await backend.db.update(visitCounts).set({ count: 3000 }).where(ne(visitCounts.hash, ''))
    expect(await record(other, 'view', from('203.0.113.1'))).toMatchObject({
      data: { counted: false },
    })
    expect(await record(other, 'view', from('203.0.113.2'))).toMatchObject({
      data: { counted: true },
    })
    expect(await rows()).toBe(2)
    await backend.db.update(visitCounts).set({ count: 1_000_000 }).where(eq(visitCounts.hash, ''))
    expect(await record(other, 'view', from('203.0.113.3'))).toMatchObject({
      data: { counted: false },
    })
    expect(await rows()).toBe(2)
  })

  it.each([
    ['view', 1],
    ['download', 5],
    ['install', 8],
  ])('adds its weight to the popularity: %s %i', async (event, weight) => {
    const id = await backend.add({ updated_at: '2026-06-01T12:00:00Z' })
    const where = eq(projects.id, id)
    const popularity = async () =>
      Number((await backend.db.select().from(projects).where(where))[0]?.popularity)
    const before = await popularity()
    await record(id, event, from('203.0.113.1'))
    // A new project has the popularity of one view.
    expect(2 ** ((await popularity()) - before)).toBeCloseTo(1 + weight)
  })

  it('raises the popularity of its project, less so with age', async () => {
    const old = await backend.add({
      title: 'old',
      downloads: 40,
      updated_at: '2026-01-01T00:00:00Z',
    })
    const young = await backend.add({ title: 'young', updated_at: '2026-01-01T00:00:00Z' })
    const popular = async () => JSON.stringify((await backend.get('/index/popular?kind=icon')).data)
    expect((await popular()).indexOf(old)).toBeLessThan((await popular()).indexOf(young))
    await record(young, 'download', from('203.0.113.1'))
    expect((await popular()).indexOf(young)).toBeLessThan((await popular()).indexOf(old))
  })

  it.each([
    ['{', 400],
    ['{"kind":"icon","id":"x","event":"like"}', 400],
    ['{"kind":"iconpack","id":"x","event":"view"}', 400],
    ['{"kind":"icon","id":"nothing","event":"view"}', 404],
    [`"${'x'.repeat(70_000)}"`, 413],
  ])('rejects %.50s: %i', async (body, code) => {
    const init = { method: 'POST', body, headers: { 'user-agent': BROWSER } }
    expect(await backend.get('/statistic/record', init)).toMatchObject({ status: code, code })
  })
})

it('authors see the counts of their own projects, in total and by day', async () => {
  backend.setClock('2026-06-01T23:50:00Z')
  const ada = await registeredByMail(backend, { secret: SECRET })
  const own = await publishProject(backend, ada)
  const other = await backend.add()
  for (const address of ['203.0.113.1', '203.0.113.2']) await record(own.id, 'view', from(address))
  await record(other, 'view', from('203.0.113.1'))
  backend.setClock('2026-06-02T00:10:00Z')
  await record(own.id, 'download', from('203.0.113.1'))
  const readCounts = async (query = '') =>
    ownCountsSchema.parse(
      (await clientOf(backend).ask(`/account/statistics${query}`, { token: ada })).data,
    )
  const { days, ...totals } = await readCounts()
  expect(totals).toEqual({ views: 2, downloads: 1, installs: 0 })
  expect(days).toHaveLength(30)
  expect(days.slice(-2)).toEqual([
    { day: '2026-06-01', views: 2, downloads: 0, installs: 0 },
    { day: '2026-06-02', views: 0, downloads: 1, installs: 0 },
  ])
  expect(days[0]).toEqual({ day: '2026-05-04', views: 0, downloads: 0, installs: 0 })
  expect(await readCounts('?kind=plugin')).toMatchObject({ views: 0, downloads: 0 })
})

it('popularity stays finite for events far apart', async () => {
  const id = await backend.add({ downloads: 1_234_567, updated_at: '1990-01-01T00:00:00Z' })
  backend.setClock('2120-01-01T00:00:00Z')
  expect(await record(id, 'view')).toMatchObject({ data: { counted: true } })
  const { rows } = await backend.db.execute(sql`SELECT popularity FROM projects`)
  expect(Number.isFinite(rows[0]?.['popularity'])).toBe(true)
})
