import { createServer } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { askReady } from '#scripts/operator/ask-ready.ts'
import { onLoopback } from '#tests/support/on-loopback.ts'

let close = async () => {}
afterEach(() => close())

/** A site whose `/readyz` gives these states one after the other, and then the last of them. */
async function siteWith(...states: Record<string, string>[]) {
  let asked = 0
  const server = createServer((_, response) => {
    const checks = states[Math.min(asked, states.length - 1)]
    asked += 1
    response.end(JSON.stringify({ status: 'ready', checks }))
  })
  const { url, stop } = await onLoopback(server)
  close = stop
  return {
    webUrl: url,
    secret: 'made-up',
    asked: () => asked,
  }
}

it('a part that was not checked is waited for', async () => {
  const site = await siteWith({ mail: 'unknown' }, { mail: 'unknown' }, { mail: 'failing' })
  const { states, unchecked } = await askReady(site, { pauseMs: 1 })
  expect({ states, unchecked }).toEqual({ states: [['mail', 'failing']], unchecked: [] })
  expect(site.asked()).toBe(3)
})

it('a part that is not checked in time is named', async () => {
  const site = await siteWith({ database: 'ok', mail: 'unknown' })
  const { unchecked } = await askReady(site, { waitMs: 0 })
  expect(unchecked).toEqual(['mail'])
})

it('a backup is not waited for: before the first one its state is unknown', async () => {
  const site = await siteWith({ backup: 'unknown', mail: 'ok' })
  const { unchecked, at } = await askReady(site)
  expect(unchecked).toEqual([])
  expect(site.asked()).toBe(1)
  expect(at).not.toBeNaN()
})

it('a site that does not answer has no states', async () => {
  const site = await siteWith({})
  await close()
  expect(await askReady(site)).toEqual({ states: null, unchecked: [], notices: [], at: NaN })
})
