import { expect, it } from 'vitest'
import { pageKeyOf } from '#server/page-key.ts'

const keyOf = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  pageKeyOf(target, { method, headers })
const RSC = { rsc: '1' }
const LIST = '/home/iconpack'

it.each([
  ['/home/index', '/home/index?utm_source=x&n=1'],
  ['/home/faq', '/home/faq?sort=name'],
  ['/home/developers/account', '/home/developers/account?x=1'],
  ['/fr/home/developers', '/fr/home/developers?x=1'],
  ['/ja/home/publish/automation', '/ja/home/publish/automation?x=1'],
  ['/home/publish/plugin', '/home/publish/plugin?x=1'],
  ['/fr/home/plugin/detail/x', '/fr/home/plugin/detail/x?sort=name'],
  ['/home/plugin/detail/x?version=1.0.0', '/home/plugin/detail/x?version=1.0.0'],
  [
    '/home/plugin/detail/x?version=1.0.0-rc.1',
    '/home/plugin/detail/x?utm_source=a&version=1.0.0-rc.1&b',
  ],
  ['/home/plugin/detail/x?version=1.0.0', '/home/plugin/detail/x?version=1.0.0&version=2.0.0'],
  ['/home/plugin/detail/x?version=1.0.0', '/home/plugin/detail/x?version=%31.0.0'],
  ['/home/plugin/detail/x', '/home/plugin/detail/x?Version=1.0.0'],
  ['/home/plugin/detail/x/history', '/home/plugin/detail/x/history?version=1.0.0'],
  [`${LIST}?sort=name&os=macos`, `${LIST}?os=macos&x=1&sort=name`],
  [LIST, `${LIST}?unknown=1`],
  [`${LIST}?sort=name`, `${LIST}?sort=name&sort=recent`],
  [`${LIST}?limit=48`, `${LIST}?limit=048`],
  [LIST, `${LIST}?limit=024`],
  ['/home/author/J%C3%B6rg', '/home/author/J%c3%b6rg'],
  ['/home/author/ada', '/home/author/%61da'],
  ['/home/author/a%2Fb', '/home/author/a%2fb'],
  ['/_next/static/chunks/a.js', '/_next/static/chunks/a.js?v=1'],
])('has the key %s for %s', (key, target) => {
  expect(keyOf(target)?.key).toBe(key)
  expect(keyOf(target)?.target).toBe(key)
})

it.each([
  '/',
  '/home',
  '/home/',
  '/en/home/index',
  '/xx/home/index',
  '/home/Index',
  '/home/publish/house',
  '/home/search?q=x',
  '/home/user',
  '/home/user/account/ada',
  '/admin',
  '/de/admin/audit',
  '/home/iconpack/view/c29ydA',
  '/home/iconpack/detail/x/more',
  '/home/iconpack/detail/x?version=',
  '/home/iconpack/detail/x/version/1.0.0',
  '/home/iconpack?sort=popular',
  '/home/iconpack?sort=',
  '/login',
  '/register',
  '/api/v1/icon/list',
  '/api/session',
  '/embed/en',
  '/cards/en/',
  '/oembed?url=x',
  '/feeds/en/all.xml',
  '/_next/image?url=x',
  '/favicon.ico',
])('has no key for %s', (target) => {
  expect(keyOf(target)).toBeUndefined()
})

it.each([
  ['/cards/en/icon/x.jpg', '/cards/en/icon/x.jpg', undefined],
  ['/cards/en/home.jpg?v=a1&utm_source=x', '/cards/en/home.jpg', 'a1'],
  ['/cards/ja/author/%41da.jpg?v=', '/cards/ja/author/Ada.jpg', undefined],
  ['/embed/en/icon/x?=text/html', '/embed/en/icon/x', undefined],
])('keeps %s under %s, whatever the version that is asked for: %s', (target, key, version) => {
  expect(keyOf(target)).toEqual({ key, kind: 'file', target: key, ...(version && { version }) })
  expect(keyOf(target, RSC)).toEqual(keyOf(target))
})

it('has no key for other methods than GET and HEAD', () => {
  expect(keyOf('/home/index', {}, 'HEAD')?.key).toBe('/home/index')
  for (const method of ['POST', 'OPTIONS', 'DELETE']) {
    expect(keyOf('/home/index', {}, method)).toBeUndefined()
  }
})

it.each<Record<string, string>>([
  { cookie: 'session=x' },
  { host: 'elsewhere.example' },
  { authorization: 'Bearer x' },
  { range: 'bytes=0-1' },
  { 'accept-language': 'ja' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-host': 'elsewhere.example' },
  { 'x-forwarded-proto': 'http' },
  { 'next-router-state-tree': 'x' },
  { 'next-router-prefetch': '1' },
  { 'x-middleware-prefetch': '1' },
  { rsc: '0' },
])('leaves out %j', (headers) => {
  expect(keyOf('/home/index', headers)).toEqual(keyOf('/home/index'))
})

it('has keys of their own for what the client router asks for', () => {
  const segment = { ...RSC, 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' }
  const keys = [{}, RSC, segment].map((headers) => keyOf(`${LIST}?_rsc=abc`, headers))
  expect(keys.map((key) => [key?.key, key?.kind, key?.segment])).toEqual([
    [LIST, 'document', undefined],
    [`rsc ${LIST}`, 'payload', undefined],
    [`rsc /_tree ${LIST}`, 'payload', '/_tree'],
  ])
  const more = {
    ...RSC,
    'next-router-prefetch': '1',
    'next-router-state-tree': 'x',
    'next-url': '/',
  }
  expect(keyOf(LIST, more)).toEqual(keyOf(LIST, RSC))
})

it.each<Record<string, string>>([
  { ...RSC, 'next-router-prefetch': '2' },
  { ...RSC, 'next-router-prefetch': 'x' },
  { ...RSC, 'next-router-segment-prefetch': '/_tree' },
  { ...RSC, 'next-router-prefetch': '1', 'next-router-segment-prefetch': 'no segment' },
  { ...RSC, 'next-router-prefetch': '1', 'next-router-segment-prefetch': `/${'x'.repeat(300)}` },
])('has no key for an unknown combination of the router’s headers: %j', (headers) => {
  expect(keyOf(LIST, headers)).toBeUndefined()
})

it.each(['latest', '1.0', '1.0.0%00', '%F0', '../x', `1.0.0-${'a'.repeat(10_000)}`])(
  'what is no version has one key for each project: %.20s',
  (version) => {
    const key = '/home/plugin/detail/x?version=-'
    expect(keyOf(`/home/plugin/detail/x?version=${version}`)).toMatchObject({ key, target: key })
  },
)
