import { expect, test } from 'playwright/test'
import type { Project } from '#lib/contract/project.ts'
import { FAULTS } from '#tests/support/faulty-backend.ts'
import { startForeignBackend } from '#tests/support/foreign-backend.ts'
import { SESSION_SECRET } from '#tests/support/session-secret.ts'
import { headOnly } from '#tests/support/head.ts'
import { startWebApp } from '#tests/support/web-app.ts'

/** For what happens without a further event of the test, far more than a busy machine needs. */
const SOON = { timeout: 30_000, intervals: [100] }
const INTERNAL_SECRET = 'what-the-processes-share'
type Variables = Record<string, string>
type Web = Awaited<ReturnType<typeof startWebApp>>
type Backend = Awaited<ReturnType<typeof startForeignBackend>>

/** Runs `work` with web processes in front of a foreign backend, and stops all of them afterwards. */
async function withSite(
  { webs = 1, changes = false, variables = {} }: Site,
  work: (backend: Backend, first: Web, second: Web) => Promise<void>,
) {
  const backend = await startForeignBackend({ changes })
  const started: Web[] = []
  try {
    for (let at = 0; at < webs; at += 1) {
      const peers = { WEB_PEERS: changes ? '' : started.map(({ url }) => url).join() }
      started.push(
        await startWebApp(backend.url, { INTERNAL_SECRET, SESSION_SECRET, ...peers, ...variables }),
      )
    }
    const [first, second = first] = started
    if (!first || !second) throw new Error('no web process')
    await work(backend, first, second)
  } finally {
    await Promise.all(started.map(({ stop }) => stop()))
    await backend.stop()
  }
}
type Site = { webs?: number; changes?: boolean; variables?: Variables }

const ask = async (web: Web, path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${web.url}${path}`, { headers })
  const text = await answer.text()
  return { status: answer.status, shows: (title: string) => text.includes(title) }
}
const [OLD, NEW] = ['Before the change', 'After the change']
const tell = async (web: Web, { kind, id, author }: Project) => {
  const answer = await headOnly(
    fetch(`${web.url}/api/revalidate`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${INTERNAL_SECRET}`,
        'content-type': 'application/json',
        origin: web.url,
      },
      body: JSON.stringify({ kind, id, author: author.name }),
    }),
  )
  expect(answer.status).toBe(204)
}
const detailOf = ({ id }: Project) => `/home/iconpack/detail/${id}`

const RSC = { rsc: '1' }
test('a page whose rendering began before a change is not served to requests after the change', async () => {
  await withSite({}, async (backend, web) => {
    const project = backend.put({ title: OLD })
    const path = detailOf(project)
    const hold = backend.hold(`/icon/${project.id}`)
    const early = ask(web, path)
    await hold.reached
    hold.stopHolding()
    backend.edit(project.id, { title: NEW })
    await tell(web, project)
    const late = [ask(web, path), ask(web, path), ask(web, path, RSC)]
    hold.release()
    expect((await early).shows(OLD)).toBe(true)
    for (const { shows } of await Promise.all(late)) {
      expect([shows(OLD), shows(NEW)]).toEqual([false, true])
    }
    for (const headers of [{}, RSC]) expect((await ask(web, path, headers)).shows(NEW)).toBe(true)
    // Another page rendered from the same response.
    expect((await ask(web, `/fr${path}`)).shows(NEW)).toBe(true)
  })
})

test(
  'a page whose background revalidation spans a change is not served after the change',
  { tag: '@long' },
  async () => {
    await withSite({ variables: { REVALIDATE_SECONDS: '1' } }, async (backend, web) => {
      const project = backend.put({ title: OLD })
      const path = `/home/iconpack?author=${project.author.name}`
      await expect.poll(async () => (await ask(web, path)).shows(OLD), SOON).toBe(true)
      const hold = backend.hold('/icon/list')
      await expect
        .poll(async () => {
          await ask(web, path)
          return hold.isReached()
        }, SOON)
        .toBe(true)
      hold.stopHolding()
      backend.edit(project.id, { title: NEW })
      await tell(web, project)
      const late = [ask(web, path), ask(web, path, RSC)]
      hold.release()
      for (const { shows } of await Promise.all(late)) expect(shows(NEW)).toBe(true)
      expect((await ask(web, path)).shows(NEW)).toBe(true)
    })
  },
)

