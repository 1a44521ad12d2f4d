import {
  FORMAT_VERSION,
  iconPackManifestSchema,
  LICENSE_FILE,
  MANIFEST_FILE,
} from '#lib/contract/container.ts'
import { zip } from './archive.ts'
import type { PackFacts } from './data/packs-type.ts'
import { encode, encodeCover } from './encode.ts'
import { PACK_LAYOUTS } from '#covers/pack-covers.ts'
import { onKeys, sheet, sizes } from '#covers/pack-gallery.ts'
import { PALETTES } from '#covers/palette.ts'
import { figures } from './figures.ts'
import { iconFile, iconSet } from './icon-set.ts'
import { attributionOf, licenceText } from './licence.ts'
import { seeded } from './seed.ts'
import { selectIcons } from './select-icons.ts'
import { alternative } from './texts/alt.ts'
import { fill } from './texts/fill.ts'
import type { Text } from './texts/text.ts'
import type { DemoProject } from './types.ts'

const GALLERY = { sheet, sizes, onKeys }

/** Builds an icon pack: the selected icons as an `.iconpack`, and pictures of them. */
export async function buildIconPack(
  slug: string,
  facts: PackFacts,
  text: Text,
): Promise<DemoProject> {
  const set = await iconSet(facts.set)
  const { icons } = selectIcons(set, facts)
  const numbers = figures(slug, 'icon')
  const manifest = iconPackManifestSchema.parse({
    format: 'iconpack',
    format_version: FORMAT_VERSION,
    name: text.title,
    version: numbers.version,
    author: facts.author,
    minimum_version: numbers.minimum_version,
    license: set.license,
    attribution: attributionOf(set),
    source: { name: set.name, author: set.author, url: set.url },
    icons: icons.map(({ name }) => ({ name, file: `icons/${name}.svg` })),
  })
  const bytes = await zip([
    { path: MANIFEST_FILE, content: JSON.stringify(manifest, null, 2) },
    { path: LICENSE_FILE, content: await licenceText(set) },
    ...icons.map(({ name, icon }) => ({ path: `icons/${name}.svg`, content: iconFile(icon) })),
  ])
  const art = {
    icons: icons.map(({ icon }) => icon),
    palette: PALETTES[facts.palette],
    random: seeded(slug),
  }
  const alt = (view: Parameters<typeof alternative>[1]) =>
    alternative(facts.language, view, text.title)
  return {
    kind: 'icon',
    title: text.title,
    description: fill(text.body, set, icons.length),
    language: facts.language,
    author: facts.author,
    category: facts.category,
    tags: [...facts.tags],
    license: set.license,
    attribution: attributionOf(set),
    sample: false,
    ...numbers,
    cover: await encodeCover(PACK_LAYOUTS[facts.layout](art), alt('cover')),
    gallery: await Promise.all(facts.gallery.map((view) => encode(GALLERY[view](art), alt(view)))),
    file: { name: `${slug}.iconpack`, bytes },
  }
}
