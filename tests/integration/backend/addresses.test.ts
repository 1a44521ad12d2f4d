import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressesSchema, authorsSchema, shardsSchema } from '#lib/contract/address.ts'
import { projects } from '#backend/db/schema.ts'
import { listShards } from '#backend/services/project/addresses.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
  for (let at = 0; at < 7; at += 1) await backend.add({ title: `Pack ${at}` })
})
afterAll(() => backend.stop())

const addresses = async (query: string) =>
  addressesSchema.parse((await backend.get(`/index/addresses?${query}`)).data).items

it('addresses come by id, each once, from wherever one goes on', async () => {
  const all = (await addresses('limit=1000')).map(({ id }) => id)
  expect(all).toHaveLength(7)
  expect(all.toSorted()).toEqual(all)
  const rest = (await addresses(`limit=3&after=${all[1]}`)).map(({ id }) => id)
  expect(rest).toEqual(all.slice(2, 5))
})

it.each([
  [3, [2, 5]],
  [7, [6]],
  [8, []],
])('shards of %d begin behind every so many projects', async (size, places) => {
  const all = (await addresses('limit=1000')).map(({ id }) => id)
  const starts = await listShards(backend.db, { of: 'projects', size })
  expect(starts).toEqual(places.map((at) => all[at]))
})

it('the call takes shards of 1000 or more, since each costs a statement', async () => {
  expect(await backend.get('/index/shards?size=1')).toMatchObject({ code: 400 })
  expect(await backend.get('/index/shards?size=999')).toMatchObject({ code: 400 })
  const { data } = await backend.get('/index/shards?size=1000')
  expect(shardsSchema.parse(data).starts).toEqual([])
})

it('authors come each once, with the time of their last change; who has nothing to show does not', async () => {
  await backend.add({ author: 'Zoë', updated_at: '2026-03-01T00:00:00.000Z' })
  await backend.add({ author: 'Zoë', updated_at: '2026-05-01T00:00:00.000Z' })
  const silent = await backend.add({ author: 'Silent' })
  await backend.db.update(projects).set({ hiddenAt: new Date() }).where(eq(projects.id, silent))
  const read = async (query: string) =>
    authorsSchema.parse((await backend.get(`/index/authors?${query}`)).data).items
  const all = await read('limit=1000')
  expect(all.map(({ name }) => name).toSorted()).toEqual(['Ada', 'Zoë'])
  expect(all.find(({ name }) => name === 'Zoë')?.updated_at).toBe('2026-05-01T00:00:00.000Z')
  const [first, second] = all
  expect(await read('limit=1')).toEqual([first])
  expect(await read(`after=${first?.uid}`)).toEqual([second])
  const starts = await listShards(backend.db, { of: 'authors', size: 1 })
  expect(starts).toEqual(all.map(({ uid }) => uid))
})

it.each(['limit=0', 'limit=1001', 'after=%00'])('%s is refused', async (query) => {
  for (const what of ['addresses', 'authors']) {
    expect(await backend.get(`/index/${what}?${query}`)).toMatchObject({ code: 400 })
  }
})
