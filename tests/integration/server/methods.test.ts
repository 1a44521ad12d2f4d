import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { serve } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Call, isOffered } from '#lib/contract/call.ts'
import { NAMED_CALLS } from '#lib/contract/calls.ts'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { offeredMethodsOf } from '#lib/contract/route.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { createGuard } from '#server/limits.ts'
import { OWN_CALLS, ownMethodsOf } from '#server/own-calls.ts'
import { testBackend } from '#tests/support/backend.ts'
import { startSite } from './stub-site.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

/* Methods that an address of the API does not take: web app and backend answer alike, for each sender. */

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'PROPFIND',
  'LOCK',
  'QUERY',
]
/** Whose origin is refused, and whose is not: the method is looked at first. */
const SENDERS: Record<string, string>[] = [
  {},
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-origin' },
  { authorization: `Bearer ks_pat_${'a'.repeat(42)}`, 'content-type': 'text/plain' },
]
/** One of them for each method, in turn. */
const sendersOf = (at: number) => SENDERS.slice(at % SENDERS.length).slice(0, 1)
const buckets = () => createBuckets({ factor: 1000 })

let stopServer = async () => {}
const backend = await testBackend({ buckets: buckets() })
const guard = createGuard({ buckets: buckets(), endStalled: () => false })
const site = await stoppedAtEnd(startSite((_, res) => void res.end('reached'), { guard }))
const address = await new Promise<AddressInfo>((resolve) => {
  const server = serve({ fetch: backend.app.fetch, port: 0, hostname: '127.0.0.1' }, resolve)
  stopServer = () => new Promise((done) => void server.close(() => done()))
})
const backendUrl = `http://127.0.0.1:${address.port}`
afterAll(() => stopServer())

/** An address of a call, with a value in place of each parameter. */
const addressOf = ({ path: template, params }: Call) =>
  API_BASE +
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const schema = params?.shape[name]
    return schema instanceof z.ZodEnum ? String(schema.options[0]) : 'x'
  })
const ADDRESSES = [
  ...new Set(
    NAMED_CALLS.map(({ call }) => call)
      .filter(isOffered)
      .map(addressOf),
  ),
]
const bodyOf = (text: string) => {
  const { code, message, reason, data } = envelopeSchema.parse(JSON.parse(text))
  return { code, message, reason, data }
}
const refused = {
  code: 405,
  message: 'Method not allowed.',
  reason: 'method_not_allowed',
  data: null,
}

describe('a method that a path of the contract does not take', () => {
  it.each(ADDRESSES)('is answered by the web app as by the backend: %s', async (address) => {
    const taken = offeredMethodsOf(address.slice(API_BASE.length))
    const others = METHODS.filter((method) => !taken.includes(method))
    expect(others.length).toBeGreaterThan(3)
    for (const [at, method] of others.entries()) {
      const own = await fetchRaw(backendUrl, address, method)
      for (const headers of sendersOf(at)) {
        const answer = await site.ask(address, { method, headers })
        expect([method, answer.status, answer.headers.allow]).toEqual([
          method,
          405,
          `${own.allow}, OPTIONS`,
        ])
        expect(own.status).toBe(405)
        if (method === 'HEAD') continue
        expect(bodyOf(answer.text)).toEqual(refused)
        expect(bodyOf(own.text)).toEqual(refused)
        expect(answer.headers['content-type']).toContain('application/json')
      }
    }
  })
})

describe('a method that a handler of the web app does not take', () => {
  it.each(Object.keys(OWN_CALLS))('is 405 in the envelope: %s', async (pattern) => {
    const address = pattern.replaceAll('*', 'x')
    const taken = ownMethodsOf(address)
    for (const method of METHODS.filter((one) => !taken.includes(one))) {
      for (const headers of SENDERS) {
        const answer = await site.ask(address, { method, headers })
        expect([method, answer.status, answer.headers.allow]).toEqual([
          method,
          405,
          taken.join(', '),
        ])
        if (method !== 'HEAD') expect(bodyOf(answer.text)).toEqual(refused)
      }
    }
    const asked = await site.ask(address, { method: 'OPTIONS' })
    expect([asked.status, asked.headers.allow]).toEqual([204, taken.join(', ')])
  })

  it('is known of every handler', async () => {
    const folder = path.resolve('app/api')
    const files = (await readdir(folder, { recursive: true })).filter((file) =>
      file.endsWith('route.ts'),
    )
    const found: Record<string, string[]> = {}
    for (const file of files) {
      // Of the contract, and of what no other handler has.
      if (/^(?:v1|\[\.\.\.rest\])/.test(file)) continue
      const source = await readFile(path.join(folder, file), 'utf8')
      const exported = [
        ...source.matchAll(/export (?:async )?function ([A-Z]+)\b|export \{ \w+ as ([A-Z]+) \}/g),
      ]
      const methods = exported.flatMap(([, named = '', renamed = '']) => named || renamed)
      const address = `/api/${path.dirname(file)}`.replaceAll(/\[\w+\]/g, '*')
      found[address] = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    }
    expect(found).toEqual(OWN_CALLS)
  })
})

it.each(['TRACE', 'PROPFIND', 'OPTIONS'])(
  '%s of an unknown address of the API is 404',
  async (method) => {
    for (const address of ['/api/v1/nothing', '/api/nothing', '/api']) {
      const answer = await site.ask(address, { method })
      expect([address, answer.status, answer.headers.allow]).toEqual([address, 404, undefined])
      expect(bodyOf(answer.text)).toMatchObject({ code: 404, data: null })
    }
  },
)

/** `fetch` refuses TRACE. */
async function fetchRaw(base: string, address: string, method: string) {
  const { request } = await import('node:http')
  const { port } = new URL(base)
  return new Promise<{ status: number | undefined; allow: string; text: string }>(
    (resolve, reject) => {
      const req = request({ host: '127.0.0.1', port, path: address, method }, (res) => {
        let text = ''
        res.setEncoding('utf8').on('data', (part: string) => (text += part))
        res.on('end', () =>
          resolve({ status: res.statusCode, allow: String(res.headers.allow), text }),
        )
      })
      req.on('error', reject).end()
    },
  )
}
