import { KINDS } from '#lib/contract/kind.ts'
import { pages, type Path } from '#lib/paths.ts'
import { type Asker, readList } from '#tests/e2e/lists.ts'

/** Every kind of public page, without a language prefix. */
export async function publicScreens(asker: Asker): Promise<Path[]> {
  const details = await Promise.all(
    KINDS.map(async (kind) => {
      const { items } = await readList(asker, `${kind}/list?limit=1`)
      return pages.detail({ kind, id: items[0]?.id ?? '' })
    }),
  )
  const [pack] = (await readList(asker, 'icon/list?limit=1')).items
  return [
    '/home/index',
    ...KINDS.map((kind) => pages.list(kind)),
    '/home/iconpack?sort=name&os=macos',
    ...details,
    pages.history({ kind: 'icon', id: pack?.id ?? '' }),
    pages.formats({ kind: 'icon', id: pack?.id ?? '' }),
    pages.author(pack?.author.name ?? ''),
    pages.author(pack?.author.name ?? '', 'icon'),
    pages.publish,
    pages.howTo('icon'),
    pages.howTo('plugin'),
    pages.automation(),
    pages.developers(),
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

/** Every kind of page of the user area, without a language prefix. */
export const userScreens = (username: string): Path[] => [
  pages.user,
  ...KINDS.map((kind) => pages.upload(kind)),
  pages.ownProjects('icon', username),
  pages.account(username),
]
