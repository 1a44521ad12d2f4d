import { z } from 'zod'
import { formatVersionOf, isRasterIcon, PACK_ICONS_MAX } from '#lib/contract/file/container.ts'
import { iconLabel } from '#lib/contract/name/icon-label.ts'
import { isPrinted } from '#lib/contract/name/name.ts'
import { cleanLine } from '#lib/contract/text.ts'
import { ArchiveError, displayName } from './error.ts'
import { newerVersion } from './format-version.ts'
import type { PackedFile } from './list-files.ts'
import { createTagReader } from './icon-tags.ts'
import { nameIcons, stem } from './icon-names.ts'
import type { IconPackManifest } from './manifest.ts'
import { readHead } from './manifest-head.ts'
import {
  createFinder,
  hasIconSize,
  iconExtension,
  type ArchivePlan,
  warnAbout,
  warnRenamed,
} from './plan.ts'

const NAME_MAX = 100
const lineSchema = z.string().transform((text) => cleanLine(text).trim())
const typedSchema = z.string().refine(isPrinted).optional().catch(undefined)
const listedIconSchema = z.object({
  name: typedSchema,
  label: typedSchema,
  file: z.string().min(1),
  tags: z.unknown().optional(),
})
/** The set that a pack was made of. */
export const packSourceSchema = z.object({
  name: lineSchema.pipe(z.string().min(1).max(200)),
  author: lineSchema.pipe(z.string().min(1).max(200)),
  url: z.url(),
})

type Input = { files: PackedFile[]; manifest: Record<string, unknown> | null; title: string }

/**
 * Plans the standard archive of an icon pack from SVG files and other pictures in any folder, with or without a
 * manifest. The icons of the manifest come first, in its order, then other files in `icons/`.
 * @throws ArchiveError `no_icons`, `too_many_icons`.
 */
export function planPack({ files, manifest, title }: Input): ArchivePlan {
  const drawings = files.filter(({ path }) => iconExtension(path) !== undefined)
  const icons = drawings.filter(hasIconSize)
  const { listed, missing } = manifest ? readListed(manifest, icons) : NOTHING_LISTED
  const rest = icons.filter((file) => !listed.has(file))
  const unlisted = manifest ? rest.filter(({ path }) => /^icons\//i.test(path)) : rest
  const selected = listed.size > 0 ? [...listed.keys(), ...unlisted] : rest
  if (selected.length === 0) throw new ArchiveError('no_icons')
  if (selected.length > PACK_ICONS_MAX) {
    throw new ArchiveError('too_many_icons', { count: selected.length, limit: PACK_ICONS_MAX })
  }
  const { head, warnings } = manifest
    ? readHead(manifest, title)
    : { head: readHead({}, title).head, warnings: [] }
  const names = nameIcons(selected.map(({ path }) => path))
  const packedIcons = new Map<string, PackedFile>()
  const entries: IconPackManifest['icons'] = []
  for (const file of selected) {
    const name = names.get(file.path) ?? ''
    const path = `icons/${name}${iconExtension(file.path) ?? ''}`
    packedIcons.set(path, file)
    const { typed = stem(file.path), ...tags } = listed.get(file) ?? {}
    entries.push({ ...namesOf(typed, name), file: path, ...tags })
  }
  const source = packSourceSchema.safeParse(manifest?.['source'])
  const needsSecond = !source.success || entries.some(({ file }) => isRasterIcon(file))
  return {
    manifest: {
      format: 'iconpack',
      format_version: formatVersionOf(needsSecond, head.requires),
      ...head,
      ...(source.success && { source: source.data }),
      icons: entries,
    },
    icons: packedIcons,
    warnings: [
      ...(manifest ? newerVersion(manifest) : []),
      ...warnings,
      ...warnAbout('icons_missing', missing),
      ...(listed.size > 0 ? warnAbout('icons_unlisted', unlisted) : []),
      ...warnRenamed(selected, names),
      ...warnAbout(
        'icons_left_out',
        drawings.filter((file) => !hasIconSize(file)),
      ),
    ],
  }
}

/** `typed`: its name, as the manifest has it. */
type ListedIcon = { typed?: string | undefined; tags?: string[] }
type Listed = { listed: Map<PackedFile, ListedIcon>; missing: string[] }
const NOTHING_LISTED: Listed = { listed: new Map(), missing: [] }

/** The icons that a manifest lists, without repetitions, and references to missing files. */
function readListed(manifest: Record<string, unknown>, icons: PackedFile[]): Listed {
  const find = createFinder(icons)
  const readTags = createTagReader()
  const listed: Listed['listed'] = new Map()
  const missing: string[] = []
  const items = manifest['icons']
  for (const item of Array.isArray(items) ? items : []) {
    const parsed = listedIconSchema.safeParse(typeof item === 'string' ? { file: item } : item)
    if (!parsed.success) {
      missing.push(displayName(JSON.stringify(item) ?? ''))
      continue
    }
    const file = find(parsed.data.file)
    if (!file) missing.push(parsed.data.file)
    else if (!listed.has(file)) {
      const { name, label = name, tags } = parsed.data
      listed.set(file, { typed: label, ...readTags(tags) })
    }
  }
  return { listed, missing }
}

/**
 * The names of an icon in a manifest: the first characters of what its author wrote, which readers of former releases show, and its label
 * where that says more than the id.
 * @param id its name in addresses and archives.
 */
export function namesOf(typed: string, id: string): { name: string; label?: string } {
  // Cleaned last: the cut may leave half of a character.
  const shown = cleanLine(typed.trim().slice(0, NAME_MAX)).trim()
  const label = iconLabel(typed, id)
  return { name: isPrinted(shown) ? shown : id, ...(label !== null && { label }) }
}
