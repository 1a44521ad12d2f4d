import { authorOf } from './authors.ts'
import { packFile } from './build-file.ts'
import { descriptionOf } from './content.ts'
import { encode, encodeCover } from './encode.ts'
import { PACK_LAYOUTS } from '#covers/pack-covers.ts'
import { onKeys, sheet, sizes } from '#covers/pack-gallery.ts'
import { PALETTES } from '#covers/palette.ts'
import { figures } from './figures.ts'
import { history } from './history.ts'
import { iconSet } from './icon-set.ts'
import { attributionOf } from './licence.ts'
import type { PackFacts } from './projects.ts'
import { seeded } from './seed.ts'
import { selectIcons } from './select-icons.ts'
import { alternative, type View } from './sentences.ts'
import type { DemoProject } from './types.ts'

const GALLERY = { sheet, sizes, onKeys }

/** Builds an icon pack: the selected icons as an `.iconpack`, and pictures of them. */
export async function buildIconPack(
  slug: string,
  facts: PackFacts,
  now: Date,
): Promise<DemoProject> {
  const set = await iconSet(facts.set)
  const { icons } = selectIcons(set, facts)
  const numbers = figures(slug, 'icon', { now })
  const pack = async (version: string, count: number) => {
    const { minimum_version } = numbers
    const head = { name: facts.title, author: facts.author, version, minimum_version }
    return { name: `${slug}.iconpack`, bytes: await packFile(set, head, icons.slice(0, count)) }
  }
  const names = icons.map(({ name }) => name)
  const about = { ...numbers, slug, language: facts.language, part: 'icon', names } as const
  const art = {
    icons: icons.map(({ icon }) => icon),
    palette: PALETTES[facts.palette],
    random: seeded(slug),
  }
  const alt = (view: View) => alternative(facts.language, view, facts.title)
  return {
    kind: 'icon',
    title: facts.title,
    tagline: facts.tagline,
    description: descriptionOf(facts.body, set, icons.length),
    language: facts.language,
    ...authorOf(facts.author),
    category: facts.category,
    tags: facts.tags,
    license: set.license,
    attribution: attributionOf(set),
    sample: false,
    ...numbers,
    cover: await encodeCover(PACK_LAYOUTS[facts.layout](art), alt('cover')),
    gallery: await Promise.all(facts.gallery.map((view) => encode(GALLERY[view](art), alt(view)))),
    file: await pack(numbers.version, icons.length),
    ...(await history(about, pack)),
  }
}
