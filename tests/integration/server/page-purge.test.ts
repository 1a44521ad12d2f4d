import type { IncomingMessage } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { currentScope, expireTags } from '#lib/cache/state.ts'
import { createRenders } from '#server/renders.ts'
import { HOME, LIST, PAGE, startPages } from './stub-pages.ts'
import { type StubSite, startSite } from './stub-site.ts'
import { waitFor } from '#tests/support/wait.ts'

let site: StubSite
let seen: IncomingMessage[] = []
afterEach(() => site.stop())

async function pages(...args: Parameters<typeof startPages>) {
  ;({ site, seen } = await startPages(...args))
}
const statusOf = async (path: string) => (await site.ask(path)).headers['cache-status']

it('is as old as its age tells, until the end of its lifetime', async () => {
  await pages()
  await site.ask(HOME)
  site.clock.now += 299_000
  const { headers } = await site.ask(HOME)
  expect(headers).toMatchObject({ age: '299', 'cache-status': 'keystrip; hit; ttl=1' })
  expect(seen).toHaveLength(1)
})

it('sends a stale page at once and renders it again once, whatever the number of requests', async () => {
  let text = PAGE
  await pages({ body: () => text })
  await site.ask(HOME)
  text = `${PAGE}!`
  site.clock.now += 301_000
  const answers = await Promise.all([1, 2, 3].map(() => site.ask(HOME)))
  expect(answers[0]?.headers['cache-status']).toBe('keystrip; hit; ttl=-1')
  expect(answers[0]?.text).toBe(PAGE)
  await waitFor(async () => expect((await site.ask(HOME)).text).toBe(text))
  expect(seen).toHaveLength(2)
})

it('waits for a new page once the old one is far past its lifetime', async () => {
  let text = PAGE
  await pages({ body: () => text })
  await site.ask(HOME)
  text = `${PAGE}!`
  site.clock.now += 700_000
  const { headers, text: sent } = await site.ask(HOME)
  expect([headers['cache-status'], sent]).toEqual(['keystrip; fwd=stale; ttl=300', text])
})

it('sends an old page where rendering fails, but none that a write purged', async () => {
  let status = 200
  seen = []
  site = await startSite((req, res) => {
    seen.push(req)
    currentScope()?.page?.tags.add('a project')
    res.writeHead(status, { 'content-type': 'text/html', 'cache-control': 's-maxage=300' })
    res.end(status === 200 ? PAGE : 'BACKEND;503')
  })
  await site.ask(HOME)
  status = 500
  site.clock.now += 700_000
  expect(await statusOf(HOME)).toBe('keystrip; fwd=stale; fwd-status=503; ttl=-400')
  // The next attempt is made five seconds later.
  expect(await statusOf(HOME)).toBe('keystrip; hit; ttl=-400')
  expect(seen).toHaveLength(2)
  expireTags(['a project'])
  const purged = await site.ask(HOME)
  expect(purged).toMatchObject({ status: 503, text: '<p lang="en">page of 503</p>' })
})

it('renders again the pages that a write purges, and no others', async () => {
  seen = []
  site = await startSite((req, res) => {
    seen.push(req)
    currentScope()?.page?.tags.add(req.url === HOME ? 'x' : 'y')
    res.writeHead(200, { 'content-type': 'text/html', 'cache-control': 's-maxage=300' })
    res.end(PAGE)
  })
  await site.ask(HOME)
  await site.ask(LIST)
  expireTags(['x'])
  await site.ask(HOME)
  await site.ask(LIST)
  expect(seen.map(({ url }) => url)).toEqual([HOME, LIST, HOME])
})

/** A page whose text is a number that goes up with each change. */
async function changingPages() {
  let text = 0
  await pages({ body: () => `${PAGE}${text}` })
  return {
    change(isSoft: boolean) {
      text += 1
      expireTags(['a tag'], { isSoft })
    },
    seesChange: async (headers: Record<string, string> = {}) =>
      (await site.ask(HOME, { headers })).text === `${PAGE}${text}`,
  }
}

it('sends a page that a change has outdated for at most two seconds from its render', async () => {
  const { change, seesChange } = await changingPages()
  await site.ask(HOME)
  site.clock.now += 500
  change(true)
  expect(await seesChange()).toBe(false)
  expect(await statusOf(HOME)).toMatch(/^keystrip; hit/)
  expect(seen, 'rendered at most once a second').toHaveLength(1)
  site.clock.now += 1_500
  expect(await seesChange()).toBe(true)
})

it('renders an outdated page again while it is sent, in the second second', async () => {
  const { change, seesChange } = await changingPages()
  await site.ask(HOME)
  site.clock.now += 1_200
  change(true)
  expect(await seesChange()).toBe(false)
  await waitFor(async () => expect(await seesChange()).toBe(true))
  expect(seen).toHaveLength(2)
})

