import {
  DEVICE,
  flexpageManifestSchema,
  FORMAT_VERSION,
  LICENSE_FILE,
  MANIFEST_FILE,
  profileManifestSchema,
} from '#lib/contract/container.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { zip } from './archive.ts'
import type { StripFacts } from './data/strips-type.ts'
import { encode, encodeCover } from './encode.ts'
import { PALETTES } from '#covers/palette.ts'
import { STRIP_LAYOUTS } from '#covers/strip-covers.ts'
import { magnified, trueStrip } from '#covers/strip-gallery.ts'
import { figures } from './figures.ts'
import { iconFile, iconSet } from './icon-set.ts'
import { attributionOf, licenceText } from './licence.ts'
import { layOut } from './strip.ts'
import { alternative } from './texts/alt.ts'
import { fill } from './texts/fill.ts'
import type { Text } from './texts/text.ts'
import type { DemoProject } from './types.ts'

/** Builds a profile or a flexible page: the strip as a container, and pictures of it. */
export async function buildStrip(
  kind: 'profile' | 'flexpage',
  slug: string,
  facts: StripFacts,
  text: Text,
): Promise<DemoProject> {
  const set = await iconSet(facts.set)
  const palette = PALETTES[facts.palette]
  const pages = layOut(facts, set, palette)
  const numbers = figures(slug, 'strip')
  const used = new Map(
    pages.flatMap((page) =>
      page.keys.flatMap(({ icon }) => (icon ? [[icon.name, icon] as const] : [])),
    ),
  )
  const schema = kind === 'profile' ? profileManifestSchema : flexpageManifestSchema
  const manifest = schema.parse({
    format: kind,
    format_version: FORMAT_VERSION,
    name: text.title,
    version: numbers.version,
    author: facts.author,
    minimum_version: numbers.minimum_version,
    license: set.license,
    attribution: attributionOf(set),
    device: DEVICE,
    pages: pages.map(({ id, name, keys }) => ({
      id,
      name,
      keys: keys.map(({ icon, value: _shown, ...key }) => ({
        ...key,
        icon: icon ? `icons/${icon.name}.svg` : null,
      })),
    })),
  })
  const bytes = await zip([
    { path: MANIFEST_FILE, content: JSON.stringify(manifest, null, 2) },
    { path: LICENSE_FILE, content: await licenceText(set) },
    ...[...used].map(([name, icon]) => ({ path: `icons/${name}.svg`, content: iconFile(icon) })),
  ])
  const art = { pages: pages.map((page) => page.keys), palette }
  const alt = (view: Parameters<typeof alternative>[1]) =>
    alternative(facts.language, view, text.title)
  const gallery = [await encode(trueStrip(art), alt('strip'))]
  for (let page = 1; page < pages.length; page += 1)
    gallery.push(await encode(magnified(art, page), alt('page')))
  return {
    kind,
    title: text.title,
    description: fill(text.body, set, used.size),
    language: facts.language,
    author: facts.author,
    category: facts.category,
    tags: [...facts.tags],
    license: set.license,
    attribution: attributionOf(set),
    sample: false,
    ...numbers,
    cover: await encodeCover(STRIP_LAYOUTS[facts.layout](art), alt('cover')),
    gallery,
    file: { name: `${slug}${KIND_TABLE[kind].fileEnding}`, bytes },
  }
}
