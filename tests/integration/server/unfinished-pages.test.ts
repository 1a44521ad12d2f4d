import { afterEach, expect, it } from 'vitest'
import { currentScope, expireTags } from '#lib/cache/state.ts'
import { HOME, PAGE, type PageOptions, startPages } from './stub-pages.ts'
import type { StubSite } from './stub-site.ts'

let site: StubSite
afterEach(() => site.stop())

/** A site whose pages are unfinished for as long as `isBusy`. */
async function start(options: PageOptions = {}) {
  const state = { isBusy: true }
  const isReady = async () => {
    const scope = currentScope()
    if (scope && state.isBusy) scope.isUnfinished = true
  }
  const started = await startPages({ isReady, body: () => `${PAGE}${state.isBusy}`, ...options })
  site = started.site
  return { state, seen: started.seen }
}

it('a page that could not be finished in time is sent and not stored, here or outside', async () => {
  const { state, seen } = await start()
  for (let time = 1; time <= 2; time += 1) {
    const answer = await site.ask(HOME)
    expect(answer).toMatchObject({ status: 200, text: `${PAGE}true` })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(seen).toHaveLength(time)
  }
  state.isBusy = false
  const finished = await site.ask(HOME)
  expect(finished.text).toBe(`${PAGE}false`)
  expect(finished.headers['cache-control']).toContain('s-maxage=300')
  expect((await site.ask(HOME)).headers['cache-status']).toContain('hit')
  expect(seen).toHaveLength(3)
})

it('a stored page is sent in place of a newer one that could not be finished', async () => {
  const lifetime = { 'cache-control': 's-maxage=0' }
  const { state } = await start({ headers: lifetime })
  state.isBusy = false
  await site.ask(HOME)
  state.isBusy = true
  expect((await site.ask(HOME)).text).toBe(`${PAGE}false`)
  expireTags(['a tag'])
  const purged = await site.ask(HOME)
  expect(purged.text).toBe(`${PAGE}true`)
  expect(purged.headers['cache-control']).toBe('no-store')
})

it('a document for programs that could not be finished in time is not stored outside', async () => {
  const headers = { 'content-type': 'application/atom+xml' }
  const { state } = await start({ headers })
  const control = async () => (await site.ask('/feeds/en/all.xml')).headers['cache-control']
  expect(await control()).toBe('no-store')
  state.isBusy = false
  expect(await control()).toContain('s-maxage=300')
})
