import { beforeAll, expect, it, vi } from 'vitest'
import type { Project } from '#lib/contract/project.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import type { Payer } from '#lib/limits/payer.ts'
import type { Pool } from '#lib/worker/pool.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend, workers } from '#tests/support/backend.ts'
import { publishProject } from '#tests/support/publishing.ts'
import { waitFor } from '#tests/support/wait.ts'

const SECRET = 'secret of the two parts of the site'
type Task = { payer: Payer; end: () => void }

/** Previews that workers were given; with `isHeld` each ends when the test says so. */
const given = { tasks: [] as Task[], isHeld: false, isTitled: true }
const counting: Pool = {
  ...workers,
  async run(payer, name, input, options) {
    if (name !== 'preview-covers') return workers.run(payer, name, input, options)
    const { promise, resolve } = Promise.withResolvers<void>()
    given.tasks.push({ payer, end: resolve })
    if (given.isHeld) await promise
    return { picture: new Uint8Array([1]), isTitled: given.isTitled }
  },
}

const buckets = createBuckets({ factor: 1e6 })
let project: Project
let ada = ''
const backend = await testBackend({ workers: counting, internalSecret: SECRET, buckets })
beforeAll(async () => {
  ada = await registered(backend)
  project = await publishProject(backend, ada)
})

type Asking = { palette?: string; query?: string; address?: string; token?: string }
/** Asks for previews. @returns status, and `Retry-After`. */
async function ask({ palette = 'ink', query = '', address = '203.0.113.1', token }: Asking) {
  const answer = await backend.app.request(
    `/api/v1/file/${project.file?.file_id}/covers/${palette}.webp${query}`,
    {
      headers: {
        'x-client-address': address,
        'x-internal-secret': SECRET,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    },
  )
  await answer.arrayBuffer()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
}
function reset(isTitled: boolean, isHeld = false) {
  Object.assign(given, { tasks: [], isTitled, isHeld })
}
const taskAt = (at: number) =>
  waitFor(() => {
    const task = given.tasks[at]
    if (!task) throw new Error(`no task ${at}`)
    return task
  })

it('forty requests of one network do not keep that of another waiting', async () => {
  // The first one tells that titles are drawn on them.
  reset(true)
  expect((await ask({})).status).toBe(200)
  reset(true, true)
  const refused: (string | null)[] = []
  const many = Array.from({ length: 40 }, (_, at) =>
    ask({ query: `?title=Orchard${at}` }).then(({ status, retryAfter }) => {
      if (status === 503) refused.push(retryAfter)
      return status
    }),
  )
  // One is drawn, and thirty wait.
  await waitFor(() => expect(refused).toHaveLength(9))
  expect(refused.every((seconds) => Number(seconds) > 0)).toBe(true)
  const other = ask({ query: '?title=Harvest', address: '198.51.100.7' })
  // It takes the place of the last of those that have the most.
  await waitFor(() => expect(refused).toHaveLength(10))
  const first = await taskAt(0)
  first.end()
  const second = await taskAt(1)
  expect([first, second].map(({ payer }) => payer.name)).toEqual([
    'network 203.0.113.1',
    'network 198.51.100.7',
  ])
  second.end()
  expect((await other).status).toBe(200)
  // The others of the first network still wait.
  expect(given.tasks.length).toBeLessThanOrEqual(3)
  given.isHeld = false
  ;(await taskAt(2)).end()
  const statuses = await Promise.all(many)
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
})

it('the same is drawn once, for one network and for several', async () => {
  reset(true, true)
  const same = Array.from({ length: 20 }, (_, at) =>
    ask({ palette: 'tide', address: `203.0.113.${at % 2}` }),
  )
  ;(await taskAt(0)).end()
  for (const { status } of await Promise.all(same)) expect(status).toBe(200)
  expect(given.tasks).toHaveLength(1)
})

it('what changes nothing makes no new picture', async () => {
  reset(false)
  for (const query of ['', '?title=One', '?title=Two', '?size=3', '?title=One&size=4']) {
    expect((await ask({ palette: 'moss', query })).status, query).toBe(200)
  }
  // No title is drawn.
  expect(given.tasks).toHaveLength(1)
  reset(true)
  for (const query of ['', '?size=1', '?title=pack', '?title=%20%20pack%20']) {
    expect((await ask({ palette: 'night', query })).status, query).toBe(200)
  }
  expect(given.tasks).toHaveLength(1)
  for (const query of ['?title=Other', '?title=Other', '?title=%20Other', '']) {
    expect((await ask({ palette: 'night', query })).status, query).toBe(200)
  }
  expect(given.tasks).toHaveLength(2)
})

it('a person pays for what they ask for signed in', async () => {
  reset(false)
  await ask({ palette: 'blush', token: ada })
  await ask({ palette: 'violet' })
  const [own, anonymous] = given.tasks
  // Of an account that is younger than a day: that of its network.
  expect(own?.payer.name).toMatch(/^network [\w-]{43}$/)
  expect(anonymous?.payer.name).toBe('network 203.0.113.1')
  const [byAccount, byNetwork] = [vi.spyOn(buckets, 'chargeAccount'), vi.spyOn(buckets, 'charge')]
  for (const { payer } of given.tasks) payer.charge?.(700)
  expect(byAccount.mock.calls).toEqual([[expect.stringMatching(/^[\w-]+$/), 700]])
  expect(byNetwork.mock.calls).toEqual([['203.0.113.1', 700]])
})
