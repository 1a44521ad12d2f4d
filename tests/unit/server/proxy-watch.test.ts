import { beforeEach, expect, it } from 'vitest'
import { seriesOfMetric } from '#lib/telemetry/registry.ts'
import { createClientResolver } from '#server/client.ts'
import { createProxyWatch } from '#server/proxy-watch.ts'

const SITE = 'https://icons.example.org'
const FORWARDED = { 'x-forwarded-for': '203.0.113.9' }
/** The request of a browser for a file of a page. */
const VISIT = { referer: `${SITE}/home`, host: '127.0.0.1:3000' }

let lines: string[] = []
beforeEach(() => {
  lines = []
})

function watch(trusted: string[] = [], siteUrl = SITE) {
  const resolve = createClientResolver(trusted)
  const variables = { TRUSTED_PROXIES: trusted, SITE_URL: siteUrl }
  const { see, found } = createProxyWatch(variables, (text) => lines.push(text))
  return {
    found,
    see: (peer: string, headers: Record<string, string>) =>
      see(headers, resolve(peer, headers['x-forwarded-for'])),
  }
}

const counted = () =>
  seriesOfMetric('keystrip_proxy_faults_total').reduce((sum, one) => sum + one.count, 0)

it('one line, however many requests and addresses, with what to write', () => {
  const { see, found } = watch(['10.0.0.1'])
  const before = counted()
  for (let i = 0; i < 50; i += 1) see('127.0.0.1', FORWARDED)
  for (let i = 1; i < 50; i += 1) see(`172.18.0.${i}`, FORWARDED)
  expect(lines).toEqual([
    'Visitors come through 127.0.0.1, which is not in TRUSTED_PROXIES, and share one limit. If it is your proxy, let it set X-Forwarded-For itself (nginx: proxy_set_header X-Forwarded-For $remote_addr;), write TRUSTED_PROXIES=10.0.0.1,127.0.0.1 to .env, and restart.',
  ])
  expect(found()).toEqual([expect.stringContaining('TRUSTED_PROXIES=10.0.0.1,172.18.0.49 ')])
  expect(counted() - before).toBe(99)
})

it.each([
  ['X-Forwarded-For', '127.0.0.1', FORWARDED],
  ['Forwarded', '::1', { forwarded: 'for=203.0.113.9' }],
  ['X-Real-IP', '::ffff:10.1.1.1', { 'x-real-ip': '203.0.113.9' }],
  ['none of them, as nginx by default', '127.0.0.1', VISIT],
  ['none of them, with a form', '127.0.0.1', { origin: SITE, host: '127.0.0.1:3000' }],
  ['none of them, from another host', '192.168.1.7', VISIT],
  ['none of them, with the host', '192.168.1.7', { ...VISIT, host: 'icons.example.org' }],
])('a proxy that is not trusted and sends %s', (_, peer, headers) => {
  const { see } = watch()
  see(peer, headers)
  const address = peer.replace('::ffff:', '')
  expect(lines).toEqual([expect.stringContaining(`write TRUSTED_PROXIES=${address} to .env`)])
})

it.each([
  ['127.0.0.1', 'icons.intern', 'this machine'],
  ['10.1.2.3', '10.1.2.4:3000', 'another host'],
])('a proxy without TLS is known by its sender %s or by the host %s: %s', (peer, host) => {
  const { see } = watch([], 'http://icons.intern')
  see(peer, { referer: 'http://icons.intern/home', host })
  expect(lines).toEqual([expect.stringContaining(`TRUSTED_PROXIES=${peer} `)])
})

it('one behind a trusted one, by the address that has sent further ones', () => {
  const { see } = watch(['127.0.0.1'])
  see('127.0.0.1', { 'x-forwarded-for': '203.0.113.9, 10.0.0.8' })
  expect(lines).toEqual([expect.stringContaining('TRUSTED_PROXIES=127.0.0.1,10.0.0.8 ')])
})

it.each([
  ['nothing', VISIT],
  ['X-Real-IP alone', { 'x-real-ip': '203.0.113.9' }],
  ['no address', { 'x-forwarded-for': 'unknown' }],
])('a trusted proxy that sends %s', (_, headers) => {
  const { see } = watch(['127.0.0.0/8'])
  see('127.0.0.1', headers)
  see('127.0.0.1', headers)
  expect(lines).toEqual([
    expect.stringMatching(/^Visitors come through the proxy 127\.0\.0\.1 without a valid X-Forw/),
  ])
})

it.each([
  ['a visitor without a proxy', [], SITE, '203.0.113.9', FORWARDED],
  ['a visitor who forges headers', [], SITE, '203.0.113.9', { ...VISIT, 'x-real-ip': '10.0.0.1' }],
  ['a visitor through the proxy', ['127.0.0.1'], SITE, '127.0.0.1', { ...VISIT, ...FORWARDED }],
  [
    'a forged address through a proxy that appends',
    ['127.0.0.1'],
    SITE,
    '127.0.0.1',
    { 'x-forwarded-for': '127.0.0.1, 10.0.0.8, 203.0.113.9' },
  ],
  [
    'a browser on the server itself',
    ['127.0.0.1'],
    SITE,
    '127.0.0.1',
    { 'x-forwarded-for': '::1' },
  ],
  ['a health check', [], SITE, '127.0.0.1', { host: '127.0.0.1:3000' }],
  ['a health check of a trusted proxy', ['10.0.0.0/8'], SITE, '10.0.0.1', { host: 'icons' }],
  [
    'a health check with the host of the site',
    ['10.0.0.0/8'],
    SITE,
    '10.0.0.1',
    { host: 'icons.example.org' },
  ],
  [
    'a process of the site',
    [],
    SITE,
    '127.0.0.1',
    { origin: SITE, authorization: 'Bearer secret', host: '127.0.0.1:3000' },
  ],
  ['a form of a foreign page', [], SITE, '127.0.0.1', { origin: 'https://evil.example' }],
  ['the operator at the port', [], SITE, '127.0.0.1', { referer: 'http://localhost:3000/home' }],
  ['a link on a foreign page', [], SITE, '127.0.0.1', { referer: `${SITE}.evil.example/` }],
  [
    'a site of this machine',
    [],
    'http://localhost:3000',
    '127.0.0.1',
    { referer: 'http://localhost:3000/home', host: 'localhost:3000' },
  ],
  [
    'a visitor within a network',
    [],
    'http://icons.intern:3000',
    '10.1.2.3',
    { referer: 'http://icons.intern:3000/home', host: 'icons.intern:3000' },
  ],
])('no line for %s', (_, trusted, siteUrl, peer, headers) => {
  const { see, found } = watch(trusted, siteUrl)
  const before = counted()
  see(peer, headers)
  expect([lines, found(), counted() - before]).toEqual([[], [], 0])
})
