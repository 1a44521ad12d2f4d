import { expect, test } from 'playwright/test'
import { KINDS } from '#lib/contract/kind.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths, type Path } from '#lib/paths.ts'
import { readList } from './lists.ts'
import { sampledPrefixes } from '#tests/support/whole.ts'

test('old URLs redirect permanently to their pages; the old not-found page is 404', async ({
  request,
}) => {
  const ask = (path: string) => request.get(path, { maxRedirects: 0 })
  const { items } = await readList({ request }, 'profile/list?limit=1')
  const id = items[0]?.id
  const table = [
    ['/faq/faq', '/home/faq', 200],
    ['/home/home', '/home/index', 200],
    ['/home/', '/home/index', 200],
    ['/login/login/', '/login', 200],
    ['/login/login', '/login', 200],
    ['/login/register', '/register', 200],
    ['/login/resetPassword', '/resetpwd', 200],
    ['/search/search?q=sun', '/home/search?q=sun', 200],
    ['/project/projectList?kind=plugin', '/home/plugin', 200],
    [`/project/detail?kind=profile&id=${id}`, `/home/profile/detail/${id}`, 200],
    [`/project/detail?id=${id}&from=mail`, `/home/profile/detail/${id}?from=mail`, 200],
    ['/project/detail', '/home/index', 200],
    ['/user/user', '/home/user', 307],
    ['/user/project/myProject', '/home/user', 307],
    ...['Flexpage', 'Icon', 'Plugin', 'Profile'].flatMap((name) => {
      const [add, edit] = [`upload${name}`, `edit${name}`]
      return [
        [`/user/project/addProject/${add}`, `/home/user/${add.toLowerCase()}`, 307],
        [`/user/project/editProject/${edit}?id=a1`, `/home/user/${edit.toLowerCase()}?id=a1`, 307],
      ] as const
    }),
  ] as const
  for (const locale of sampledPrefixes) {
    for (const [from, to, status] of table) {
      const first = await ask(localePath(locale, from))
      expect(first.status(), from).toBe(308)
      const { pathname, search } = new URL(first.headers()['location'] ?? '', 'http://x')
      expect(pathname + search).toBe(localePath(locale, to))
      expect((await ask(pathname + search)).status(), to).toBe(status)
    }
    for (const unknown of ['/alertPages/not_found', '/project/detail?id=none'] as const) {
      expect((await ask(localePath(locale, unknown))).status(), unknown).toBe(404)
    }
  }
})

test('what browsers and feed readers ask for by themselves is there, and conditional requests are 304', async ({
  request,
}) => {
  const icon = await request.get('/favicon.ico')
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/x-icon'])
  expect([...(await icon.body()).subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0])
  for (const name of ['apple-touch-icon', 'apple-touch-icon-120x120-precomposed']) {
    const answer = await request.get(`/${name}.png`, { maxRedirects: 0 })
    expect([answer.status(), answer.headers()['location']]).toEqual([308, '/apple-icon.png'])
  }
  const index = await (await request.get('/sitemap.xml')).text()
  const shard = /\/sitemaps\/projects[^<]*/.exec(index)?.[0] ?? ''
  for (const path of ['/feeds/fr/all.xml', '/sitemap.xml', '/sitemaps/pages.xml', shard]) {
    // A description that is rendered late is first summarised from its plain text: the feed changes once.
    await expect(async () => {
      const first = await request.get(path)
      const { etag = '', 'last-modified': modified = '' } = first.headers()
      expect(first.status(), path).toBe(200)
      for (const [name, value] of [
        ['if-none-match', etag],
        ['if-modified-since', modified],
      ] as const) {
        const headers = { [name]: value }
        const again = await request.get(path, { headers })
        expect([again.status(), (await again.body()).length], path).toEqual([304, 0])
        expect((await request.head(path, { headers })).status(), path).toBe(304)
      }
    }).toPass({ timeout: 30_000 })
    const slash = await request.get(`${path}/`, { maxRedirects: 0 })
    expect([slash.status(), slash.headers()['location']], path).toEqual([308, path])
  }
})

test('every URL of the nested route set serves its page in every language', async ({ request }) => {
  const ask = (path: string) => request.get(path, { maxRedirects: 0 })
  const details = await Promise.all(
    KINDS.map(async (kind) => {
      const { items } = await readList({ request }, `${kind}/list?limit=1`)
      return paths.detail({ kind, id: items[0]?.id ?? '' })
    }),
  )
  const screens: Path[] = [
    '/home/index',
    ...KINDS.map((kind) => paths.list(kind)),
    ...details,
    '/home/search',
    '/home/faq',
    '/login',
    '/register',
    '/resetpwd',
    ...['google', 'github', 'discord'].map((name): Path => `/${name}-callback?outcome=forged`),
  ]
  const own: Path[] = [
    '/home/user',
    '/home/user/account/ada',
    ...KINDS.flatMap((kind): Path[] => [
      `/home/user/upload${kind}`,
      `/home/user/edit${kind}?id=a1`,
      `/home/user/${kind}/ada`,
    ]),
  ]
  for (const locale of sampledPrefixes) {
    const at = (path: Path) => localePath(locale, path)
    for (const path of screens) expect((await ask(at(path))).status(), at(path)).toBe(200)
    for (const path of own) {
      const answer = await ask(at(path))
      expect(answer.status(), at(path)).toBe(307)
      const { pathname, searchParams } = new URL(answer.headers()['location'] ?? '', 'http://x')
      expect([pathname, searchParams.get('redirect')]).toEqual([at('/login'), at(path)])
    }
    const empty = await ask(at('/home'))
    expect([empty.status(), empty.headers()['location']]).toEqual([308, at('/home/index')])
    for (const path of [
      '/no-such-page',
      '/home/no-such-page',
      '/home/iconpack/detail/none',
    ] as const) {
      expect((await ask(at(path))).status(), at(path)).toBe(404)
    }
  }
})
