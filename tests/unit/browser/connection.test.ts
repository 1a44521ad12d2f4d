import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isRouterNavigation } from '#server/next/router-request.ts'
import { connectionStore, fetchWhenConnected } from '#lib/browser/connection.ts'

const NAVIGATION = { headers: { rsc: '1', 'next-router-state-tree': 'x' } }

/** A network that fails while it is down, and the requests that it got. */
function startNetwork() {
  const sent: string[] = []
  const state = { isDown: true, sent }
  const send = vi.fn<typeof fetch>(async (input, init) => {
    sent.push(`${init?.method ?? 'GET'} ${String(input)}`)
    if (state.isDown) throw new TypeError('Failed to fetch')
    return new Response('')
  })
  return { state, fetch: fetchWhenConnected(send, isRouterNavigation) }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a navigation without a connection waits for it, says so, and is then sent again', async () => {
  const { state, fetch } = startNetwork()
  const list = fetch('/home/plugin?limit=48', NAVIGATION)
  const again = fetch('/home/plugin?sort=name', NAVIGATION)
  await vi.advanceTimersByTimeAsync(4000)
  expect(connectionStore.get()).toBe(false)
  // One trial for both, after 0, 1 and 3 seconds.
  expect(state.sent.filter((one) => one === 'HEAD /icon.svg')).toHaveLength(3)
  state.isDown = false
  dispatchEvent(new Event('online'))
  expect((await list).status).toBe(200)
  expect((await again).status).toBe(200)
  expect(connectionStore.get()).toBe(true)
})

it('a navigation that fails although the server can be reached fails as before', async () => {
  const { state, fetch } = startNetwork()
  const fails = vi.fn<typeof fetch>(async (_, init) => {
    if (init?.method === 'HEAD') return new Response('')
    throw new TypeError('blocked')
  })
  await expect(
    fetchWhenConnected(fails, isRouterNavigation)('/home/plugin', NAVIGATION),
  ).rejects.toThrow('blocked')
  expect(fails).toHaveBeenCalledTimes(3)
  state.isDown = false
  await expect(fetch('/home/plugin', NAVIGATION)).resolves.toMatchObject({ status: 200 })
})

it.each([
  ['a change', { method: 'POST', headers: { 'next-action': 'a' } }],
  ['a page in advance', { headers: { rsc: '1', 'next-router-prefetch': '1' } }],
  ['any other request', {}],
])('%s is never repeated', async (_, init) => {
  const { state, fetch } = startNetwork()
  await expect(fetch('/x', init)).rejects.toThrow('Failed to fetch')
  expect(state.sent).toHaveLength(1)
})
