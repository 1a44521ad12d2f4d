import type { Page } from 'playwright/test'
import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import { readList } from '#tests/e2e/lists.ts'

/** Every kind of page that anybody may see, without a language. */
export async function publicScreens(page: Page): Promise<string[]> {
  const details = await Promise.all(
    KINDS.map(async (kind) => {
      const { items } = await readList(page, `${kind}/list?limit=1`)
      return `/home/${KIND_TABLE[kind].path}/detail/${items[0]?.id}`
    }),
  )
  const [pack] = (await readList(page, 'icon/list?limit=1')).items
  return [
    '/home/index',
    ...KINDS.map((kind) => `/home/${KIND_TABLE[kind].path}`),
    '/home/iconpack?sort=name&os=macos',
    ...details,
    `/home/author/${encodeURIComponent(pack?.author.name ?? '')}`,
    '/home/search',
    '/home/search?q=cloud',
    '/home/search?q=cloud&kind=icon&view=icons',
    '/home/search?q=barometerology',
    '/home/faq',
    '/home/about/imprint',
    '/login',
    '/login?by=code',
    '/register',
    '/resetpwd',
    '/github-callback?outcome=forged',
    '/no-such-page',
  ]
}
