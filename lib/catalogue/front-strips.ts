import 'server-only'
import type { StripKey } from '#lib/contract/file/contents.ts'
import { pageKindSchema } from '#lib/contract/kind-schema.ts'
import type { ListedProject } from '#lib/contract/project.ts'
import { preferLanguage } from './prefer-language.ts'
import { preferShort } from './prefer-short.ts'
import { readPages, readPopular } from './server.ts'

/** Popular projects of a kind that the strips are chosen from. */
const CANDIDATES = 24
/** Keys below which a page does not fill the strip. */
const KEYS_MIN = 5
/** Columns of a title that is read at a glance while the strips change. */
const TITLE_MAX = 40

/** A project and the keys of its first page. */
export type FrontStrip = { project: ListedProject; keys: StripKey[] }

/**
 * The first pages of popular profiles and flexible pages in turn, those in the language of the page first, and of these the
 * ones whose title is short; at most `limit`, fewer if files cannot be read. None of those `elsewhere` on the page.
 * @throws ApiError
 */
export async function readFrontStrips(
  limit: number,
  { lang, elsewhere }: { lang: string; elsewhere: ReadonlySet<string> },
): Promise<FrontStrip[]> {
  const popular = await Promise.all(
    pageKindSchema.options.map(async (kind) => {
      const projects = await readPopular(kind, CANDIDATES)
      const others = projects.filter(({ id }) => !elsewhere.has(id))
      return preferLanguage(preferShort(others, TITLE_MAX), lang)
    }),
  )
  const inTurn = Array.from({ length: limit }, (_, at) =>
    pageKindSchema.options.flatMap((kind, row) => {
      const project = popular[row]?.[at]
      return project ? [{ kind, project }] : []
    }),
  ).flat()
  const read = async (some: typeof inTurn) => {
    const strips = await Promise.all(
      some.map(async ({ kind, project }) => {
        const [page] = await readPages(kind, project.id)
        return { project, keys: page?.keys ?? [] }
      }),
    )
    return strips.filter(({ keys }) => keys.length >= KEYS_MIN)
  }
  const first = await read(inTurn.slice(0, limit))
  if (first.length === limit) return first
  return [...first, ...(await read(inTurn.slice(limit)))].slice(0, limit)
}