it('renders an outdated page for the next request where all slots were taken before', async () => {
  let text = PAGE
  let held: Promise<void> | undefined
  const slot = Promise.withResolvers<void>()
  const renders = createRenders({ max: 1, queueMax: 2, waitMs: 10_000 })
  await pages({ body: () => text, isReady: async () => held }, { renders })
  await site.ask(HOME)
  held = slot.promise
  const other = site.ask(LIST)
  await waitFor(() => expect(seen).toHaveLength(2))
  text = `${PAGE}!`
  expireTags(['a tag'], { isSoft: true })
  site.clock.now += 1_200
  expect((await site.ask(HOME)).text).toBe(PAGE)
  slot.resolve()
  await other
  site.clock.now += 1_000
  expect((await site.ask(HOME)).text).toBe(text)
})

it('shows a change at once to the browser that made it, and to those that follow', async () => {
  const { change, seesChange } = await changingPages()
  await site.ask(HOME)
  change(true)
  expect(await seesChange({ cookie: 'theme=dark' })).toBe(false)
  expect(await seesChange({ cookie: 'theme=dark; fresh=1' })).toBe(true)
  expect(await seesChange()).toBe(true)
  expect(await seesChange({ cookie: 'fresh=1' })).toBe(true)
  expect(seen).toHaveLength(2)
})

it('never sends again what may show something that was taken away', async () => {
  const { change, seesChange } = await changingPages()
  await site.ask(HOME)
  change(true)
  expect(await seesChange()).toBe(false)
  change(false)
  expect(await seesChange()).toBe(true)
})

it('sends an outdated page where its new render fails, until something in it is taken away', async () => {
  let status = 200
  seen = []
  site = await startSite((req, res) => {
    seen.push(req)
    currentScope()?.page?.tags.add('a tag')
    res.writeHead(status, { 'content-type': 'text/html' })
    res.end(status === 200 ? PAGE : 'BACKEND;503')
  })
  await site.ask(HOME)
  status = 500
  site.clock.now += 3_000
  expireTags(['a tag'], { isSoft: true })
  expect((await site.ask(HOME)).text).toBe(PAGE)
  expireTags(['a tag'])
  expect((await site.ask(HOME)).status).toBe(503)
})

it('renders at most once a second under a flood of changes, and never starves those who wait', async () => {
  const { change } = await changingPages()
  await site.ask(HOME)
  for (let at = 0; at < 100; at += 1) {
    site.clock.now += 10
    change(true)
    await site.ask(HOME)
  }
  expect(seen.length).toBeLessThanOrEqual(2)
})

it('does not store a page that was purged while it was rendered', async () => {
  await pages({
    body: () => {
      if (seen.length === 1) expireTags(['a tag'])
      return PAGE
    },
  })
  await site.ask(HOME)
  await site.ask(HOME)
  expect(seen).toHaveLength(2)
  await site.ask(HOME)
  expect(seen).toHaveLength(2)
})

it.each([true, false])(
  'forbids caches in front to store a page that was outdated while it was rendered (soft: %s)',
  async (isSoft) => {
    await pages({
      body: () => {
        if (seen.length === 1) expireTags(['a tag'], { isSoft })
        return PAGE
      },
    })
    const cacheControl = async () => (await site.ask(HOME)).headers['cache-control']
    expect(await cacheControl()).toBe('no-store')
    site.clock.now += 2_000
    expect(await cacheControl()).toBe('public, max-age=0, must-revalidate, s-maxage=300')
    expect(await cacheControl()).toBe('public, max-age=0, must-revalidate, s-maxage=300')
  },
)

it('does not share a render that is older than a change with requests that follow the change', async () => {
  let text = 'before'
  const begun: (() => void)[] = []
  await pages({
    body: () => text,
    isReady: () => new Promise<void>((resolve) => begun.push(resolve)),
  })
  const early = site.ask(HOME)
  await waitFor(() => expect(begun).toHaveLength(1))
  expireTags(['a tag'])
  const late = site.ask(HOME)
  // The server has received it when it answers the next request.
  await site.ask('/livez')
  begun[0]?.()
  expect((await early).text).toBe('before')
  await waitFor(() => expect(begun).toHaveLength(2))
  text = 'after'
  begun[1]?.()
  expect((await late).text).toBe('after')
})

it('renders a page once for all who wait, also when the first of them leaves', async () => {
  const begun: (() => void)[] = []
  await pages({ isReady: () => new Promise<void>((resolve) => begun.push(resolve)) })
  const left = site.ask(HOME).catch(() => 'left')
  await waitFor(() => expect(begun).toHaveLength(1))
  site.hangUp()
  expect(await left).toBe('left')
  const waiting = [1, 2, 3].map(() => site.ask(HOME))
  const others = Promise.all(waiting)
  await site.ask('/livez')
  begun[0]?.()
  for (const { text, headers } of await others) {
    expect(text).toBe(PAGE)
    expect(headers['cache-status']).toBe('keystrip; fwd=uri-miss; collapsed; ttl=300')
  }
  expect(seen).toHaveLength(1)
})
