import { z } from 'zod'
import {
  DEVICE,
  formatVersionOf,
  hasOverlap,
  needsSecondVersion,
  stripManifestSchema,
  THIRD_FORMAT_VERSION,
} from '#lib/contract/file/container.ts'
import { ArchiveError, displayName } from './error.ts'
import { newerVersion } from './format-version.ts'
import type { PackedFile } from './list-files.ts'
import { nameIcons } from './icon-names.ts'
import { readHead } from './manifest-head.ts'
import {
  createFinder,
  hasIconSize,
  iconExtension,
  type ArchivePlan,
  warnAbout,
  warnRenamed,
} from './plan.ts'

/* Normalises equivalent values: `#FFF` and `#ffffff`, positions of 10.4 and 10 pixels. */
const colourSchema = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? value.toLowerCase().replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/, '#$1$1$2$2$3$3')
      : value,
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

type Input = {
  format: z.infer<typeof stripManifestSchema>['format']
  files: PackedFile[]
  manifest: Record<string, unknown>
  /** Path of the manifest in the archive. */
  manifestPath: string
  title: string
}

/**
 * Plans the standard archive of a profile or flexible page. Its manifest has to describe the strip;
 * overlapping keys and missing icons are warnings.
 * @throws ArchiveError `manifest_field` with the first invalid field.
 */
export function planStrip({ format, files, manifest, manifestPath, title }: Input): ArchivePlan {
  const fieldError = (path: PropertyKey[]) =>
    new ArchiveError('manifest_field', { entry: displayName(manifestPath), field: fieldOf(path) })
  const loose = looseManifestSchema.safeParse(manifest)
  if (!loose.success) throw fieldError(loose.error.issues[0]?.path ?? [])
  const { head, warnings } = readHead(manifest, title)
  const { device } = loose.data
  const { pages, icons, names, missing, orders } = placeIcons(loose.data.pages, files)
  const candidate = { format, format_version: THIRD_FORMAT_VERSION, ...head, device, pages }
  const parsed = stripManifestSchema.safeParse(candidate)
  if (!parsed.success) throw fieldError(originalPath(parsed.error.issues[0]?.path ?? [], orders))
  const needsSecond = needsSecondVersion(parsed.data.pages)
  const overlaps = parsed.data.pages.filter(hasOverlap).map(({ name }) => name)
  return {
    manifest: {
      ...parsed.data,
      format_version: formatVersionOf(needsSecond, head.requires),
    },
    icons,
    warnings: [
      ...newerVersion(manifest),
      ...warnings,
      ...warnAbout('icons_missing', missing),
      ...warnAbout('keys_overlap', overlaps),
      ...warnRenamed([...icons.values()], names),
    ],
  }
}

type LoosePages = z.infer<typeof looseManifestSchema>['pages']

/** Sorts keys from left to right and replaces their icons by paths in the standard archive. */
function placeIcons(pages: LoosePages, files: PackedFile[]) {
  const find = createFinder(
    files.filter((file) => iconExtension(file.path) !== undefined && hasIconSize(file)),
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
  const packedPath = (file: PackedFile) =>
    `icons/${names.get(file.path) ?? ''}${iconExtension(file.path) ?? ''}`
  const orders = pages.map(({ keys }) => orderByX(keys))
  const sortedPages = pages.map((page, index) => ({
    ...page,
    keys: (orders[index] ?? []).flatMap((keyIndex) => {
      const key = page.keys[keyIndex]
      const file = typeof key?.icon === 'string' ? find(key.icon) : undefined
      return key ? [{ ...key, icon: file ? packedPath(file) : null }] : []
    }),
  }))
  const icons = new Map([...used].map((file) => [packedPath(file), file]))
  return { pages: sortedPages, icons, names, missing, orders }
}

/** Indexes of the keys, from left to right on the strip. */
function orderByX(keys: { x?: unknown }[]): number[] {
  const indexes = [...keys.keys()]
  if (keys.some(({ x }) => typeof x !== 'number')) return indexes
  return indexes.toSorted((a, b) => Number(keys[a]?.x) - Number(keys[b]?.x))
}

/** The path of a field in the original manifest, where keys may have another order. */
function originalPath(path: PropertyKey[], orders: number[][]): PropertyKey[] {
  const [pages, page, keys, key, ...rest] = path
  if (typeof page !== 'number' || typeof key !== 'number') return path
  return [pages ?? '', page, keys ?? '', orders[page]?.[key] ?? key, ...rest]
}

/** `pages[0].keys[2].width` */
const fieldOf = (path: PropertyKey[]) =>
  displayName(
    path
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
      .join('')
      .replace(/^\./, ''),
  ) || 'pages'
