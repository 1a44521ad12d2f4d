// @module-tag long
import { open } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { startFaultyPublishing } from '#tests/support/cli-project.ts'
import { failureOf, jsonOf, runCli } from '#tests/support/cli.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { answer, FAULTS, forwardTo, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { waitFor } from '#tests/support/wait.ts'

const { site, front, folder, titleOf, publish } = await startFaultyPublishing()
const countProjects = () => site.backend.db.$count(sql`projects where title = ${titleOf()}`)
/** The waits before repeated requests, without those for the processing of drawings. */
const retryWaits = ({ waits }: { waits: number[] }) => waits.filter((ms) => !POLLS.has(ms))
const POLLS = new Set([250, 500, 1000, 2000, 4000, 5000])

const cut: RequestListener = (_, res) => void res.socket?.resetAndDestroy()
/** Behaves as the test sets it for the first requests of a call, and like the site for all others. */
function behaveFor(method: string, address: string, first: RequestListener[]) {
  const others = forwardTo(site.url)
  const waiting = [...first]
  front.behave((req, res) => {
    const isMeant = req.method === method && req.url === `/api/v1${address}`
    const next = isMeant ? waiting.shift() : undefined
    if (next) next(req, res)
    else others(req, res)
  })
}

describe('a site that answers with something else', () => {
  it.each([
    ['html', 'bad_answer', 2],
    ['no envelope', 'bad_answer', 2],
    ['50 MB', 'bad_answer', 1],
    ['answers 500', 'status_500', 2],
    ['redirects', 'redirected', 2],
  ] as const)('(%s) is left at once, with 5', async (fault, code, requests) => {
    front.behave(FAULTS[fault])
    const ran = await publish()
    expect([...failureOf(ran), ran.waits]).toEqual([5, code, []])
    // The document of the API, and the exchange or the call.
    expect(front.requests).toHaveLength(requests)
  })

  it.each(['cut off', 'reset in mid-body', 'resets'] as const)(
    '(%s) is tried five times, with longer and longer waits',
    async (fault) => {
      front.behave(FAULTS[fault])
      const ran = await publish()
      expect([...failureOf(ran), ran.waits]).toEqual([5, 'unreachable', [750, 1500, 3000, 6000]])
    },
  )

  it('that redirects elsewhere gives no other server the token', async () => {
    const elsewhere = await startFaultyBackend()
    front.behave((_, res) => void res.writeHead(307, { location: `${elsewhere.url}/x` }).end())
    const ran = await publish()
    expect(failureOf(ran)).toEqual([5, 'redirected'])
    expect(jsonOf(ran).error?.message).toContain(elsewhere.url)
    expect(elsewhere.requests).toEqual([])
    await elsewhere.stop()
  })

  it('that repeats the token does not make the command print it', async () => {
    front.behave((req, res) => {
      const message = `Bad ${req.headers.authorization}`
      res.writeHead(403, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ code: 403, message, data: null, reason: 'token_scope' }))
    })
    const ran = await publish()
    expect(failureOf(ran)).toEqual([3, 'token_scope'])
    expect(ran.out).toContain('Bad Bearer ***')
    expect(ran.out + ran.err).not.toContain(site.token)
  })
})

describe('a site that is busy', () => {
  const busy =
    (code: number, headers: Record<string, string> = {}): RequestListener =>
    (_, res) => {
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
      answer(res, code, null)
    }

  it('is asked again after the time that it names', async () => {
    behaveFor('POST', '/file/upload', [busy(429, { 'retry-after': '7' }), busy(503)])
    const ran = await publish()
    expect([ran.exit, retryWaits(ran)]).toEqual([0, [7000, 1500]])
    expect(await countProjects()).toBe(1)
  })

  it('is not waited for longer than two minutes', async () => {
    behaveFor('POST', '/file/upload', [busy(429, { 'retry-after': '3600' })])
    const ran = await publish()
    expect([...failureOf(ran), ran.waits]).toEqual([3, 'status_429', []])
  })

  it.each([400, 401, 403, 404, 409, 413])(
    'and refuses with %i is not asked again',
    async (code) => {
      behaveFor('POST', '/file/upload', [busy(code)])
      const ran = await publish()
      expect([...failureOf(ran), ran.waits]).toEqual([3, `status_${code}`, []])
    },
  )
})

