import { afterEach, describe, expect, it } from 'vitest'
import { purgeCaches } from '#lib/cache/purge.ts'
import { expireTags } from '#lib/cache/state.ts'
import { isVarnishInstalled } from '#tests/support/engines/varnish.ts'
import { startPurgeStub } from '#tests/support/purge-stub.ts'
import { createStubFront } from './stub-front.ts'
import { type StubAnswer, PAGE } from './stub-web.ts'
import { waitFor } from '#tests/support/wait.ts'

/* Purges of deploy/varnish/keystrip.vcl, with a stub in place of the web processes. */

const front = createStubFront()
const { start, startWithGrace, ask, textOf, purge, purgeSoftly } = front
afterEach(front.stop)

describe.skipIf(!isVarnishInstalled())('Varnish', () => {
  it('purges the pages of a tag and no others', async () => {
    const [web] = await start((req) => ({
      headers: { 'surrogate-key': `catalogue ${req.url === PAGE ? 'a b' : 'c'}` },
    }))
    await ask(PAGE)
    await ask('/home/iconpack')
    expect(await (await purge('nothing b')).text()).toBe('1')
    expect(await textOf(PAGE)).toBe('page 3')
    expect(await textOf('/home/iconpack')).toBe('page 2')
    expect(await (await purge('catalogue')).text()).toBe('2')
    await ask('/home/iconpack')
    expect(web.requests).toHaveLength(4)
  })

  it('loses a page that was on its way during its purge with the second purge', async () => {
    const old = Promise.withResolvers<void>()
    const [web] = await start((_, count) => (count === 1 ? old.promise.then(() => ({})) : {}))
    const first = textOf(PAGE)
    await waitFor(() => expect(web.requests).toHaveLength(1))
    const relay = await startPurgeStub(async (_, keys) => (await purge(keys)).status)
    const stopping = new AbortController()
    const failures = { failed: () => undefined, works: () => undefined }
    purgeCaches({ urls: [relay.url], signal: stopping.signal, failures, repeatMs: 1_000 })
    await waitFor(() => expect(relay.purges).toHaveLength(1))
    expireTags(['list:icon'])
    await waitFor(() => expect(relay.purges).toHaveLength(2))
    old.resolve()
    expect(await first).toBe('page 1')
    expect(await textOf(PAGE), 'the race').toBe('page 1')
    await waitFor(async () => expect(await textOf(PAGE)).toBe('page 2'), 5_000)
    stopping.abort()
    await relay.stop()
  })

  it('sends a page that was purged softly while a new one is fetched', async () => {
    const open = Promise.withResolvers<void>()
    const web = await startWithGrace('60s', (_, count) =>
      count === 2 ? open.promise.then(() => ({})) : {},
    )
    await ask(PAGE)
    expect(await (await purgeSoftly('list:icon')).text()).toBe('1')
    expect(await textOf(PAGE)).toBe('page 1')
    await waitFor(() => expect(web.requests).toHaveLength(2))
    expect(await textOf(PAGE)).toBe('page 1')
    open.resolve()
    await waitFor(async () => expect(await textOf(PAGE)).toBe('page 2'))
  })

  it('waits for the new page once the second after a soft purge is over', async () => {
    await startWithGrace('0s')
    await ask(PAGE)
    await purgeSoftly('list:icon')
    expect(await textOf(PAGE)).toBe('page 2')
  })

  it('keeps a page that was purged softly while the site sends the old one, which may not be held', async () => {
    const headers = { 'cache-control': 'no-store', 'surrogate-key': 'list:icon' }
    const web = await startWithGrace('60s', (_, count) =>
      count < 4 && count > 1 ? { headers } : {},
    )
    await ask(PAGE)
    await purgeSoftly('list:icon')
    const seen = new Set<string>()
    await waitFor(async () => {
      const text = await textOf(PAGE)
      seen.add(text)
      expect(text).toBe('page 4')
    }, 10_000)
    expect(seen).toEqual(new Set(['page 1', 'page 4']))
    expect(web.requests).toHaveLength(4)
  })

  it('sends a page that was purged softly where the site fails, and none that was purged hard', async () => {
    let isBroken = false
    await startWithGrace('0s', (): StubAnswer => (isBroken ? { status: 500 } : {}))
    await ask(PAGE)
    isBroken = true
    await purgeSoftly('list:icon')
    expect(await ask(PAGE)).toMatchObject({ status: 200, text: 'page 1' })
    // It is stale already.
    expect(await (await purge('list:icon')).text()).toBe('1')
    expect((await ask(PAGE)).status).toBe(500)
  })
})
