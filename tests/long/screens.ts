import { KINDS } from '#lib/contract/kind.ts'
import { paths, type Path } from '#lib/paths.ts'
import { type Asker, readList } from '#tests/e2e/lists.ts'

/** Every kind of public page, without a language prefix. */
export async function publicScreens(asker: Asker): Promise<Path[]> {
  const details = await Promise.all(
    KINDS.map(async (kind) => {
      const { items } = await readList(asker, `${kind}/list?limit=1`)
      return paths.detail({ kind, id: items[0]?.id ?? '' })
    }),
  )
  const [pack] = (await readList(asker, 'icon/list?limit=1')).items
  return [
    '/home/index',
    ...KINDS.map((kind) => paths.list(kind)),
    '/home/iconpack?sort=name&os=macos',
    ...details,
    paths.history({ kind: 'icon', id: pack?.id ?? '' }),
    paths.formats({ kind: 'icon', id: pack?.id ?? '' }),
    paths.author(pack?.author.name ?? ''),
    paths.author(pack?.author.name ?? '', 'icon'),
    paths.publish,
    paths.howTo('icon'),
    paths.howTo('plugin'),
    paths.automation(),
    paths.developers(),
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
  paths.user,
  ...KINDS.map((kind) => paths.upload(kind)),
  paths.ownProjects('icon', username),
  paths.account(username),
]
