import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type RequestListener,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freePort } from '#scripts/stack/free-port.ts'
import { examineProxy } from '#scripts/operator/examine-proxy.ts'
import { type StubSite, startSite } from '../server/stub-site.ts'

/* What the doctor says of proxies that change requests and answers, in front of the server of the site. */

type Change = {
  request?: (headers: IncomingHttpHeaders) => void
  answer?: (answer: { headers: OutgoingHttpHeaders; body: Buffer }) => Buffer | void
  instead?: RequestListener
}

let site: StubSite
let proxy: Awaited<ReturnType<typeof startProxy>>
let change: Change = {}

async function startProxy() {
  const server = createServer((req, res) => {
    if (change.instead) return change.instead(req, res)
    change.request?.(req.headers)
    const { method, url: path, headers } = req
    const passed = request(`${site.url}${path}`, { method, headers }, async (answered) => {
      const body = Buffer.concat(await answered.toArray())
      const sent = { headers: { ...answered.headers }, body }
      const changed = change.answer?.(sent) ?? body
      delete sent.headers['transfer-encoding']
      res.writeHead(answered.statusCode ?? 0, sent.headers).end(changed)
    })
    req.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  return { origin: `http://127.0.0.1:${port}`, stop }
}

/** Of the page, which is another one each time before this many. */
let renders = 0
const STEADY = 4
function answerTo({ url, method }: IncomingMessage): [number, OutgoingHttpHeaders, string] {
  if (url === '/home/user') {
    const cookies = ['__Host-session=; Path=/; Secure; HttpOnly', 'message=gone; Path=/']
    return [307, { location: '/login', 'set-cookie': cookies }, '']
  }
  if (method === 'POST') return [303, { location: '/needs-scripts' }, '']
  return [200, { 'content-type': 'text/html' }, `<p>${Math.min(renders++, STEADY)}</p>`]
}

beforeEach(async () => {
  renders = STEADY
  change = {}
  proxy = await startProxy()
  site = await startSite(
    (req, res) => {
      const [status, headers, body] = answerTo(req)
      res.writeHead(status, headers).end(body.padEnd(2_000))
    },
    { siteUrl: proxy.origin, storesPages: false },
  )
})
afterEach(async () => {
  await proxy.stop()
  await site.stop()
})

const examine = () => examineProxy({ webUrl: site.url, origin: proxy.origin })

it('has nothing to say of a proxy that changes Host alone, and of a page that changes in between', async () => {
  renders = 0
  change = { request: (headers) => void (headers.host = 'elsewhere.example') }
  expect(await examine()).toEqual({ checked: 4, differences: [] })
})

const FORM = 'The answer to a form of the site is changed on the way'
const PAGE = 'The answer to a page is changed on the way'
const REDIRECT = 'The answer to a redirect with cookies is changed on the way'
const withoutFlags = (cookies: OutgoingHttpHeaders[string]) =>
  [cookies].flat().map((one) => String(one).split(';', 1)[0] ?? '')

it.each<[string, Change, string[]]>([
  [
    'drops Origin',
    { request: (headers) => void delete headers.origin },
    [`${FORM}: status 403 in place of 303.`],
  ],
  [
    'sets Origin',
    { request: (headers) => headers.origin && void (headers.origin = proxy.origin) },
    ['The answer to a form of another site is changed on the way: status 303 in place of 403.'],
  ],
  [
    'refuses compression',
    { request: (headers) => void delete headers['accept-encoding'] },
    [`${PAGE}: content-encoding.`],
  ],
  [
    'drops the policy of the page',
    { answer: ({ headers }) => void delete headers['content-security-policy'] },
    [expect.stringContaining(`${PAGE}: content-security-policy.`)],
  ],
  [
    'writes into the page',
    {
      request: (headers) => void (headers['accept-encoding'] &&= 'identity'),
      answer: ({ headers, body }) => {
        delete headers['content-length']
        return Buffer.concat([body, Buffer.from(headers['content-type'] ? '<script>' : '')])
      },
    },
    [`${PAGE}: content-encoding, body.`],
  ],
  [
    'takes the flags of cookies',
    {
      answer: ({ headers }) => {
        if (headers['set-cookie']) headers['set-cookie'] = withoutFlags(headers['set-cookie'])
      },
    },
    [`${REDIRECT}: set-cookie.`],
  ],
  [
    'leads to the address behind it',
    {
      answer: ({ headers }) => {
        if (headers.location === '/login') headers.location = 'http://127.0.0.1:3000/login'
      },
    },
    [`${REDIRECT}: location.`],
  ],
])('names a proxy that %s', async (_, changed, expected) => {
  change = changed
  const { checked, differences } = await examine()
  expect(checked).toBe(4)
  expect(differences).toEqual(expect.arrayContaining(expected))
})

it('names a proxy that does not reach the site', async () => {
  change = { instead: (_, res) => void res.writeHead(502).end('Bad Gateway') }
  const { differences } = await examine()
  expect(differences).toEqual([`What answers at ${proxy.origin} does not reach the site: 502.`])
})

it('has not checked what cannot be reached from its machine, or is another program there', async () => {
  const closed = `http://127.0.0.1:${await freePort()}`
  for (const [webUrl, origin, note] of [
    [site.url, closed, `${closed} cannot be reached from this machine (ECONNREFUSED)`],
    [closed, proxy.origin, 'the web app does not answer (ECONNREFUSED)'],
  ] as const) {
    const found = await examineProxy({ webUrl, origin })
    expect(found).toEqual({ checked: 0, differences: [], note: expect.stringContaining(note) })
  }
  change = { instead: (_, res) => void res.end('<h1>The router</h1>') }
  expect((await examine()).note).toContain('is not the site')
})