describe('a connection that is cut', () => {
  it('during an upload: the file is sent again', async () => {
    behaveFor('POST', '/file/upload', [cut, cut])
    const ran = await publish()
    expect([ran.exit, retryWaits(ran)]).toEqual([0, [750, 1500]])
    expect(await countProjects()).toBe(1)
  })

  it('after the publication: it is repeated with its key, and one project is published', async () => {
    const loseAnswer: RequestListener = (req, res) => {
      // The site takes the request; its answer is lost.
      res.writeHead = () => (cut(req, res), res)
      forwardTo(site.url)(req, res)
    }
    behaveFor('POST', '/icon', [loseAnswer])
    const ran = await publish()
    expect([ran.exit, retryWaits(ran)]).toEqual([0, [750]])
    const keys = front.requests
      .filter(({ method, url }) => method === 'POST' && url === '/api/v1/icon')
      .map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect(await countProjects()).toBe(1)
  })

  it('for good after the publication: the next run finds that it is done', async () => {
    const lost: RequestListener = (req, res) => {
      res.writeHead = () => (cut(req, res), res)
      forwardTo(site.url)(req, res)
    }
    behaveFor('POST', '/icon', [lost, lost, lost, lost, lost])
    expect(failureOf(await publish())).toEqual([5, 'unreachable'])
    const again = await publish()
    expect([again.exit, jsonOf(again)['repeated']]).toEqual([0, true])
    expect(await countProjects()).toBe(1)
  })
})

describe('a file', () => {
  const MB = 1024 * 1024
  /** Writes other bytes over the last megabyte. */
  async function replaceEnd(file: string) {
    const handle = await open(file, 'r+')
    await handle.write(Buffer.alloc(MB, 'x'), 0, MB, 15 * MB)
    await handle.close()
  }

  it('that changes while it is sent is not published', async () => {
    await folder.write('pack.iconpack', buildStandardFile('icon', 16 * MB))
    const others = forwardTo(site.url)
    front.behave((req, res) => {
      if (req.method !== 'POST') return others(req, res)
      // Nothing is read of the upload until the file has changed, and its size has not.
      const file = path.join(folder.path, 'pack.iconpack')
      void replaceEnd(file).then(() => others(req, res))
    })
    expect(failureOf(await publish())).toEqual([1, 'file_changed'])
    expect(await countProjects()).toBe(0)
    expect(await site.backend.db.$count(sql`files where size > ${8 * MB}`)).toBe(0)
  })

  it('whose upload is cut off leaves nothing at the site, however often', async () => {
    await folder.write('pack.iconpack', buildStandardFile('icon', 4 * MB))
    const others = forwardTo(site.url)
    front.behave((req, res) => {
      if (req.url !== '/api/v1/file/upload') return others(req, res)
      let size = 0
      req.on('data', (chunk: Buffer) => {
        size += chunk.byteLength
        if (size > 2 * MB) res.socket?.resetAndDestroy()
      })
      others(req, res)
    })
    for (let run = 0; run < 3; run += 1) {
      expect(failureOf(await publish())).toEqual([5, 'unreachable'])
    }
    const pending = () => site.backend.db.$count(sql`files where state = 'pending'`)
    await waitFor(async () => expect(await pending()).toBe(0))
  })

  it('that the site finds too large is refused with 3, though not all of it was sent', async () => {
    await folder.write('pack.iconpack', buildStandardFile('icon', 16 * MB))
    front.behave((req, res) => {
      res.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413 Too Large</h1>')
      req.resume()
    })
    expect(failureOf(await publish())).toEqual([3, 'too_large'])
  })
})

it('a command that is interrupted ends with 130 and publishes nothing', async () => {
  const interrupted = new AbortController()
  front.behave(() => interrupted.abort())
  const ran = await runCli(['install', 'x', '--json'], {
    env: { KEYSTRIP_SITE: front.url },
    signal: interrupted.signal,
  })
  expect(failureOf(ran)).toEqual([130, 'interrupted'])
})
