import { afterEach, beforeEach, expect, it } from 'vitest'
import { expireTags } from '#lib/cache/state.ts'
import { REVALIDATE_S } from '#lib/config.ts'
import { createRenders } from '#server/renders.ts'
import { HOME, LIST, PAGE, startPages } from './stub-pages.ts'
import type { StubSite } from './stub-site.ts'
import { waitFor } from '#tests/support/wait.ts'

const LIFETIME_MS = REVALIDATE_S * 1000

let site: StubSite
let text = PAGE
let addresses: () => (string | undefined)[]
let renders: ReturnType<typeof createRenders>
let held = Promise.withResolvers<void>()
let isHeld = false
beforeEach(async () => {
  text = PAGE
  isHeld = false
  renders = createRenders({ max: 1, queueMax: 5, waitMs: 60_000 })
  const isReady = async () => isHeld && held.promise
  const { site: started, seen } = await startPages({ body: () => text, isReady }, { renders })
  site = started
  addresses = () => seen.map(({ url }) => url)
  await site.ask(HOME)
  await site.ask(LIST)
})
afterEach(async () => {
  held.resolve()
  await site.stop()
})

/** Two renders of other pages, of which one waits for the other. @returns what ends both. */
async function block() {
  held = Promise.withResolvers<void>()
  isHeld = true
  const others = ['/home/plugin', '/home/profile'].map((path) => site.ask(path))
  await waitFor(() => expect(renders.usage()).toEqual({ busy: 1, waiting: 1 }))
  return async () => {
    isHeld = false
    held.resolve()
    await Promise.all(others)
  }
}
function change(isSoft: boolean) {
  text += '!'
  expireTags(['a tag'], { isSoft })
}
const sent = async (path = HOME, headers = {}) => (await site.ask(path, { headers })).text

it('an outdated page is sent during its lifetime while renders wait for each other, and rendered after them', async () => {
  const end = await block()
  change(true)
  site.clock.now += LIFETIME_MS - 1
  expect([await sent(HOME), await sent(LIST)]).toEqual([PAGE, PAGE])
  expect(addresses(), 'nothing is rendered meanwhile').toHaveLength(3)
  await end()
  await waitFor(async () => expect(await sent(HOME)).toBe(text))
  await waitFor(async () => expect(await sent(LIST)).toBe(text))
})

it('a visitor waits for an outdated page past its lifetime, although renders wait', async () => {
  const end = await block()
  change(true)
  site.clock.now += LIFETIME_MS
  const waiting = sent()
  await waitFor(() => expect(renders.usage().waiting).toBe(2))
  await end()
  expect(await waiting).toBe(text)
})

it('a visitor waits where no render does', async () => {
  change(true)
  site.clock.now += 2_000
  expect(await sent()).toBe(text)
})

it('what was taken away is never sent, nor an outdated page to the author of the change', async () => {
  const end = await block()
  change(true)
  site.clock.now += 5_000
  const ofAuthor = sent(HOME, { cookie: 'fresh=1' })
  await waitFor(() => expect(renders.usage().waiting).toBe(2))
  change(false)
  const ofOther = sent(LIST)
  await waitFor(() => expect(renders.usage().waiting).toBe(3))
  await end()
  expect([await ofAuthor, await ofOther]).toEqual([text, text])
})

it('an outdated page is sent while three other pages are rendered', async () => {
  await site.stop()
  renders = createRenders()
  const isReady = async () => isHeld && held.promise
  const { site: started } = await startPages({ body: () => text, isReady }, { renders })
  site = started
  await site.ask(HOME)
  held = Promise.withResolvers<void>()
  isHeld = true
  const others = ['/home/plugin', '/home/profile', LIST].map((path) => site.ask(path))
  await waitFor(() => expect(renders.usage()).toEqual({ busy: 3, waiting: 0 }))
  change(true)
  site.clock.now += 5_000
  expect(await sent()).toBe(PAGE)
  isHeld = false
  held.resolve()
  await Promise.all(others)
})
