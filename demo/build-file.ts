import type { Icon } from '#covers/icon.ts'
import {
  DEVICE,
  flexpageManifestSchema,
  FORMAT_VERSION,
  iconPackManifestSchema,
  LICENSE_FILE,
  MANIFEST_FILE,
  profileManifestSchema,
} from '#lib/contract/file/container.ts'
import { zip } from './archive.ts'
import { iconFile, type IconSet } from './icon-set.ts'
import { attributionOf, licenceText } from './licence.ts'
import type { Page } from './strip.ts'

type Head = { name: string; author: string; version: string; minimum_version: string }

const common = (set: IconSet, head: Head) => ({
  format_version: FORMAT_VERSION,
  ...head,
  license: set.license,
  attribution: attributionOf(set),
})

/** Manifest, licence and icons, in the order of the format (docs/formats.md). */
async function pack(manifest: object, set: IconSet, icons: Iterable<Named>): Promise<Buffer> {
  return zip([
    { path: MANIFEST_FILE, content: JSON.stringify(manifest, null, 2) },
    { path: LICENSE_FILE, content: await licenceText(set) },
    ...[...icons].map(({ name, icon }) => ({ path: pathOf(name), content: iconFile(icon) })),
  ])
}

type Named = { name: string; icon: Icon }
const pathOf = (name: string) => `icons/${name}.svg`

/** An `.iconpack` file. */
export function packFile(set: IconSet, head: Head, icons: Named[]): Promise<Buffer> {
  const manifest = iconPackManifestSchema.parse({
    format: 'iconpack',
    ...common(set, head),
    source: { name: set.name, author: set.author, url: set.url },
    icons: icons.map(({ name }) => ({ name, file: pathOf(name) })),
  })
  return pack(manifest, set, icons)
}

/** A `.flexbar` or `.flexpage` file. */
export function stripFile(
  kind: 'profile' | 'flexpage',
  set: IconSet,
  head: Head,
  pages: Page[],
): Promise<Buffer> {
  const schema = kind === 'profile' ? profileManifestSchema : flexpageManifestSchema
  const manifest = schema.parse({
    format: kind,
    ...common(set, head),
    device: DEVICE,
    pages: pages.map(({ id, name, keys }) => ({
      id,
      name,
      keys: keys.map(({ icon, value: _shown, ...key }) => ({
        ...key,
        icon: icon && pathOf(icon.name),
      })),
    })),
  })
  return pack(
    manifest,
    set,
    iconsOf(pages).map((icon) => ({ name: icon.name, icon })),
  )
}

/** The icons of all keys, each once. */
export function iconsOf(pages: Page[]): Icon[] {
  const used = new Map<string, Icon>()
  for (const { keys } of pages) for (const { icon } of keys) if (icon) used.set(icon.name, icon)
  return [...used.values()]
}
