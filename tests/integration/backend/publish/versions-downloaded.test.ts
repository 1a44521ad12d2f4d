import { beforeEach, expect, it } from 'vitest'
import type { Project } from '#lib/contract/project.ts'
import { DISCARD_DOWNLOADS, DISCARD_DOWNLOADS_IN_A_DAY } from '#lib/contract/visibility.ts'
import { createdToken } from '#tests/support/access-tokens.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { OPERATOR_SECRET } from '#tests/support/operator.ts'
import { publishProject } from '#tests/support/publishing.ts'
import { type Pack, packOf } from '#tests/support/versions.ts'

/* Downloads by others, which end the right to discard a version. */

const NOON = '2026-06-01T12:00:00.000Z'
const NEXT_DAY = '2026-06-02T12:00:00.000Z'
const UNTIL = '2026-06-04T12:00:00.000Z'

let ada = ''
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

const discard = (version: string, token = ada) =>
  clientOf(backend).ask(`/icon/${project.id}/versions/${version}`, { method: 'DELETE', token })

/** Downloads a file as visitors of other networks do, each from another /24 unless `host` is theirs. */
async function download(url: string, { times = 1, from = 1, host = 0 } = {}) {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, index) =>
      backend.app.request(url, {
        headers: {
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
          'x-internal-secret': OPERATOR_SECRET,
          'x-client-address': host > 0 ? `10.0.${from}.${host + index}` : `10.0.${from + index}.1`,
        },
      }),
    ),
  )
  for (const answer of answers) await answer.arrayBuffer()
  return answers.map(({ status }) => status)
}

const stays = { version: '2.0.0', until: UNTIL }
/** The pack as its author sees it with a token that outlives the session. */
async function packOfLater() {
  const scopes = ['read', 'publish', 'manage']
  const { secret } = await createdToken(backend, ada, { scopes })
  return { secret, later: packOf(backend, secret, project) }
}

it('of a version end the right to discard it with ten on two days', async () => {
  const { url } = await pack.add('2.0.0')
  const { secret, later } = await packOfLater()
  expect(await download(url, { times: DISCARD_DOWNLOADS - 1 })).toContain(200)
  backend.setClock(NEXT_DAY)
  expect((await later.own()).discardable).toContainEqual(stays)
  await download(url)
  expect((await later.own()).discardable).not.toContainEqual(stays)
  expect(await discard('2.0.0', secret)).toMatchObject({ reason: 'not_discardable' })
})

it('of a version end the right to discard it with fifty on one, once per /24', async () => {
  const { url } = await pack.add('2.0.0')
  await download(url, { times: DISCARD_DOWNLOADS_IN_A_DAY - 1 })
  await download(url, { times: 12, host: 2 })
  await download(url, { times: DISCARD_DOWNLOADS })
  expect((await pack.own()).discardable).toContainEqual(stays)
  await download(url, { from: 100 })
  expect(await discard('2.0.0')).toMatchObject({ code: 409, reason: 'not_discardable' })
})

it('count of a version that is not current, by its hash too', { tags: 'long' }, async () => {
  const { sha256 } = await pack.add('2.0.0')
  await pack.add('3.0.0', {}, 'star')
  await download(`/api/v1/file/sha256/${sha256}`, { times: DISCARD_DOWNLOADS_IN_A_DAY })
  expect(await discard('2.0.0')).toMatchObject({ code: 409, reason: 'not_discardable' })
  expect(await discard('3.0.0')).toMatchObject({ code: 200 })
})

it(
  'do not count from the network of the author on the day of the publication',
  { tags: 'long' },
  async () => {
    const file = await pack.uploaded('comet')
    const body = { id: project.id, file_id: file.id, version: '2.0.0' }
    const author = clientOf(backend, { address: '10.0.200.1', secret: OPERATOR_SECRET })
    expect(await author.ask('/icon', { method: 'PUT', token: ada, body })).toMatchObject({
      code: 200,
    })
    await download(file.url, { from: 200 })
    await download(file.url, { times: DISCARD_DOWNLOADS_IN_A_DAY - 1 })
    expect(await discard('2.0.0')).toMatchObject({ code: 200 })
  },
)
