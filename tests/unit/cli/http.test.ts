import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CliError, EXIT } from '#cli/exit.ts'
import { readText, send } from '#cli/http.ts'
import { FAULTS, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { waitFor } from '#tests/support/wait.ts'

let server: Awaited<ReturnType<typeof startFaultyBackend>>
beforeAll(async () => {
  server = await startFaultyBackend()
})
afterAll(() => server.stop())
beforeEach(() => server.behave((_, res) => void res.end('hello')))

const url = () => new URL('/x?token=secret', server.url)
const request = (overrides: Partial<Parameters<typeof send>[0]> = {}) =>
  send({
    method: 'GET',
    url: url(),
    headers: {},
    totalMs: 5000,
    idleMs: 5000,
    signal: new AbortController().signal,
    ...overrides,
  })
const text = async (maxBytes: number) => readText(await request(), maxBytes, url())
const unreachable = expect.objectContaining({ exit: EXIT.unreachable, code: 'unreachable' })

describe('a request', () => {
  it('is answered with status and text', async () => {
    expect(await text(5)).toBe('hello')
  })

  it('takes an answer up to a number of bytes', async () => {
    await expect(text(4)).rejects.toMatchObject({ code: 'bad_answer', isTransient: false })
  })

  it.each([
    ['without any byte', { idleMs: 30, totalMs: 60_000 }],
    ['in all', { totalMs: 30, idleMs: 60_000 }],
  ])('has a time limit %s', async (_, limits) => {
    server.behave(FAULTS['never answers'])
    await expect(request(limits)).rejects.toMatchObject({ code: 'unreachable', isTransient: true })
  })

  it('has a time limit for an answer that begins and stops', async () => {
    server.behave(FAULTS['begins and stops'])
    const answer = await request({ totalMs: 200 })
    await expect(readText(answer, 1000, url())).rejects.toThrow(unreachable)
  })

  it('does not follow a redirection', async () => {
    server.behave(FAULTS.redirects)
    expect((await request()).status).toBe(302)
  })

  it('names host and reason of a failure, and no query', async () => {
    const closed = new URL('http://127.0.0.1:9/x?token=secret')
    const error: unknown = await request({ url: closed }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ message: '127.0.0.1:9 cannot be reached: ECONNREFUSED.' })
  })

  it('ends with the error of its body, and sends no end of it', async () => {
    const failure = new CliError(EXIT.failed, 'file_changed', 'Changed.')
    async function* body() {
      yield Buffer.from('begin')
      throw failure
    }
    let isWhole = false
    server.behave((req, res) => {
      req.on('error', () => undefined)
      req.resume().on('end', () => {
        isWhole = true
        res.end()
      })
    })
    const headers = { 'content-length': '100' }
    await expect(request({ method: 'POST', body: body(), headers })).rejects.toBe(failure)
    expect(isWhole).toBe(false)
  })

  it('that is answered before its end is not sent any further', async () => {
    let isClosed = false
    async function* body() {
      try {
        for (;;) yield Buffer.alloc(64 * 1024)
      } finally {
        isClosed = true
      }
    }
    server.behave((req, res) => {
      req.resume().on('error', () => undefined)
      res.writeHead(413).end('no')
    })
    const headers = { 'content-length': String(1e12) }
    const answer = await request({ method: 'POST', body: body(), headers, totalMs: 60_000 })
    expect([answer.status, await readText(answer, 100, url())]).toEqual([413, 'no'])
    await waitFor(() => expect(isClosed).toBe(true))
  })

  it('ends when the user interrupts it', async () => {
    const interrupted = new AbortController()
    server.behave(() => interrupted.abort())
    await expect(request({ signal: interrupted.signal })).rejects.toThrow(/abort/)
  })
})
