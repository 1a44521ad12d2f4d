import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { ask } from './raw.ts'

const LANGUAGES = [
  ['', 'Page Not Found'],
  ['/fr', 'Page introuvable'],
  ['/zh-cn', '找不到页面'],
  ['/ja', 'ページが見つかりません'],
  ['/de', 'Seite nicht gefunden'],
] as const

for (const [prefix, words] of LANGUAGES) {
  test(`unknown pages and invalid parameters are 404 in the language of the address (${prefix || 'en'})`, async ({
    baseURL,
  }) => {
    for (const path of [
      '/nothing',
      '/home/nothing',
      '/home/iconpack/detail/nothing',
      '/home/iconpack/detail/%00',
      '/home/iconpack/detail/%25',
      '/home/author/%25',
      '/home/author/%25zz',
      '/%25',
      '/home/icon',
      '/home/iconpack?sort=oldest',
      '/home/iconpack?os=beos',
      '/home/iconpack?category=audio',
      '/home/iconpack?after=zzz',
      '/home/plugin?minimum_version=1',
      `/home/plugin?author=${'x'.repeat(101)}`,
      '/home/iconpack/view/c29ydD1uYW1l',
      '/status/404',
    ]) {
      const answer = await ask(baseURL, `${prefix}${path}`)
      const isRefused = path.includes('%00') && answer.status === 400
      if (!isRefused) {
        expect(answer.status, path).toBe(404)
        expect(answer.body, path).toContain(words)
      }
      expect(answer.headers['set-cookie'], path).toBeUndefined()
    }
  })
}

test('malformed addresses are 4xx, never a server error', async ({ baseURL }) => {
  for (const path of [
    '/%',
    '/%E0%A4%A',
    '//evil.example/x',
    '/home//faq',
    '/\\evil',
    '/a%00b',
    `/${'x'.repeat(10_000)}`,
    '/api/v1/%',
    '/api/v1/icon/list?after=%',
  ]) {
    const answer = await ask(baseURL, path)
    expect([400, 404], path.slice(0, 40)).toContain(answer.status)
    expect(answer.body).not.toMatch(/\bat .*\.(?:js|ts):\d/)
    if (path.startsWith('/api/')) expect(JSON.parse(answer.body)).toMatchObject({ data: null })
    else expect(answer.body).toContain('</html>')
  }
})

test('unsupported methods are 405, and invalid server action calls are 4xx', async ({
  baseURL,
}) => {
  for (const method of ['TRACE', 'PROPFIND', 'PUT']) {
    for (const path of ['/home/iconpack', '/robots.txt', '/feeds/en/all.xml', '/']) {
      expect((await ask(baseURL, path, { method })).status, `${method} ${path}`).toBe(405)
    }
  }
  expect((await ask(baseURL, '/api/v1/icon/list', { method: 'TRACE' })).status).toBe(405)
  const { origin, host } = new URL(baseURL ?? '')
  const id = /[0-9a-f]{42}/.exec((await ask(baseURL, '/home/installed')).body)?.[0] ?? ''
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  for (const [headers, body] of [
    [{ 'next-action': 'garbage' }, 'x'],
    [{ 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' }, 'garbage'],
    [{ 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' }, '[]'],
    [{ 'next-action': id, ...form }, '--x\r\ncut off'],
    [form, 'garbage'],
    [{ 'content-type': 'multipart/form-data' }, 'garbage'],
    [form, `--x\r\ncontent-disposition: form-data; name="$ACTION_ID_${id}"\r\n\r\n\r\n--x--\r\n`],
  ] as const) {
    const sent = { method: 'POST', headers: { origin, host, ...headers }, body }
    const answer = await ask(baseURL, '/home/installed', sent)
    expect(answer.status, JSON.stringify(headers)).toBeGreaterThanOrEqual(400)
    expect(answer.status, JSON.stringify(headers)).toBeLessThan(500)
  }
})

test('security.txt states how to report a vulnerability and expires within a year', async ({
  request,
}) => {
  const answer = await request.get('/.well-known/security.txt', { maxRedirects: 0 })
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.headers()['cache-control']).toContain('s-maxage=')
  const text = await answer.text()
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 365 * 24 * 3600 * 1000)
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
})

test('the root address redirects to the preferred language and is not cached', async ({
  baseURL,
}) => {
  const answer = await ask(baseURL, '/', { headers: { 'accept-language': 'ja' } })
  expect(answer.status).toBe(307)
  expect(answer.headers['location']).toMatch(/\/ja\/home\/index$/)
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('public pages are identical for all visitors: cacheable, without cookies, independent of headers', async ({
  baseURL,
}) => {
  const visitor = {
    cookie: 'locale=fr; session=x',
    'accept-language': 'de',
    'user-agent': 'Test/1',
  }
  for (const path of ['/home/index', '/home/iconpack', '/home/iconpack?sort=name', '/home/faq']) {
    // A page may be rendered again between the two.
    await expect(async () => {
      const plain = await ask(baseURL, path)
      const other = await ask(baseURL, path, { headers: visitor })
      expect(plain.status, path).toBe(200)
      expect(plain.headers['cache-control'], path).toContain('s-maxage=')
      expect(plain.headers['set-cookie'], path).toBeUndefined()
      expect(other.body === plain.body, `${path} is the same page`).toBe(true)
      expect(plain.headers['x-powered-by'] ?? plain.headers['x-middleware-rewrite']).toBeUndefined()
    }).toPass({ timeout: 10_000 })
  }
})

test('the page for developers is 404 in production', async ({ request }) => {
  expect((await request.get('/dev/look')).status()).toBe(404)
})

test('the site can be added to a home screen', async ({ request }) => {
  const answer = await request.get('/manifest.webmanifest')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = z
    .object({ name: z.string(), icons: z.array(z.object({ src: z.string(), type: z.string() })) })
    .parse(await answer.json())
  expect(manifest.name).toBe('Keystrip')
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(src)
    expect(icon.status(), src).toBe(200)
    expect(icon.headers()['content-type'], src).toContain(type)
  }
})
