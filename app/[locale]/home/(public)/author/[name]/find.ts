import { notFound, permanentRedirect } from 'next/navigation'
import { cache } from 'react'
import { readAuthor, readList } from '#lib/catalogue/server.ts'
import { type Kind, kindOfPath, KINDS } from '#lib/contract/kind.ts'
import { LIST_LIMIT_DEFAULT } from '#lib/contract/limits.ts'
import type { CardList } from '#lib/contract/list.ts'
import { authorSchema } from '#lib/contract/project.ts'
import { decodeSegment } from '#lib/i18n/decode-segment.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'

/** Address of the page: `kind` as in the addresses of lists, none for all kinds. */
export type AuthorParams = { locale: string; name: string; kind?: string }

/** Projects of a kind; the kind's list has those after the first page. */
export type Shelf = { kind: Kind; list: CardList }

/**
 * What the page of an author shows. 404 for an author without projects, or without any of the kind. Another
 * spelling of the name redirects to the canonical one.
 */
export async function findAuthor({ locale, name, kind: path }: AuthorParams) {
  const kind = path === undefined ? undefined : (kindOfPath(path) ?? notFound())
  const found = await find(locale, name, kind)
  const shown = found.shelves.filter((shelf) => kind === undefined || shelf.kind === kind)
  if (shown.length === 0) notFound()
  return { ...found, kind, shown }
}

const find = cache(async (locale: string, segment: string, kind: Kind | undefined) => {
  const name = authorSchema.shape.name.safeParse(decodeSegment(segment))
  if (!name.success) notFound()
  const author = name.data
  const [profile, ...all] = await Promise.all([
    readAuthor(author),
    ...KINDS.map(async (each): Promise<Shelf> => ({
      kind: each,
      list: await readList(each, { author, limit: LIST_LIMIT_DEFAULT }),
    })),
  ])
  const right = all[0]?.list.author?.name ?? author
  if (right !== author) permanentRedirect(localePath(locale, paths.author(right, kind)))
  const display_name = profile?.display_name ?? all[0]?.list.author?.display_name ?? null
  return {
    author,
    display_name,
    profile,
    shelves: all.filter(({ list }) => list.items.length > 0),
  }
})
