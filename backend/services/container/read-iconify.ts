import { z } from 'zod'
import {
  FORMAT_VERSION,
  PACK_ICONS_MAX,
  SECOND_FORMAT_VERSION,
} from '#lib/contract/file/container.ts'
import { decodeUnicode } from '#backend/text/decode.ts'
import { ArchiveError, displayName } from './error.ts'
import { createTagReader } from './icon-tags.ts'
import { nameIcons } from './icon-names.ts'
import { ICON_MAX_BYTES } from './icon-size.ts'
import {
  countRecords,
  type IconifyIcon,
  type IconifySet,
  listIcons,
  parseSet,
} from './iconify-set.ts'
import { readWrittenIcons } from './icons.ts'
import type { Manifest } from './manifest.ts'
import { FIRST_VERSION, readHead, UNKNOWN_LICENSE } from './manifest-head.ts'
import { warnAbout } from './plan.ts'
import { namesOf, packSourceSchema } from './plan-pack.ts'
import type { Probe } from './probe.ts'
import { parseManifest } from './read-packed-file.ts'
import type { FormatReader } from './reader.ts'
import { pack, writeArchive } from './write-archive.ts'

/** Of the sets on npm, that of Noto has 25 MB and fits. One of emojis with gradients, of 104 MB, does not. */
const MAX_BYTES = 32 * 1024 * 1024
/** Icons and aliases. */
const RECORDS_MAX = 4 * PACK_ICONS_MAX

const PREFIX = /"prefix"\s*:\s*"/
const ICONS = /"icons"\s*:\s*\{\s*(?:"[^"]*"\s*:\s*\{|\})/
const BODY = /"body"\s*:\s*"/

/** A set of icons as Iconify publishes it: one JSON file (docs/formats.md#iconify-json). */
export const iconifyReader: FormatReader = {
  format: 'iconify-json',
  maxBytes: MAX_BYTES,
  recognise: (probe) => (isSet(probe) ? 'icon' : null),
  async read({ source, upload }, output) {
    const entry = displayName(`${upload.title}${upload.ending}`)
    const set = await readSet({ source, upload }, entry)
    const { icons, broken } = listIcons(set, entry)
    if (icons.length === 0) throw new ArchiveError('no_icons')
    refuseMany(icons.length, PACK_ICONS_MAX)
    const { manifest, files, warnings } = planSet(set, icons, upload.title)
    await writeArchive(manifest, packAll(files), output)
    return {
      manifest,
      icons: await readWrittenIcons(output),
      isRewritten: true,
      warnings: [...warnings, ...warnAbout('icons_missing', broken), { code: 'no_license' }],
      licenseText: null,
      entries: null,
    }
  },
}

/** By its first bytes: an object with a prefix, and with icons that have bodies. Only such JSON may be named `.json`. */
function isSet({ opened, head, upload }: Probe): boolean {
  if (opened) return false
  const text = head.toString('latin1').replace(/^ï»¿/, '')
  if (!/^\s*\{/.test(text)) return false
  const marks = [PREFIX, ICONS, BODY].filter((mark) => mark.test(text)).length
  return upload.ending === '.json' ? marks > 0 : marks === 3
}

const NO_TEXT = { text: null, encoding: 'unknown' } as const

async function readSet({ source, upload }: Pick<Probe, 'source' | 'upload'>, entry: string) {
  const bytes = await source.readBytes(upload.key, { start: 0, end: upload.size - 1 })
  const { text, encoding: value } = decodeUnicode(bytes) ?? NO_TEXT
  if (text === null) throw new ArchiveError('encoding', { entry, value })
  const set = parseSet(parseManifest(text, entry), entry)
  refuseMany(countRecords(set), RECORDS_MAX)
  return set
}

/** @throws ArchiveError `too_many_icons`. */
function refuseMany(count: number, limit: number): void {
  if (count > limit) throw new ArchiveError('too_many_icons', { count, limit: PACK_ICONS_MAX })
}

const infoSchema = z.object({
  name: z.unknown().optional(),
  version: z.unknown().optional(),
  author: z.object({ name: z.unknown(), url: z.unknown() }).partial().catch({}),
  license: z
    .object({ spdx: z.string().catch(''), title: z.string().catch('') })
    .catch({ spdx: '', title: '' }),
})

/** The manifest of the standard archive, and the icons by their paths in it. */
function planSet(set: IconifySet, all: IconifyIcon[], title: string) {
  const info = infoSchema.parse(set.info ?? {})
  const { head, warnings } = readHead(
    {
      ...info,
      name: info.name ?? set.prefix,
      author: info.author.name,
      license: info.license.spdx || info.license.title || UNKNOWN_LICENSE,
      minimum_version: FIRST_VERSION,
    },
    title,
  )
  const isSmall = (icon: IconifyIcon) => Buffer.byteLength(icon.svg()) <= ICON_MAX_BYTES
  const icons = all.filter(isSmall)
  if (icons.length === 0) throw new ArchiveError('no_icons')
  const paths = nameIcons(icons.map(({ name }) => `${name}.svg`))
  const readTags = createTagReader()
  const categories = categoriesByIcon(set)
  const labels = new Map(Object.entries(set.labels ?? {}))
  const files = new Map<string, IconifyIcon>()
  const entries = icons.map((icon) => {
    const path = paths.get(`${icon.name}.svg`) ?? ''
    const file = `icons/${path}.svg`
    files.set(file, icon)
    const names = [icon.name, ...icon.aliases]
    const tags = [...icon.aliases, ...names.flatMap((name) => categories.get(name) ?? [])]
    const typed = labels.get(icon.name) ?? icon.name
    return { ...namesOf(typed, path), file, ...readTags(tags) }
  })
  const source = packSourceSchema.safeParse({
    name: head.name,
    author: head.author,
    url: info.author.url,
  })
  const manifest: Manifest = {
    format: 'iconpack',
    format_version: source.success ? FORMAT_VERSION : SECOND_FORMAT_VERSION,
    ...head,
    ...(source.success && { source: source.data }),
    icons: entries,
  }
  const leftOut = all.filter((icon) => !isSmall(icon)).map(({ name }) => name)
  return { manifest, files, warnings: [...warnings, ...warnAbout('icons_left_out', leftOut)] }
}

function categoriesByIcon({ categories = {} }: IconifySet): Map<string, string[]> {
  const byIcon = new Map<string, string[]>()
  for (const [category, names] of Object.entries(categories)) {
    for (const name of names) {
      const known = byIcon.get(name)
      if (known) known.push(category)
      else byIcon.set(name, [category])
    }
  }
  return byIcon
}

/** Drawn one by one, so that memory holds one drawing at a time. */
function* packAll(files: ReadonlyMap<string, IconifyIcon>) {
  for (const [path, icon] of files) yield pack(path, icon.svg())
}
