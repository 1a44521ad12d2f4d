// @module-tag long
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  PAGE_TAGS,
  type PageOrigin,
  type PageProcess,
  startOrigin,
  startPageProcess,
} from '#tests/support/engines/page-processes.ts'
import { isRedisInstalled, startRedis, type TestRedis } from '#tests/support/engines/redis.ts'
import { isWhole } from '#tests/support/whole.ts'
import { waitFor } from '#tests/support/wait.ts'

const ROUNDS = isWhole ? 100 : 30

vi.setConfig({ testTimeout: 60_000 })
describe.skipIf(!isRedisInstalled)('two web processes with one Redis server', () => {
  let redis: TestRedis
  let origin: PageOrigin
  /** One of them hears of changes late, and goes on storing what it read before. */
  let early: PageProcess
  let late: PageProcess
  const others: PageProcess[] = []
  beforeAll(async () => {
    redis = await startRedis()
    origin = await startOrigin()
    const settings = { origin, cacheUrl: redis.url }
    early = await startPageProcess({ ...settings, everyMs: 10 })
    late = await startPageProcess({ ...settings, everyMs: 40 })
  })
  beforeEach(async () => {
    await redis.ask('FLUSHALL')
    origin.after = async () => undefined
    origin.change('first')
    await reached()
    origin.renders = 0
  })
  afterEach(async () => {
    redis.resume()
    await Promise.all(others.splice(0).map((one) => one.stop()))
  })
  afterAll(async () => {
    await Promise.all([early, late].map((one) => one.stop()))
    origin.stop()
    await redis.stop()
  })

  async function start(said: Partial<Parameters<typeof startPageProcess>[0]> = {}) {
    const one = await startPageProcess({ origin, cacheUrl: redis.url, ...said })
    others.push(one)
    return one
  }
  const reached = () => Promise.all([early, late].map((one) => one.reach(origin.position)))
  /** Waits for as many entries, the newest position and no lock. @returns the keys of the entries. */
  const stored = (entries = 1) =>
    waitFor(async () => {
      const all = (await redis.ask('KEYS', '*')).split('\n')
      const keys = all.filter((key) => !key.includes(':followers:'))
      expect(keys).toHaveLength(entries + 1)
      return keys.filter((key) => !key.endsWith(':newest'))
    })

  it('render a page once, and a process that starts later does not render it', async () => {
    await early.ask()
    const [key = ''] = await stored()
    expect(Number(await redis.ask('PTTL', key))).toBeGreaterThan(0)
    expect(await late.ask()).toMatchObject({ status: 200, text: 'first' })
    expect((await (await start()).ask()).text).toBe('first')
    expect(origin.renders).toBe(1)
  })

  it('draw a share card once', async () => {
    await early.ask('/cards/en/home.jpg')
    await stored()
    expect(await late.ask('/cards/en/home.jpg')).toMatchObject({ status: 200, text: 'first' })
    expect(origin.renders).toBe(1)
  })

  it('render a page once when both are asked at the same time', async () => {
    origin.after = () => wait(150)
    const answers = await Promise.all([early, late, early, late].map((each) => each.ask()))
    expect(answers.map(({ text }) => text)).toEqual(['first', 'first', 'first', 'first'])
    expect(origin.renders).toBe(1)
  })

  it('lose a key that an operator purges in one of them, and each counts the others', async () => {
    await early.ask()
    await stored()
    const purged = await early.purge('/home/index')
    expect(purged).toMatchObject({ keys: 1, process: { others: 1 } })
    expect((await early.ask()).text).toBe('first')
    expect(origin.renders).toBe(2)
  })

  it('share nothing with another build or configuration', async () => {
    await early.ask()
    await stored()
    await (await start({ variant: 'b' })).ask()
    expect(origin.renders).toBe(2)
  })

  it('show no page from before a change that they have read, in many races', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = [late.ask(), early.ask()]
      if (round % 3 === 0) await Promise.all(before)
      const text = `round ${round}`
      origin.change(text)
      if (round % 2 === 0) {
        // A write through the late one: its own visitor reads it back at once.
        await late.expire(PAGE_TAGS)
        expect((await late.ask()).text, `the writer, ${text}`).toBe(text)
      }
      const hidden = late.ask()
      await early.reach(origin.position)
      expect((await early.ask()).text, text).toBe(text)
      await Promise.all([...before, hidden])
    }
    expect(origin.renders).toBeGreaterThan(ROUNDS)
  })

  it('show nothing that was taken away before its removal is acknowledged, in many rounds', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [writer, reader] = round % 2 === 0 ? [early, late] : [late, early]
      await reader.ask()
      const text = `after removal ${round}`
      origin.change(text)
      await writer.expire(PAGE_TAGS, { isRemoval: true })
      expect((await reader.ask()).text).toBe(text)
      expect((await writer.ask()).text).toBe(text)
    }
  })

  it('acknowledge a removal though another process hangs, or the server does', async () => {
    const hanging = await start()
    await hanging.ask()
    hanging.pause()
    origin.change('without the hanging one')
    await early.expire(PAGE_TAGS, { isRemoval: true })
    expect((await late.ask()).text).toBe('without the hanging one')
    redis.pause()
    origin.change('without the server')
    await early.expire(PAGE_TAGS, { isRemoval: true })
    expect((await early.ask()).text).toBe('without the server')
  })

  it('use nothing from before a change that came while no process ran', async () => {
    const one = await startPageProcess({ origin, cacheUrl: redis.url, variant: 'b' })
    await one.ask()
    await stored()
    await one.stop()
    origin.change('new')
    expect((await (await start({ variant: 'b' })).ask()).text).toBe('new')
  })

  it('ignore broken and foreign values', async () => {
    const run = (script: string, ...keys: string[]) =>
      redis.ask('EVAL', script, String(keys.length), ...keys)
    const broken = [
      `return redis.call('SET', KEYS[1], '')`,
      `return redis.call('SET', KEYS[1], string.rep('a', 40))`,
      `return redis.call('SET', KEYS[1], string.rep('\\255', 2000))`,
      `redis.call('DEL', KEYS[1]) return redis.call('RPUSH', KEYS[1], 'a list')`,
      // A word in the genuine entry.
      `return redis.call('SET', KEYS[1], (string.gsub(redis.call('GET', KEYS[1]), 'text/html', 'text/htmx')))`,
      // The end of the genuine entry is missing.
      `return redis.call('SET', KEYS[1], string.sub(redis.call('GET', KEYS[1]), 1, -2))`,
    ]
    for (const [at, script] of broken.entries()) {
      await redis.ask('FLUSHALL')
      origin.renders = 0
      await early.ask(`/home/author/${at}`)
      const [key = ''] = await stored()
      await run(script, key)
      expect(await late.ask(`/home/author/${at}`), script).toMatchObject({
        status: 200,
        text: 'first',
      })
      expect(origin.renders, script).toBe(2)
    }
    // The genuine entry of another page.
    await redis.ask('FLUSHALL')
    await early.ask('/home/author/one')
    const [one = ''] = await stored()
    await early.ask('/home/author/two')
    const [two = ''] = (await stored(2)).filter((key) => key !== one)
    await run(`return redis.call('SET', KEYS[2], redis.call('GET', KEYS[1]))`, one, two)
    origin.renders = 0
    await late.ask('/home/author/two')
    expect(origin.renders).toBe(1)
  })

  it('go on after FLUSHALL, and when the holder of a lock was killed', async () => {
    await early.ask()
    await stored()
    await redis.ask('FLUSHALL')
    expect((await late.ask()).text).toBe('first')
    expect(origin.renders).toBe(2)
    const holder = await start()
    let isHeld = true
    origin.after = () => (isHeld ? new Promise(() => undefined) : Promise.resolve())
    const lost = holder.ask('/home/faq').catch(() => 'lost')
    await waitFor(() => expect(origin.renders).toBe(3))
    await others.pop()?.stop()
    isHeld = false
    // Within the deadline of a page.
    expect(await late.ask('/home/faq')).toMatchObject({ status: 200, text: 'first' })
    expect(await lost).toBe('lost')
  })

  it('answer in the usual time while the server hangs, and share again afterwards', async () => {
    const [one, two] = [await start({ deadlineMs: 2_000 }), await start()]
    // Without the server the first one renders without a lock, and so does the second one.
    const share = () =>
      waitFor(async () => {
        origin.change('shared')
        await Promise.all([one, two].map((each) => each.reach(origin.position)))
        origin.renders = 0
        expect(await one.ask()).toMatchObject({ text: 'shared' })
        expect(await two.ask()).toMatchObject({ text: 'shared' })
        expect(origin.renders).toBe(1)
      })
    await share()
    await stored()
    redis.pause()
    const [before, began] = [await one.failed(), performance.now()]
    for (const page of ['/home/index', '/home/faq', '/home/iconpack', '/home/plugin']) {
      expect(await one.ask(page)).toMatchObject({ status: 200 })
    }
    // Two commands at once wait for their deadline. After that there is one probe per second.
    const probes = Math.ceil((performance.now() - began) / 1_000)
    const failed = (await one.failed()) - before
    expect(failed).toBeGreaterThan(0)
    expect(failed).toBeLessThanOrEqual(2 + probes)
    redis.resume()
    await share()
  })

  // The last ones: histories do not come back.
  it('use nothing that was made before the history was replaced', async () => {
    await early.ask()
    await stored()
    const old = origin.position
    // A restored backup: positions begin again, and pass the one that the entry was made at.
    Object.assign(origin, { position: 5, text: 'restored' })
    await waitFor(async () => expect(await late.position()).toBe(5))
    while (origin.position <= old) origin.change('restored')
    await late.reach(origin.position)
    expect((await late.ask()).text).toBe('restored')
  })

  it('use nothing of an older history that ended while no process ran', async () => {
    const settings = { origin, cacheUrl: redis.url, variant: 'c' }
    const one = await startPageProcess(settings)
    await one.ask()
    await stored()
    await one.stop()
    origin.position -= 2
    const two = await start({ variant: 'c' })
    origin.change('restored')
    origin.change('restored')
    origin.change('restored')
    await two.reach(origin.position)
    expect((await two.ask()).text).toBe('restored')
  })

  it('use nothing of another database', async () => {
    await (await start({ variant: 'd' })).ask()
    await stored()
    Object.assign(origin, { history: 'history-2', text: 'of another database' })
    expect((await (await start({ variant: 'd' })).ask()).text).toBe('of another database')
  })
})
