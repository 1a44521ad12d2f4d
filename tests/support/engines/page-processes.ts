import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { expect } from 'vitest'
import { z } from 'zod'
import { tags } from '#lib/cache/tags.ts'
import { cachePurgedSchema } from '#lib/contract/cache/look.ts'
import { answer } from '#tests/support/faulty-backend.ts'
import { waitFor } from '#tests/support/wait.ts'

const ID = 'the-project'
/** Tags of every page of the origin. */
export const PAGE_TAGS = [tags.catalogue, tags.project('icon', ID)]

/** Where pages get their text from, with a change feed. */
export async function startOrigin() {
  const origin = {
    text: 'first',
    renders: 0,
    position: 10,
    history: 'history-1',
    /** Waits before a render reads the text, and after it. */
    before: async (): Promise<unknown> => undefined,
    after: async (): Promise<unknown> => undefined,
  }
  const changed: number[] = []
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://origin')
    if (url.pathname.endsWith('/index/changes')) {
      const { position, history } = origin
      const after = Number(url.searchParams.get('after') ?? position)
      const items = changed
        .filter((at) => at > after)
        .map(() => ({ kind: 'icon', id: ID, author: 'Ada', is_new: false }))
      return answer(res, 200, { position, history, is_reset: position < after, items })
    }
    return void render()
    async function render() {
      origin.renders += 1
      await origin.before()
      const page = `<!doctype html><p>${origin.text}</p>${'<p>a page</p>'.repeat(200)}`
      await origin.after()
      res.writeHead(200, { 'x-tags': PAGE_TAGS.join(',') }).end(page)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return Object.assign(origin, {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    /** A write: the text and the change that tells of it. */
    change(text: string) {
      origin.text = text
      origin.position += 1
      changed.push(origin.position)
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  })
}
export type PageOrigin = Awaited<ReturnType<typeof startOrigin>>

type Settings = {
  /** Address of the origin. */
  origin: { url: string }
  /** Without it, the process shares nothing. */
  cacheUrl?: string | undefined
  /** Of a cache in front. */
  purgeUrl?: string | undefined
  port?: number
  pages?: 'text' | 'model'
  everyMs?: number
  variant?: string
  /** Of a command to the server, in ms. By default long enough for a busy machine. */
  deadlineMs?: number
}

/** A web process (page-process.ts) that shares pages with others of the same variant. */
export async function startPageProcess({
  origin,
  cacheUrl,
  purgeUrl,
  port: wanted = 0,
  pages = 'text',
  everyMs = 5,
  variant = 'a',
  deadlineMs = 10_000,
}: Settings) {
  const child = fork(path.resolve('tests/support/engines/page-process.ts'), [], {
    env: {
      ...process.env,
      ORIGIN: origin.url,
      ...(cacheUrl !== undefined && { CACHE_URL: cacheUrl }),
      ...(purgeUrl !== undefined && { PURGE_URL: purgeUrl }),
      PAGES: pages,
      PORT: String(wanted),
      SECRET: 'the-secret-of-the-processes-of-a-test',
      EVERY_MS: String(everyMs),
      VARIANT: variant,
      DEADLINE_MS: String(deadlineMs),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [message] = await once(child, 'message')
  const { port } = z.object({ port: z.number() }).parse(message)
  const url = `http://127.0.0.1:${port}`
  const numberAt = async (path: string) => Number(await (await fetch(url + path)).text())
  const position = () => numberAt('/position')
  /** Waits until it has applied a change. */
  const reach = (at: number) =>
    waitFor(async () => expect(await position()).toBeGreaterThanOrEqual(at), {
      interval: 2,
      timeout: 15_000,
    })
  /** Sends a message, and waits until it is carried out. */
  async function order(message: object): Promise<void> {
    child.send(message)
    await once(child, 'message')
  }
  await reach(0)
  return {
    position,
    /** Commands that the server has not answered in time, probes included. */
    failed: () => numberAt('/failed'),
    reach,
    /** The text of a page, and where it comes from. */
    async ask(page = '/home/index') {
      const response = await fetch(url + page)
      const body = await response.text()
      const text = /<p>([^<]*)<\/p>/.exec(body)?.[1]
      return { status: response.status, text, from: response.headers.get('cache-status') ?? '' }
    },
    /** Expires tags like a write that it forwards; a removal is acknowledged when all processes have followed. */
    async expire(expired: readonly string[], { isRemoval = false } = {}) {
      await order({ expire: expired, ...(isRemoval && { until: 'followed' }) })
    },
    /** Waits as the site does before it answers a write: until this process, or all of them, have read the change. */
    acknowledge: (until: 'read' | 'followed') => order({ until }),
    /** Sets how far the clock of its page cache is ahead, in ms. */
    setClock: (ahead: number) => order({ ahead }),
    url,
    port,
    /** Purges a key as an operator does. */
    purge: async (key: string) =>
      cachePurgedSchema.parse(await (await fetch(`${url}/purge${key}`)).json()),
    pause: () => child.kill('SIGSTOP'),
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
export type PageProcess = Awaited<ReturnType<typeof startPageProcess>>
