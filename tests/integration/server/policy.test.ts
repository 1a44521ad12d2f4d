import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { createPolicies } from '#server/policy.ts'
import { type StubSite, startSite } from './stub-site.ts'

let site: StubSite
afterEach(() => site.stop())

/** The nonce in the policy that reaches Next. */
const nonceOf = (req: IncomingMessage) =>
  /'nonce-([^']+)'/.exec(String(req.headers['content-security-policy']))?.[1] ?? ''

const OWN_SCRIPT = 'self.started=1'
const PLANTED = 'alert(document.cookie)'
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** A page as Next writes it, with an injected script, and the nonces that were used. */
async function startPages(options: Parameters<typeof startSite>[1] = {}) {
  const nonces: string[] = []
  site = await startSite((req, res) => {
    const nonce = nonceOf(req)
    nonces.push(nonce)
    sendPage(req, res, nonce)
  }, options)
  return nonces
}

function sendPage(req: IncomingMessage, res: ServerResponse, nonce: string) {
  if (req.headers['rsc'] !== undefined) {
    res.setHeader('content-type', 'text/x-component')
    res.end(`:HL["/a.css","style",{"nonce":"${nonce}"}]`)
    return
  }
  const stored = { 'cache-control': 's-maxage=300' }
  res.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    link: `</a.woff2>; rel=preload; as="font"; nonce="${nonce}"; type="font/woff2"`,
    ...(req.url?.startsWith('/home/user') ? {} : stored),
  })
  res.write(`<head><link rel="stylesheet" href="/a.css" nonce="${nonce}"/>`)
  res.write(`<script src="/_next/static/a.js" async="" nonce="${nonce}"></script></head>`)
  res.write(`<p title="<script nonce=guess>">${'text '.repeat(300)}</p>`)
  res.write(`<script>${PLANTED}</script><script nonce="guess">${PLANTED}</script>`)
  res.end(
    `<script nonce="${nonce}">${OWN_SCRIPT}</script><script nonce="${nonce}">d("{\\"nonce\\":\\"${nonce}\\"}")</script>`,
  )
}

const directiveOf = (headers: IncomingMessage['headers'], name: string) =>
  String(headers['content-security-policy'])
    .split('; ')
    .find((directive) => directive.startsWith(`${name} `))

it('lists the inline scripts of a stored page by hash, and no other', async () => {
  await startPages()
  const missed = await site.ask('/home')
  const scripts = directiveOf(missed.headers, 'script-src') ?? ''
  expect(scripts.split(' ').slice(1, 2)).toEqual(['https://keystrip.test/_next/static/'])
  expect(scripts).toContain(hashOf(OWN_SCRIPT))
  expect(scripts).toContain(hashOf('d("{\\"nonce\\":\\"$undefined\\"}")'))
  expect(scripts).not.toContain(hashOf(PLANTED))
  const hit = await site.ask('/home')
  expect(hit.headers['content-security-policy']).toBe(missed.headers['content-security-policy'])
  expect(hit.headers['reporting-endpoints']).toBe('policy="/api/policy-reports"')
})

it('of a page that the framework answers 304 leaves the policy that the browser has', async () => {
  site = await startSite((req, res) => {
    if (req.headers['if-none-match'] === '"1"') res.writeHead(304, { etag: '"1"' }).end()
    else res.writeHead(200, { 'content-type': 'text/html', etag: '"1"' }).end('<p>A strip</p>')
  })
  // Not one of the pages that the server keeps.
  const first = await site.ask('/home/report/icon/a')
  expect(directiveOf(first.headers, 'script-src')).toContain('/_next/static/')
  const again = await site.ask('/home/report/icon/a', { headers: { 'if-none-match': '"1"' } })
  expect(again.status).toBe(304)
  expect(again.headers['content-security-policy']).toBeUndefined()
})

it('keeps its nonce out of pages, their headers and data of the client router', async () => {
  const [secret, ...others] = await startPages().then(async (nonces) => {
    const answers = [
      await site.ask('/home'),
      await site.ask('/home'),
      await site.ask('/home', { method: 'HEAD' }),
      await site.ask('/home?rsc', { headers: { rsc: '1' } }),
      await site.ask('/home/x', { headers: { rsc: '1', 'next-router-prefetch': '1' } }),
    ]
    for (const { text, headers } of answers) {
      expect(nonces[0]).toMatch(/^[\w-]{24}$/)
      expect(text + JSON.stringify(headers)).not.toContain(nonces[0])
    }
    expect(answers[3]?.text).toBe(':HL["/a.css","style",{"nonce":"$undefined"}]')
    expect(answers[0]?.text).toContain(`<script>${OWN_SCRIPT}</script>`)
    return nonces
  })
  expect(others.every((nonce) => nonce === secret)).toBe(true)
})

it('streams a page of one visitor with a nonce of its own', async () => {
  const nonces = await startPages()
  for (const at of [0, 1]) {
    const { text, headers } = await site.ask('/home/user/icon')
    expect(directiveOf(headers, 'script-src')).toContain(`'nonce-${nonces[at]}'`)
    expect(text).toContain(`<script nonce="${nonces[at]}">${OWN_SCRIPT}</script>`)
  }
  await site.ask('/home')
  expect(new Set(nonces).size).toBe(3)
})