test(
  'a project removed from a foreign backend expires with its cache lifetime; cached pages survive an outage',
  { tag: '@long' },
  async () => {
    // The outage is watched without a pause.
    const variables = { REVALIDATE_SECONDS: '1', RATE_FACTOR: '1000' }
    await withSite({ variables }, async (backend, web) => {
      const project = backend.put({ title: 'Soon gone' })
      const other = backend.put({ title: 'Still there' })
      const paths = [project, other].flatMap(({ id }) => [
        `/home/iconpack/detail/${id}`,
        `/embed/en/icon/${id}`,
      ])
      const statuses = () => Promise.all(paths.map(async (path) => (await ask(web, path)).status))
      // On a busy machine the first pages of a process may exceed their deadline.
      await expect.poll(statuses, SOON).toEqual([200, 200, 200, 200])
      backend.drop(project.id)
      await expect.poll(statuses, SOON).toEqual([404, 404, 200, 200])
      expect((await ask(web, '/home/iconpack')).shows('Soon gone')).toBe(false)
      const { length } = backend.requests
      const renewals = () =>
        backend.requests.slice(length).filter(({ url }) => url.endsWith(`/icon/${other.id}`))
      backend.behave(FAULTS.resets)
      // A copy is renewed when its lifetime is over: the backend fails several times.
      await expect
        .poll(async () => {
          expect((await statuses()).slice(2)).toEqual([200, 200])
          return renewals().length
        }, SOON)
        .toBeGreaterThan(3)
      await backend.stop()
      expect((await statuses()).slice(2)).toEqual([200, 200])
    })
  },
)

test(
  'every web process shows a change reported by the backend, long before its copies expire',
  { tag: '@long' },
  async () => {
    await withSite({ webs: 2, changes: true }, async (backend, ...webs) => {
      const project = backend.put({ title: OLD })
      const paths = [detailOf(project), '/home/iconpack', '/feeds/en/icon.xml', '/home/index']
      const shown = async (title: string) => {
        const asked = webs.flatMap((web) => paths.map((path) => ask(web, path)))
        return (await Promise.all(asked)).filter(({ shows }) => shows(title)).length
      }
      // On a busy machine a page may time out; polling requests it again.
      await expect.poll(() => shown(OLD), SOON).toBe(2 * paths.length)
      backend.edit(project.id, { title: NEW })
      backend.note(project)
      await expect.poll(() => shown(NEW), SOON).toBe(2 * paths.length)
      backend.drop(project.id)
      backend.note(project)
      await expect.poll(() => shown(NEW), SOON).toBe(0)
    })
  },
)

test(
  'with a backend that reports no changes, the process that forwarded a change notifies its peers',
  { tag: '@long' },
  async () => {
    // The first process is configured as a peer of the second.
    await withSite({ webs: 2 }, async (backend, notified, forwarding) => {
      const project = backend.put({ title: 'Soon gone' })
      const path = detailOf(project)
      for (const web of [notified, forwarding]) {
        await expect.poll(async () => (await ask(web, path)).status, SOON).toBe(200)
      }
      const own = { origin: forwarding.url, 'content-type': 'application/json' }
      const signIn = await headOnly(
        fetch(`${forwarding.url}/api/v1/auth/log_in`, {
          method: 'POST',
          headers: own,
          body: JSON.stringify({ account: 'ada_lovelace', password: 'engine-1843' }),
        }),
      )
      const cookie = signIn.headers
        .getSetCookie()
        .map((one) => one.split(';', 1)[0])
        .join('; ')
      const answer = await headOnly(
        fetch(`${forwarding.url}/api/v1/icon?id=${project.id}`, {
          method: 'DELETE',
          headers: { ...own, cookie },
        }),
      )
      expect(answer.status).toBe(200)
      expect((await ask(forwarding, path)).status).toBe(404)
      await expect.poll(async () => (await ask(notified, path)).status, SOON).toBe(404)
    })
  },
)
