import { z } from 'zod'
import {
  DEVICE,
  flexpageManifestSchema,
  FORMAT_VERSION,
  hasOverlap,
  needsSecondVersion,
  profileManifestSchema,
  SECOND_FORMAT_VERSION,
} from '#lib/contract/container.ts'
import type { FileNote } from '#lib/contract/file-note.ts'
import { ArchiveFault, shownName } from './fault.ts'
import type { PackedFile } from './files-of.ts'
import { nameIcons, stem } from './icon-names.ts'
import { newerVersion, readHead } from './manifest-head.ts'
import { endingOf, finderOf, hasIconSize, noteOf, type Plan } from './plan.ts'

/** What every reader takes for the same: `#FFF` and `#ffffff`, a place of 10.4 and of 10 pixels. */
const colourSchema = z.preprocess(
  (said) =>
    typeof said === 'string'
      ? said.toLowerCase().replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/, '#$1$1$2$2$3$3')
      : said,
  z.unknown(),
)
const pixelsSchema = z.union([z.number().transform(Math.round), z.unknown()])
const looseKeySchema = z.looseObject({
  x: pixelsSchema,
  width: pixelsSchema,
  icon: z.unknown(),
  label: z.unknown().transform((label) => label ?? ''),
  background: colourSchema,
  foreground: colourSchema,
})
const looseManifestSchema = z.looseObject({
  device: z.unknown().transform((device) => device ?? DEVICE),
  pages: z.array(z.looseObject({ keys: z.array(looseKeySchema) })),
})

const SCHEMAS = { profile: profileManifestSchema, flexpage: flexpageManifestSchema }

type Input = {
  format: keyof typeof SCHEMAS
  files: PackedFile[]
  manifest: Record<string, unknown>
  /** What the manifest is called in the archive. */
  manifestPath: string
  title: string
}

/**
 * A profile or a page: its manifest has to say what stands on the strip, and is refused with the field
 * where it does not. Keys that overlap, and icons that are missing, are doubtful.
 * @throws ArchiveFault
 */
export function planStrip({ format, files, manifest, manifestPath, title }: Input): Plan {
  const refuse = (path: PropertyKey[]) =>
    new ArchiveFault('manifest_field', { entry: shownName(manifestPath), field: fieldOf(path) })
  const loose = looseManifestSchema.safeParse(manifest)
  if (!loose.success) throw refuse(loose.error.issues[0]?.path ?? [])
  const { head, warnings } = readHead(manifest, title)
  const { device } = loose.data
  const { pages, icons, missing, orders } = placeIcons(loose.data.pages, files)
  const candidate = { format, format_version: SECOND_FORMAT_VERSION, ...head, device, pages }
  const parsed = SCHEMAS[format].safeParse(candidate)
  if (!parsed.success) throw refuse(asWritten(parsed.error.issues[0]?.path ?? [], orders))
  const isSecond = needsSecondVersion(parsed.data.pages)
  const overlaps = parsed.data.pages.filter(hasOverlap).map(({ name }) => name)
  return {
    manifest: {
      ...parsed.data,
      format_version: isSecond ? SECOND_FORMAT_VERSION : FORMAT_VERSION,
    },
    icons,
    warnings: [
      ...newerVersion(manifest, SECOND_FORMAT_VERSION),
      ...warnings,
      ...noteOf('icons_missing', missing),
      ...noteOf('keys_overlap', overlaps),
      ...renamed(icons),
    ],
  }
}

type LoosePages = z.infer<typeof looseManifestSchema>['pages']

/** Keys from left to right, with icons as the standard archive names them. */
function placeIcons(pages: LoosePages, files: PackedFile[]) {
  const find = finderOf(
    files.filter((file) => endingOf(file.path) !== undefined && hasIconSize(file)),
  )
  const used = new Set<PackedFile>()
  const missing: string[] = []
  for (const { icon } of pages.flatMap(({ keys }) => keys)) {
    if (typeof icon !== 'string' || icon === '') continue
    const file = find(icon)
    if (file) used.add(file)
    else missing.push(icon)
  }
  const names = nameIcons([...used].map(({ path }) => path))
  const placeOf = (file: PackedFile) =>
    `icons/${names.get(file.path) ?? ''}${endingOf(file.path) ?? ''}`
  const orders = pages.map(({ keys }) => fromLeft(keys))
  const placed = pages.map((page, at) => ({
    ...page,
    keys: (orders[at] ?? []).flatMap((from) => {
      const key = page.keys[from]
      const file = typeof key?.icon === 'string' ? find(key.icon) : undefined
      return key ? [{ ...key, icon: file ? placeOf(file) : null }] : []
    }),
  }))
  const icons = new Map([...used].map((file) => [placeOf(file), file]))
  return { pages: placed, icons, missing, orders }
}

/** The places of keys in the manifest, in the order in which they stand on the strip. */
function fromLeft(keys: { x?: unknown }[]): number[] {
  const places = [...keys.keys()]
  if (keys.some(({ x }) => typeof x !== 'number')) return places
  return places.toSorted((a, b) => Number(keys[a]?.x) - Number(keys[b]?.x))
}

/** The path of a field, with the key's place in the creator's own manifest. */
function asWritten(path: PropertyKey[], orders: number[][]): PropertyKey[] {
  const [pages, page, keys, key, ...rest] = path
  if (typeof page !== 'number' || typeof key !== 'number') return path
  return [pages ?? '', page, keys ?? '', orders[page]?.[key] ?? key, ...rest]
}

/** `pages[0].keys[2].width` */
const fieldOf = (path: PropertyKey[]) =>
  shownName(
    path
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
      .join('')
      .replace(/^\./, ''),
  ) || 'pages'

function renamed(icons: Map<string, PackedFile>): FileNote[] {
  const other = [...icons].filter(([place, { path }]) => stem(place) !== stem(path).toLowerCase())
  const [first] = other
  return noteOf(
    'icons_renamed',
    other.map(([, { path }]) => path),
    first && stem(first[0]),
  )
}
