// @module-tag long
import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChangeEffect } from '#lib/contract/change.ts'
import {
  createModel,
  createRandom,
  modelCallSchema,
  partsOfModelPage,
} from '#tests/support/change-model.ts'
import { startPageProcess } from '#tests/support/engines/page-processes.ts'
import { isRedisInstalled, startRedis } from '#tests/support/engines/redis.ts'
import { isVarnishInstalled, startVarnish } from '#tests/support/engines/varnish.ts'
import { freePort } from '#scripts/stack/free-port.ts'
import { answer } from '#tests/support/faulty-backend.ts'
import { waitFor } from '#tests/support/wait.ts'
import { isWhole } from '#tests/support/whole.ts'

/*
 * Random changes by three authors through two web processes, and after each one what pages of both show, compared with a model of the catalogue:
 * with a server that they share, without one, and with Varnish in front.
 */

const WRITES = isWhole ? 3_000 : 300
const LOOKED_AT = 3
vi.setConfig({ testTimeout: 20 * 60_000 })

const stops: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

/** A backend with the answers of a model and its change feed. */
async function startBackend(model: ReturnType<typeof createModel>) {
  const changes: {
    kind: 'icon'
    id: string
    author: string
    is_new: false
    effect: ChangeEffect
  }[] = []
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://backend')
    if (pathname.endsWith('/index/changes')) {
      const after = Number(searchParams.get('after') ?? changes.length)
      const items = changes.slice(after)
      return answer(res, 200, {
        position: changes.length,
        history: 'history-1',
        is_reset: false,
        items,
      })
    }
    const { call, ...input } = Object.fromEntries(searchParams)
    return void res.end(JSON.stringify(model.answers[modelCallSchema.parse(call)](input)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    /** One random change. */
    write() {
      const made = model.write()
      const { id, author, effect } = made
      changes.push({ kind: 'icon', id, author, is_new: false, effect })
      return made
    },
  }
}

async function look(url: string, path: string, isAuthor = false) {
  const headers: Record<string, string> = isAuthor ? { cookie: 'fresh=1' } : {}
  const response = await fetch(url + path, { headers })
  const text = await response.text()
  return partsOfModelPage(response.status === 404 ? '' : text)
}

type Setup = { redis: boolean; varnish: boolean }
const isThere = ({ redis, varnish }: Setup) =>
  (!redis || isRedisInstalled) && (!varnish || isVarnishInstalled())

describe.each<[name: string, Setup]>([
  ['with a server that they share', { redis: true, varnish: false }],
  ['without one', { redis: false, varnish: false }],
  ['with both a server and Varnish in front', { redis: true, varnish: true }],
])('two web processes %s', (_, setup) => {
  it.skipIf(!isThere(setup))(`show ${WRITES} random changes in time`, async () => {
    const random = createRandom()
    const model = createModel(random)
    const backend = await startBackend(model)
    const redis = setup.redis ? await startRedis() : undefined
    if (redis) stops.push(async () => redis.stop())
    const ports = [await freePort(), await freePort()] as const
    const varnish = setup.varnish ? await startVarnish(ports) : undefined
    if (varnish) stops.push(() => varnish.stop())
    const start = async (port: number, everyMs: number) => {
      const settings = { origin: backend, cacheUrl: redis?.url, purgeUrl: varnish?.purgeUrl }
      const one = await startPageProcess({ ...settings, pages: 'model', port, everyMs })
      stops.push(() => one.stop())
      return one
    }
    const [early, late] = [await start(ports[0], 10), await start(ports[1], 40)]
    let ahead = 0

    for (let at = 0; at < WRITES; at += 1) {
      const writer = random(2) === 0 ? early : late
      const all = model.pages()
      const choose = () => all[random(all.length)] ?? ''
      // Renders that are under way while the change is made.
      const before = [early, late].map(({ url }) => look(url, choose()))
      const { effect, id, taken } = backend.write()
      await writer.acknowledge(effect === 'removal' ? 'followed' : 'read')
      const pages = model.pages()
      const own = `/home/iconpack/detail/${id}`
      const looked = [
        own,
        ...Array.from({ length: LOOKED_AT }, () => pages[random(pages.length)] ?? ''),
      ]
      const which = (path: string) => `${path} after change ${at}: ${effect} of ${id}`
      const check = async (path: string, url: string) => {
        const seen = await look(url, path)
        const shown = [seen.own, ...seen.related].join()
        for (const title of taken) expect(shown, which(path)).not.toContain(title)
      }
      // Without a server that they share, the acknowledgement is that of the process of the write.
      const asked = setup.redis ? [early, late] : [writer]
      await Promise.all(
        [...new Set(looked)].map(async (path) => {
          await Promise.all(asked.map(({ url }) => check(path, url)))
          // A cache in front gets its purge at once, after which nothing is answered by it.
          if (varnish) await waitFor(() => check(path, varnish.url), 2_000)
          for (const url of [writer.url, ...(varnish ? [varnish.url] : [])]) {
            const seen = await look(url, path, true)
            expect(seen.own, `${which(path)}, for its author`).toBe(model.expected(path))
          }
        }),
      )
      await Promise.all(before)
      if (at % 10 > 0) continue
      await Promise.all([early, late].map((one) => one.acknowledge('read')))
      ahead += 2_000
      await Promise.all([early, late].map((one) => one.setClock(ahead)))
      const cards = model.cards()
      // One after the other: a process whose renders wait for each other sends outdated pages for longer (decision 184).
      for (const path of pages) {
        await Promise.all(
          [early, late].map(async ({ url }) => {
            const seen = await look(url, path)
            expect(seen.own, `two seconds later, ${which(path)}`).toBe(model.expected(path))
            expect(seen.related.filter((card) => !cards.has(card))).toEqual([])
          }),
        )
      }
    }
  })
})
