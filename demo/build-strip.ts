import { authorOf } from './authors.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { iconsOf, stripFile } from './build-file.ts'
import { descriptionOf } from './content.ts'
import { encode, encodeCover } from './encode.ts'
import { letterPages } from '#covers/lettering.ts'
import { PALETTES } from '#covers/palette.ts'
import { STRIP_LAYOUTS } from '#covers/strip-covers.ts'
import { magnified, trueStrip } from '#covers/strip-gallery.ts'
import { figures } from './figures.ts'
import { history } from './history.ts'
import { iconSet } from './icon-set.ts'
import { attributionOf } from './licence.ts'
import type { StripFacts } from './projects.ts'
import { alternative, type View } from './sentences.ts'
import { layOut } from './strip.ts'
import type { DemoProject } from './types.ts'

/** Builds a profile or a flexible page: the strip as a container, and pictures of it. */
export async function buildStrip(
  kind: 'profile' | 'flexpage',
  slug: string,
  facts: StripFacts,
  now: Date,
): Promise<DemoProject> {
  const set = await iconSet(facts.set)
  const palette = PALETTES[facts.palette]
  const pages = layOut(facts, set, palette)
  const numbers = figures(slug, 'strip', { now })
  /** With the first `count` keys of the first page, and all further pages. */
  const pack = async (version: string, count: number) => {
    const { minimum_version } = numbers
    const head = { name: facts.title, author: facts.author, version, minimum_version }
    const bytes = await stripFile(kind, set, head, layOut(facts, set, palette, count))
    return { name: `${slug}${KIND_TABLE[kind].fileEnding}`, bytes }
  }
  const keys = pages[0]?.keys ?? []
  const names = keys.map(({ label }) => label)
  const about = { ...numbers, slug, language: facts.language, part: 'key', names } as const
  const drawn = await letterPages(
    pages.map((page) => page.keys),
    facts.language,
  )
  const art = { pages: drawn, palette }
  const alt = (view: View) => alternative(facts.language, view, facts.title)
  const gallery = [await encode(trueStrip(art), alt('strip'))]
  for (let page = 1; page < pages.length; page += 1)
    gallery.push(await encode(magnified(art, page), alt('page')))
  return {
    kind,
    title: facts.title,
    tagline: facts.tagline,
    description: descriptionOf(facts.body, set, iconsOf(pages).length),
    language: facts.language,
    ...authorOf(facts.author),
    category: facts.category,
    tags: facts.tags,
    license: set.license,
    attribution: attributionOf(set),
    sample: false,
    ...numbers,
    cover: await encodeCover(STRIP_LAYOUTS[facts.layout](art), alt('cover')),
    gallery,
    file: await pack(numbers.version, keys.length),
    ...(names.every(Boolean) && (await history(about, pack))),
  }
}
