import { expect, test } from 'playwright/test'
import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { readList } from './lists.ts'

test('old addresses lead to their screens for good; the page that is not found is 404', async ({
  page,
}) => {
  const ask = (path: string) => page.request.get(path, { maxRedirects: 0 })
  const { items } = await readList(page, 'profile/list?limit=1')
  const id = items[0]?.id
  const table = [
    ['/faq/faq', '/home/faq', 200],
    ['/home/home', '/home/index', 200],
    ['/home/', '/home', 308],
    ['/login/login', '/login', 200],
    ['/login/register', '/register', 200],
    ['/login/resetPassword', '/resetpwd', 200],
    ['/search/search?q=sun', '/home/search?q=sun', 200],
    ['/project/projectList?kind=plugin', '/home/plugin', 200],
    [`/project/detail?kind=profile&id=${id}`, `/home/profile/detail/${id}`, 200],
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
  for (const locale of LOCALES) {
    for (const [from, to, status] of table) {
      const first = await ask(localePath(locale, from))
      expect(first.status(), from).toBe(308)
      const { pathname, search } = new URL(first.headers()['location'] ?? '', 'http://x')
      expect(pathname + search).toBe(localePath(locale, to))
      expect((await ask(pathname + search)).status(), to).toBe(status)
    }
    expect((await ask(localePath(locale, '/alertPages/not_found'))).status()).toBe(404)
  }
})

test('every address of the nested route set is its screen, in every language', async ({ page }) => {
  const ask = (path: string) => page.request.get(path, { maxRedirects: 0 })
  const details = await Promise.all(
    KINDS.map(async (kind) => {
      const { items } = await readList(page, `${kind}/list?limit=1`)
      return `/home/${KIND_TABLE[kind].path}/detail/${items[0]?.id}`
    }),
  )
  const screens = [
    '/home/index',
    ...KINDS.map((kind) => `/home/${KIND_TABLE[kind].path}`),
    ...details,
    '/home/search',
    '/home/faq',
    '/login',
    '/register',
    '/resetpwd',
    ...['google', 'github', 'discord'].map((name) => `/${name}-callback?outcome=forged`),
  ]
  const own = [
    '/home/user',
    '/home/user/account/ada',
    ...KINDS.flatMap((kind) => [
      `/home/user/upload${kind}`,
      `/home/user/edit${kind}?id=a1`,
      `/home/user/${kind}/ada`,
    ]),
  ]
  for (const locale of LOCALES) {
    const at = (path: string) => localePath(locale, path)
    for (const path of screens) expect((await ask(at(path))).status(), at(path)).toBe(200)
    for (const path of own) {
      const answer = await ask(at(path))
      expect(answer.status(), at(path)).toBe(307)
      const { pathname, searchParams } = new URL(answer.headers()['location'] ?? '', 'http://x')
      expect([pathname, searchParams.get('redirect')]).toEqual([at('/login'), at(path)])
    }
    const empty = await ask(at('/home'))
    expect([empty.status(), empty.headers()['location']]).toEqual([308, at('/home/index')])
    for (const path of ['/no-such-page', '/home/no-such-page', '/home/iconpack/detail/none']) {
      expect((await ask(at(path))).status(), at(path)).toBe(404)
    }
  }
})
