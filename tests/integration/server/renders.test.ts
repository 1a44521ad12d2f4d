import type { ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { createRenders } from '#server/renders.ts'
import { type StubSite, startSite } from './stub-site.ts'
import { waitFor } from '#tests/support/wait.ts'

let site: StubSite
afterEach(() => site.stop())

/** Starts a site whose pages wait for the test. @returns their responses, in order. */
async function startHeldSite(renders: ReturnType<typeof createRenders>): Promise<ServerResponse[]> {
  const held: ServerResponse[] = []
  const next = (_req: unknown, res: ServerResponse) => {
    held.push(res)
    return new Promise<void>((resolve) => res.once('close', resolve))
  }
  site = await startSite(next, { renders })
  return held
}

it('limits concurrent renders and answers 503 at once when the queue is full', async () => {
  const renders = createRenders({ max: 2, queueMax: 2, waitMs: 10_000 })
  const rendering: ServerResponse[] = []
  let maximum = 0
  const next = (_req: unknown, res: ServerResponse) => {
    rendering.push(res)
    maximum = Math.max(maximum, rendering.length)
    return new Promise<void>((resolve) => res.once('close', resolve))
  }
  site = await startSite(next, { renders })
  const requests = Array.from({ length: 4 }, (_, index) => site.ask(`/fr/home/search?q=${index}`))
  await waitFor(() => expect(renders.usage()).toEqual({ busy: 2, waiting: 2 }))
  const refused = await site.ask('/home/search?q=more')
  expect(refused.status).toBe(503)
  expect(refused.headers['retry-after']).toBe('5')
  expect(refused.text).toContain('page of 503')
  while (renders.usage().busy > 0) {
    await waitFor(() => expect(rendering.length).toBeGreaterThan(0))
    rendering.shift()?.end('a page')
  }
  expect((await Promise.all(requests)).map(({ text }) => text)).toEqual(Array(4).fill('a page'))
  expect(maximum).toBe(2)
  expect(renders.usage()).toEqual({ busy: 0, waiting: 0 })
})

it('limits renders of public pages that the page cache cannot answer', async () => {
  const renders = createRenders({ max: 1, queueMax: 0, waitMs: 10_000 })
  const held = await startHeldSite(renders)
  const unknown = { rsc: '1', 'next-router-prefetch': 'unknown' }
  const first = site.ask('/home/iconpack', { headers: unknown })
  await waitFor(() => expect(held).toHaveLength(1))
  const second = await site.ask('/fr/home/plugin', { headers: unknown })
  expect(second.status).toBe(503)
  held[0]?.end('a page')
  expect((await first).text).toBe('a page')
})

it('releases the slot when the response begins, however slowly the client reads', async () => {
  const renders = createRenders({ max: 1, queueMax: 0, waitMs: 10_000 })
  let sending: ServerResponse | undefined
  site = await startSite(
    (req, res) => {
      if (!req.url?.includes('slow')) return void res.end('quick')
      res.writeHead(200, { 'content-type': 'text/html' })
      res.write('<p>a part')
      sending = res
      return new Promise<void>((resolve) => res.once('close', resolve))
    },
    { renders },
  )
  const slow = site.ask('/home/search?q=slow')
  await waitFor(() => expect(sending).toBeDefined())
  expect((await site.ask('/home/search?q=quick')).text).toBe('quick')
  sending?.end()
  expect((await slow).text).toBe('<p>a part')
})

it('removes a waiting request from the queue when its client disconnects', async () => {
  const renders = createRenders({ max: 1, queueMax: 5, waitMs: 10_000 })
  const held = await startHeldSite(renders)
  const first = site.ask('/home/search')
  await waitFor(() => expect(held).toHaveLength(1))
  const left = site.raw('GET /home/search?q=left HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  await waitFor(() => expect(renders.usage().waiting).toBe(1))
  const ended = Promise.allSettled([first, left])
  site.hangUp()
  await waitFor(() => expect(renders.usage().waiting).toBe(0))
  await ended
  held[0]?.end()
})
