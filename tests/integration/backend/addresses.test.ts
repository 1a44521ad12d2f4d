import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressesSchema, shardsSchema } from '#lib/contract/address.ts'
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
  const { data } = await backend.get(`/index/shards?size=${size}`)
  expect(shardsSchema.parse(data).starts).toEqual(places.map((at) => all[at]))
})

it.each(['limit=0', 'limit=1001', 'after=%00'])('%s is refused', async (query) => {
  expect(await backend.get(`/index/addresses?${query}`)).toMatchObject({ code: 400 })
})
