import { z } from 'zod'
import { FORMAT_VERSION, PACK_ICONS_MAX, SECOND_FORMAT_VERSION } from '#lib/contract/container.ts'
import type { FileNote } from '#lib/contract/file-note.ts'
import { cleanLine } from '#lib/contract/text.ts'
import { ArchiveFault, shownName } from './fault.ts'
import type { PackedFile } from './files-of.ts'
import { nameIcons, stem } from './icon-names.ts'
import { newerVersion, readHead } from './manifest-head.ts'
import { endingOf, finderOf, hasIconSize, noteOf, type Plan } from './plan.ts'

const NAME_MAX = 100
const lineSchema = z.string().transform((text) => cleanLine(text).trim())
const listedSchema = z.object({
  name: lineSchema.pipe(z.string().min(1).max(NAME_MAX)).optional().catch(undefined),
  file: z.string().min(1),
})
const sourceSchema = z.object({
  name: lineSchema.pipe(z.string().min(1).max(200)),
  author: lineSchema.pipe(z.string().min(1).max(200)),
  url: z.url(),
})

type Input = { files: PackedFile[]; manifest: Record<string, unknown> | null; title: string }

/**
 * An icon pack out of what a creator has zipped: SVG and PNG files anywhere, with a manifest or
 * without. With one, its icons come first and in its order, then the others below `icons/`.
 * @throws ArchiveFault where there are no icons, or too many.
 */
export function planPack({ files, manifest, title }: Input): Plan {
  const drawings = files.filter(({ path }) => endingOf(path) !== undefined)
  const icons = drawings.filter(hasIconSize)
  const { listed, missing } = manifest ? readListed(manifest, icons) : NOTHING_LISTED
  const rest = icons.filter((file) => !listed.has(file))
  const unlisted = manifest ? rest.filter(({ path }) => /^icons\//i.test(path)) : rest
  const taken = listed.size > 0 ? [...listed.keys(), ...unlisted] : rest
  if (taken.length === 0) throw new ArchiveFault('no_icons')
  if (taken.length > PACK_ICONS_MAX) {
    throw new ArchiveFault('too_many_icons', { count: taken.length, limit: PACK_ICONS_MAX })
  }
  const { head, warnings } = manifest
    ? readHead(manifest, title)
    : { head: readHead({}, title).head, warnings: [] }
  const names = nameIcons(taken.map(({ path }) => path))
  const placed = new Map<string, PackedFile>()
  const entries: { name: string; file: string }[] = []
  for (const file of taken) {
    const name = names.get(file.path) ?? ''
    const place = `icons/${name}${endingOf(file.path) ?? ''}`
    placed.set(place, file)
    entries.push({ name: listed.get(file) ?? shownStem(file.path, name), file: place })
  }
  const source = sourceSchema.safeParse(manifest?.['source'])
  const isSecond = !source.success || entries.some(({ file }) => file.endsWith('.png'))
  return {
    manifest: {
      format: 'iconpack',
      format_version: isSecond ? SECOND_FORMAT_VERSION : FORMAT_VERSION,
      ...head,
      ...(source.success && { source: source.data }),
      icons: entries,
    },
    icons: placed,
    warnings: [
      ...(manifest ? newerVersion(manifest, SECOND_FORMAT_VERSION) : []),
      ...warnings,
      ...noteOf('icons_missing', missing),
      ...(listed.size > 0
        ? noteOf(
            'icons_unlisted',
            unlisted.map(({ path }) => path),
          )
        : []),
      ...renamed(taken, names),
      ...noteOf(
        'icons_left_out',
        drawings.filter((one) => !hasIconSize(one)).map(({ path }) => path),
      ),
    ],
  }
}

type Listed = { listed: Map<PackedFile, string | undefined>; missing: string[] }
const NOTHING_LISTED: Listed = { listed: new Map(), missing: [] }

/** The icons that a manifest names, each once, and the names that lead nowhere. */
function readListed(manifest: Record<string, unknown>, icons: PackedFile[]): Listed {
  const find = finderOf(icons)
  const listed: Listed['listed'] = new Map()
  const missing: string[] = []
  const said = manifest['icons']
  for (const one of Array.isArray(said) ? said : []) {
    const parsed = listedSchema.safeParse(typeof one === 'string' ? { file: one } : one)
    if (!parsed.success) {
      missing.push(shownName(JSON.stringify(one) ?? ''))
      continue
    }
    const file = find(parsed.data.file)
    if (!file) missing.push(parsed.data.file)
    else if (!listed.has(file)) listed.set(file, parsed.data.name)
  }
  return { listed, missing }
}

const shownStem = (path: string, name: string) =>
  cleanLine(stem(path)).trim().slice(0, NAME_MAX) || name

/** Icons whose names have other letters now, or say which folder they were in. */
function renamed(files: PackedFile[], names: Map<string, string>): FileNote[] {
  const other = files.filter(({ path }) => names.get(path) !== stem(path).toLowerCase())
  const paths = other.map(({ path }) => path)
  return noteOf('icons_renamed', paths, names.get(paths[0] ?? ''))
}
