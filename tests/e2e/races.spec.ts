import { expect, test } from 'playwright/test'
import type { Project } from '#lib/contract/project.ts'
import { startForeignBackend } from '#tests/support/foreign-backend.ts'
import { SESSION_SECRET } from '#tests/support/session-secret.ts'
import { startWebApp } from '#tests/support/web-app.ts'

const INTERNAL_SECRET = 'what-the-processes-share'
type Variables = Record<string, string>
type Web = Awaited<ReturnType<typeof startWebApp>>
type Backend = Awaited<ReturnType<typeof startForeignBackend>>

/** Web processes in front of a backend of somebody else's, for the length of a test. */
async function withSite(
  { webs = 1, changes = false, variables = {} }: Site,
  work: (backend: Backend, first: Web, second: Web) => Promise<void>,
) {
  const backend = await startForeignBackend({ changes })
  const started: Web[] = []
  try {
    for (let at = 0; at < webs; at += 1) {
      const peers = { WEB_PEERS: changes ? '' : started.map(({ url }) => url).join() }
      started.push(await startWebApp(backend.url, { INTERNAL_SECRET, SESSION_SECRET, ...peers, ...variables }))
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
  const answer = await fetch(`${web.url}${path}`, { headers, redirect: 'manual' })
  return { status: answer.status, text: await answer.text() }
}
const tell = async (web: Web, { kind, id, author }: Project) => {
  const answer = await fetch(`${web.url}/api/fresh`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${INTERNAL_SECRET}`,
      'content-type': 'application/json',
      origin: web.url,
    },
    body: JSON.stringify({ kind, id, author: author.name }),
  })
  expect(answer.status).toBe(204)
}
const detailOf = ({ id }: Project) => `/home/iconpack/detail/${id}`

const RSC = { rsc: '1' }
test('a page whose making began before a change is given to nobody who asks after it', async () => {
  await withSite({}, async (backend, web) => {
    const project = backend.put({ title: 'Before the change' })
    const path = detailOf(project)
    const hold = backend.hold(`/icon/${project.id}`)
    const early = ask(web, path)
    await hold.reached
    hold.stopHolding()
    backend.edit(project.id, { title: 'After the change' })
    await tell(web, project)
    const late = [ask(web, path), ask(web, path), ask(web, path, RSC)]
    hold.release()
    expect((await early).text).toContain('Before the change')
    for (const answer of await Promise.all(late)) {
      expect(answer.text).toContain('After the change')
      expect(answer.text).not.toContain('Before the change')
    }
    for (const headers of [{}, RSC]) {
      const { text } = await ask(web, path, headers)
      expect(text).toContain('After the change')
    }
    // Another page made of the same answer.
    expect((await ask(web, `/fr${path}`)).text).toContain('After the change')
  })
})

test('a page that was made anew in the background across a change is given to nobody after it', async () => {
  await withSite({ variables: { REVALIDATE_SECONDS: '1' } }, async (backend, web) => {
    const project = backend.put({ title: 'Before the change' })
    const path = `/home/iconpack?author=${project.author.name}`
    expect((await ask(web, path)).text).toContain('Before the change')
    const hold = backend.hold('/icon/list')
    await expect
      .poll(async () => {
        await ask(web, path)
        return Promise.race([hold.reached.then(() => true), false])
      })
      .toBe(true)
    hold.stopHolding()
    backend.edit(project.id, { title: 'After the change' })
    await tell(web, project)
    const late = [ask(web, path), ask(web, path, RSC)]
    hold.release()
    for (const { text } of await Promise.all(late)) expect(text).toContain('After the change')
    expect((await ask(web, path)).text).toContain('After the change')
  })
})

test('what a foreign backend lost is gone when its lifetime ends, and stays while the backend is away', async () => {
  await withSite({ variables: { REVALIDATE_SECONDS: '1' } }, async (backend, web) => {
    const project = backend.put({ title: 'Soon gone' })
    const other = backend.put({ title: 'Still there' })
    const paths = [project, other].flatMap(({ id }) => [
      `/home/iconpack/detail/${id}`,
      `/embed/en/icon/${id}`,
    ])
    const statuses = () => Promise.all(paths.map(async (path) => (await ask(web, path)).status))
    expect(await statuses()).toEqual([200, 200, 200, 200])
    backend.drop(project.id)
    await expect.poll(statuses).toEqual([404, 404, 200, 200])
    expect((await ask(web, '/home/iconpack')).text).not.toContain('Soon gone')
    await backend.stop()
    // Past every lifetime several times over, as far as the pages are asked for.
    const until = Date.now() + 3_000
    while (Date.now() < until) expect((await statuses()).slice(2)).toEqual([200, 200])
  })
})

test('a change that the backend tells of is shown by every web process within two seconds', async () => {
  await withSite({ webs: 2, changes: true }, async (backend, ...webs) => {
    const project = backend.put({ title: 'Before the change' })
    const paths = [detailOf(project), '/home/iconpack', `/feeds/en/icon.xml`, '/home/index']
    const texts = async () =>
      Promise.all(webs.flatMap((web) => paths.map(async (path) => (await ask(web, path)).text)))
    for (const text of await texts()) expect(text).toContain('Before the change')
    backend.edit(project.id, { title: 'After the change' })
    backend.note(project)
    await expect
      .poll(async () => (await texts()).every((text) => text.includes('After the change')), {
        timeout: 2_000,
        intervals: [100],
      })
      .toBe(true)
    backend.drop(project.id)
    backend.note(project)
    await expect
      .poll(async () => (await texts()).some((text) => text.includes('After the change')), {
        timeout: 2_000,
        intervals: [100],
      })
      .toBe(false)
  })
})

test('a backend that tells of no changes: the process that forwarded one tells its peers', async () => {
  // The second process knows the first as its peer.
  await withSite({ webs: 2 }, async (backend, told, forwarding) => {
    const project = backend.put({ title: 'Soon gone' })
    const path = detailOf(project)
    for (const web of [told, forwarding]) expect((await ask(web, path)).status).toBe(200)
    const own = { origin: forwarding.url, 'content-type': 'application/json' }
    const signIn = await fetch(`${forwarding.url}/api/v1/auth/log_in`, {
      method: 'POST',
      headers: own,
      body: JSON.stringify({ account: 'ada_lovelace', password: 'engine-1843' }),
    })
    const cookie = signIn.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ')
    const answer = await fetch(`${forwarding.url}/api/v1/icon?id=${project.id}`, {
      method: 'DELETE',
      headers: { ...own, cookie },
    })
    expect(answer.status).toBe(200)
    expect((await ask(forwarding, path)).status).toBe(404)
    await expect
      .poll(async () => (await ask(told, path)).status, { timeout: 2_000, intervals: [50] })
      .toBe(404)
  })
})
