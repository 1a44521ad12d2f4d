import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { JUST_CHANGED } from '#lib/cache/just-changed.ts'
import { expireTags } from '#lib/cache/state.ts'
import { tagsOfChange } from '#lib/cache/tags.ts'
import { API_MAX_BYTES } from '#server/page-cache.ts'
import { answer, FAULTS } from '#tests/support/faulty-backend.ts'
import { type Api, HIT, LIST, startApi } from './stub-api.ts'
import { waitFor } from '#tests/support/wait.ts'

/* Kept answers of the API, and the changes after which they are not sent. */

let site: Api
beforeEach(async () => {
  site = await startApi()
})
afterEach(() => site.stop())

describe('a kept answer', () => {
  it.each([
    ['removal', '/icon/list'],
    ['removal', '/icon/a'],
    ['removal', '/index/popular'],
    ['removal', '/icon/list?author=Ada'],
    ['removal', '/icon/b/related'],
    ['card', '/icon/list'],
    ['membership', '/icon/list'],
    ['content', '/icon/a'],
  ] as const)('is not sent after a %s of one of its projects: %s', async (effect, path) => {
    const address = `/api/v1${path}`
    await site.ask(address)
    site.state.ids = ['b']
    const change = tagsOfChange({ kind: 'icon', id: 'a', author: 'Ada', effect })
    expireTags(change.tags, change)
    const { text, headers } = await site.ask(address)
    expect(JSON.parse(text)).toMatchObject({ data: { items: [{ id: 'b' }] } })
    expect(headers['cache-status']).toMatch(/fwd=uri-miss/)
    expect(site.backend.requests).toHaveLength(2)
  })

  it('stays after a change of another project', async () => {
    await site.ask(LIST)
    const change = tagsOfChange({ kind: 'icon', id: 'z', author: 'Grace', effect: 'content' })
    expireTags(change.tags, change)
    expect(await site.statusOf(LIST)).toMatch(HIT)
  })

  it('that was on its way during a removal is neither kept nor given to those who ask afterwards', async () => {
    const held = site.hold()
    const before = site.ask(LIST)
    await waitFor(() => expect(held).toHaveLength(1))
    site.state.ids = ['b']
    const removal = tagsOfChange({ kind: 'icon', id: 'a', author: 'Ada' })
    expireTags(removal.tags, removal)
    const after = site.ask(LIST)
    await waitFor(() => expect(held).toHaveLength(2))
    held[1]?.()
    expect((await after).text).not.toContain('"id":"a"')
    held[0]?.()
    expect((await before).headers['cache-control']).toBe('no-store')
    expect((await site.ask(LIST)).text).not.toContain('"id":"a"')
    expect(site.backend.requests).toHaveLength(2)
  })

  it('ends with its lifetime', async () => {
    await site.ask(LIST)
    site.state.now += 299_000
    expect(await site.statusOf(LIST)).toBe('keystrip; hit; ttl=1')
    site.state.now += 2_000
    expect(await site.statusOf(LIST)).not.toMatch(HIT)
    expect(site.backend.requests).toHaveLength(2)
  })

  it('is not sent to a browser that has just changed something', async () => {
    await site.ask(LIST)
    const { name, value } = JUST_CHANGED
    const cookie = `${name}=${value}`
    expect(await site.statusOf(LIST, { cookie })).toBeUndefined()
    expect(await site.statusOf(LIST, { cookie })).toBeUndefined()
    expect(site.backend.requests).toHaveLength(3)
  })

  it('is not used while changes may be unknown, so that a backend that is away is an error', async () => {
    await site.ask(LIST)
    site.state.age = 2_001
    site.backend.behave(FAULTS.resets)
    const { status, text } = await site.ask(LIST)
    expect([status, JSON.parse(text)]).toMatchObject([503, { code: 503, data: null }])
    site.state.age = 2_000
    expect(await site.statusOf(LIST)).toMatch(HIT)
  })

  it('counts in the limit of a network, which it names, and beyond which it is refused', async () => {
    await site.stop()
    site = await startApi({ factor: 1 / 400 })
    const left: unknown[] = []
    for (let asks = 0; asks < 3; asks += 1) {
      left.push(/r=(\d+)/.exec(String((await site.ask(LIST)).headers['ratelimit']))?.[1])
    }
    expect(left).toEqual(['2', '1', '0'])
    const refused = await site.ask(LIST)
    expect(refused.status).toBe(429)
    expect(refused.headers).toMatchObject({
      ratelimit: expect.stringMatching(/^"calls";r=0;t=\d+$/),
      'retry-after': expect.stringMatching(/^\d+$/),
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(JSON.parse(refused.text)).toMatchObject({ code: 429, reason: 'too_many', data: null })
  })

  it('takes no more than its part of the memory, whatever is asked for', async () => {
    site.backend.behave((_, res) => {
      const items = [{ kind: 'icon', id: 'a', title: 'x'.repeat(500_000) }]
      answer(res, 200, { items, total: 1, next: null })
    })
    for (let at = 0; at < 12; at += 1) await site.ask(`${LIST}?minimum_version=1.0.${at}`)
    expect(site.answers.bytes()).toBeLessThanOrEqual(API_MAX_BYTES)
    expect(site.answers.size()).toBeGreaterThan(5)
    expect(await site.statusOf(`${LIST}?minimum_version=1.0.11`)).toMatch(HIT)
  })
})