it.each([
  ['/home/user/preview/form-1', "frame-ancestors 'self'", 'SAMEORIGIN'],
  ['/zh-cn/home/user/preview/form-1', "frame-ancestors 'self'", 'SAMEORIGIN'],
  ['/home/user/preview/form-1/more', "frame-ancestors 'none'", 'DENY'],
  ['/home/user/account', "frame-ancestors 'none'", 'DENY'],
  ['/home', "frame-ancestors 'none'", 'DENY'],
])('lets the site frame the preview of a form, and nothing else: %s', async (path, own, old) => {
  await startPages()
  const { headers } = await site.ask(path)
  expect(directiveOf(headers, 'frame-ancestors')).toBe(own)
  expect(headers['x-frame-options']).toBe(old)
  expect(directiveOf(headers, 'frame-src')).toBe("frame-src 'self'")
})

it('takes no nonce from a client', async () => {
  const nonces = await startPages()
  for (const path of ['/home', '/home/user']) {
    await site.ask(path, {
      headers: {
        'content-security-policy': "script-src 'nonce-guess'",
        'content-security-policy-report-only': "script-src 'nonce-guess'",
      },
    })
  }
  expect(nonces).not.toContain('guess')
})

it.each([[], ['127.0.0.1']])(
  'names the configured site, whatever Host a request has (proxies: %s)',
  async (...trustedProxies) => {
    await startPages({ trustedProxies })
    const evil = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil',
    }
    const first = await site.ask('/home', { headers: evil })
    const second = await site.ask('/home')
    const other = await site.ask('/home/user', { headers: evil })
    for (const { headers } of [first, second, other]) {
      expect(String(headers['content-security-policy'])).not.toContain('evil')
      expect(directiveOf(headers, 'script-src')).toContain('https://keystrip.test/_next/static/')
    }
  },
)

it('sends a policy with every answer, without unsafe scripts or bare self for them', async () => {
  site = await startSite((req, res) => {
    const type = req.url?.split('=')[1]
    if (type !== undefined) res.setHeader('content-type', type)
    if (req.url?.startsWith('/moved')) res.writeHead(308, { location: '/home' })
    if (req.url?.startsWith('/embed')) res.setHeader('content-security-policy', 'frame-ancestors *')
    if (req.url?.startsWith('/failed')) res.statusCode = 500
    res.end('x')
  })
  for (const path of [
    '/home?=text/html',
    '/home/user?=text/html',
    '/failed?=text/html',
    '/nowhere//',
    '/%00',
    '/api/v1/icon?=application/json',
    '/feeds/en/all.xml?=application/atom%2Bxml',
    '/moved',
    '/icon.svg?=image/svg%2Bxml',
    '/livez',
    '/home',
    '/api/unknown?=text/html',
  ]) {
    const { headers } = await site.ask(path)
    const policy = String(headers['content-security-policy'])
    expect(policy, path).toContain("default-src 'none'")
    expect(policy, path).not.toContain('unsafe-eval')
    expect(directiveOf(headers, 'script-src') ?? '', path).not.toMatch(/'unsafe-inline'|'self'|\*/)
  }
  const embed = await site.ask('/embed/en/icon/1?=text/html')
  expect(embed.headers['content-security-policy']).toBe('frame-ancestors *')
})

it('a site without proxy is reached under the names of its own machine', () => {
  const { seal } = createPolicies({ siteUrl: 'http://localhost:3000' })
  const scripts = seal(Buffer.from(''))
    .policy.split('; ')
    .find((part) => part.startsWith('script'))
  expect(scripts).toContain('http://localhost:3000/_next/static/')
  expect(scripts).toContain('http://127.0.0.1:3000/_next/static/')
})

it('upgrades requests where the site has TLS, and lets forms lead to sign-in providers', () => {
  const policyOf = (siteUrl: string) =>
    createPolicies({ siteUrl, formTargets: ['https://accounts.example'] }).seal(Buffer.from(''))
      .policy
  expect(policyOf('https://a.example')).toContain('upgrade-insecure-requests')
  expect(policyOf('http://a.example')).not.toContain('upgrade-insecure-requests')
  expect(policyOf('http://a.example')).toContain("form-action 'self' https://accounts.example;")
})

it('reads a page of 2 MB with thousands of scripts, and keeps the header short', async () => {
  const policies = createPolicies({ siteUrl: 'https://a.example' })
  const req = { headers: {} as Record<string, string> }
  site = await startSite((request, res) => {
    const nonce = nonceOf(request)
    req.headers['nonce'] = nonce
    res.writeHead(200, { 'content-type': 'text/html', 'cache-control': 's-maxage=9' })
    const scripts = Array.from(
      { length: 20_000 },
      (_, at) => `<script nonce="${nonce}">${at}</script>`,
    )
    res.end(scripts.join('<'.repeat(40)))
  })
  const { headers, text } = await site.ask('/home')
  expect(String(headers['content-security-policy']).length).toBeLessThan(4096)
  expect(text).not.toContain('nonce')
  expect(policies.seal(Buffer.from(text)).body.toString()).toBe(text)
})
