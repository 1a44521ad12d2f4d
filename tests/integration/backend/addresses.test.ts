import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { addressesSchema, authorsSchema, SHARD_SIZE, shardsSchema } from '#lib/contract/address.ts'
import { projects, settings } from '#backend/db/tables.ts'
import { findShards } from '#backend/services/project/addresses.ts'
import { enqueueShards } from '#backend/services/project/shards.ts'
import { testBackend } from '#tests/support/backend.ts'
import { waitFor } from '#tests/support/wait.ts'

const backend = await testBackend()
beforeAll(async () => {
  for (let at = 0; at < 7; at += 1) await backend.add({ title: `Pack ${at}` })
})

const addresses = async (query: string) =>
  addressesSchema.parse((await backend.get(`/index/addresses?${query}`)).data).items

it('lists addresses by id, each once, from any position', async () => {
  const all = (await addresses('limit=1000')).map(({ id }) => id)
  expect(all).toHaveLength(7)
  expect(all.toSorted()).toEqual(all)
  const page = (await addresses(`limit=3&after=${all[1]}`)).map(({ id }) => id)
  expect(page).toEqual(all.slice(2, 5))
})

it.each([
  [3, [2, 5]],
  [7, [6]],
  [8, []],
])('starts a shard after every %d projects', async (size, places) => {
  const all = (await addresses('limit=1000')).map(({ id }) => id)
  const starts = await findShards(backend.db, { of: 'projects', size })
  expect(starts).toEqual(places.map((at) => all[at]))
})

it('rejects shards of fewer than 1000 entries, each of which costs a statement', async () => {
  expect(await backend.get('/index/shards?size=1')).toMatchObject({ code: 400 })
  expect(await backend.get('/index/shards?size=999')).toMatchObject({ code: 400 })
  const { data } = await backend.get('/index/shards?size=1000')
  expect(shardsSchema.parse(data).starts).toEqual([])
})

it('a job stores the shards of the sitemap, and finds them again once they are an hour old', async () => {
  const starts = async () =>
    shardsSchema.parse((await backend.get(`/index/shards?size=${SHARD_SIZE}`)).data).starts
  await backend.db.delete(settings)
  await enqueueShards(backend.db)
  backend.jobs.wake()
  await waitFor(async () => expect(await backend.db.$count(settings)).toBe(2))
  const value = JSON.stringify({ at: Date.parse('2026-06-01T12:00:00Z'), starts: ['stored'] })
  const { db, jobs } = backend
  await db.update(settings).set({ value }).where(eq(settings.name, 'sitemap-projects'))
  backend.setClock('2026-06-01T12:59:00Z')
  expect(await starts()).toEqual(['stored'])
  expect(await db.select().from(settings).where(eq(settings.value, value))).toHaveLength(1)
  backend.setClock('2026-06-01T13:01:00Z')
  expect(await starts(), 'no request waits for the job').toEqual(['stored'])
  jobs.wake()
  await waitFor(async () => expect(await starts()).toEqual([]))
})

it('lists authors with visible projects once each, with their latest update', async () => {
  await backend.add({ author: 'Zoë', updated_at: '2026-03-01T00:00:00.000Z' })
  await backend.add({ author: 'Zoë', updated_at: '2026-05-01T00:00:00.000Z' })
  const hidden = await backend.add({ author: 'Hidden' })
  await backend.db.update(projects).set({ hiddenAt: new Date() }).where(eq(projects.id, hidden))
  const read = async (query: string) =>
    authorsSchema.parse((await backend.get(`/index/authors?${query}`)).data).items
  const all = await read('limit=1000')
  expect(all.map(({ name }) => name).toSorted()).toEqual(['Ada', 'Zoë'])
  expect(all.find(({ name }) => name === 'Zoë')?.updated_at).toBe('2026-05-01T00:00:00.000Z')
  const [first, second] = all
  expect(await read('limit=1')).toEqual([first])
  expect(await read(`after=${first?.uid}`)).toEqual([second])
  const starts = await findShards(backend.db, { of: 'authors', size: 1 })
  expect(starts).toEqual(all.map(({ uid }) => uid))
})

it.each(['limit=0', 'limit=1001', 'after=%00'])('rejects %s', async (query) => {
  for (const list of ['addresses', 'authors']) {
    expect(await backend.get(`/index/${list}?${query}`)).toMatchObject({ code: 400 })
  }
})
