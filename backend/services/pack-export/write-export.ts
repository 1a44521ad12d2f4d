import { writeFile } from 'node:fs/promises'
import { convertParsedSVG, parseSVGContent } from '@iconify/utils/lib/svg/parse'
import { LICENSE_FILE } from '#lib/contract/file/container.ts'
import { pixelsOf } from '#lib/contract/file/pack-export.ts'
import { createBlockReader } from '#backend/services/container/archive.ts'
import { openLocal } from '#backend/services/container/local-source.ts'
import { pack, type Packed, writeZip } from '#backend/services/container/write-archive.ts'
import { attempt } from '#backend/storage/error.ts'
import type { ExportInput } from './messages.ts'

/** Title, author, licence and address of a pack. */
const CREDITS_FILE = 'CREDITS.txt'
/** The names of icons as their authors wrote them: a line for each, after its file and a tab. */
const NAMES_FILE = 'NAMES.txt'
/** Names the icons that are not in an export. */
const LEFT_OUT_FILE = 'LEFT-OUT.txt'
/** A drawing that is a picture of pixels (backend/worker/raster-icon.ts). */
const PNG = /^<svg [^>]*><image [^>]*href="data:image\/png;base64,([A-Za-z0-9+/=]+)"\/><\/svg>$/

type Picture = { svg: string } | { png: Buffer }
/** Draws an SVG, or scales a PNG, onto a transparent square. */
export type DrawSquare = (picture: Picture, side: number) => Promise<Buffer>

type Icon = ExportInput['icons'][number]

/**
 * Writes the drawings of a pack in another form, one at a time, with licence and credits. Icons without a drawing, and those that the form
 * cannot have, are left out and named in the file. Equal input gives equal bytes.
 * @throws StorageError, DomainError `disk_full`.
 */
export async function writeExport(input: ExportInput, draw: DrawSquare): Promise<void> {
  const { form, drawings, output } = input
  const readAt = createBlockReader(...openLocal(drawings))
  async function read({ place }: Icon): Promise<Picture | null> {
    if (!place) return null
    const svg = (await readAt(place.offset, place.size)).toString()
    const [, pixels] = PNG.exec(svg) ?? []
    return pixels === undefined ? { svg } : { png: Buffer.from(pixels, 'base64') }
  }
  if (form === 'iconify') return writeIconify(input, read)
  const side = pixelsOf(form)
  const toFile = side === null ? asStored : asPixels(side, draw)
  return writeZip(
    form === 'stream-deck' ? streamDeck(input, read, toFile) : plain(input, read, toFile),
    output,
  )
}

type Read = (icon: Icon) => Promise<Picture | null>
type Content = { ending: 'svg' | 'png'; content: string | Buffer }
type ToFile = (picture: Picture) => Promise<Content | null>

const asStored: ToFile = async (picture) =>
  'svg' in picture
    ? { ending: 'svg', content: picture.svg }
    : { ending: 'png', content: picture.png }

const asPixels =
  (side: number, draw: DrawSquare): ToFile =>
  async (picture) => {
    const square = 'svg' in picture ? sized(picture.svg, side) : picture
    const content = square && (await draw(square, side).catch(() => null))
    return content && { ending: 'png', content }
  }

/** The document of a drawing with a side in pixels; `null` without a view box. */
function sized(svg: string, side: number): Picture | null {
  const parsed = parseSVGContent(svg)
  if (!parsed?.attribs['viewBox']) return null
  const { width: _, height: __, ...attributes } = parsed.attribs
  const rest = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
  return { svg: `<svg width="${side}" height="${side}"${rest.join('')}>${parsed.body}</svg>` }
}

/** A zip of the licence and the pictures, which is an icon pack without a manifest. */
async function* plain(input: ExportInput, read: Read, toFile: ToFile): AsyncGenerator<Packed> {
  yield pack(LICENSE_FILE, input.license ?? input.credits)
  yield pack(CREDITS_FILE, input.credits)
  const leftOut: string[] = []
  const labels: string[] = []
  for (const icon of input.icons) {
    const file = await contentOf(icon, read, toFile)
    if (!file) {
      leftOut.push(icon.name)
      continue
    }
    const path = `${icon.name}.${file.ending}`
    if (icon.label !== null) labels.push(`${path}\t${icon.label}`)
    yield pack(`icons/${path}`, file.content)
  }
  if (labels.length > 0) yield pack(NAMES_FILE, `${labels.join('\n')}\n`)
  if (leftOut.length > 0) yield pack(LEFT_OUT_FILE, leftOutText(leftOut))
}

async function contentOf(icon: Icon, read: Read, toFile: ToFile): Promise<Content | null> {
  const picture = await read(icon)
  return picture && toFile(picture)
}

const leftOutText = (names: string[]) =>
  `These icons could not be drawn and are not in this file:\n\n${names.join('\n')}\n`

/** The layout that docs.elgato.com/stream-deck/icons/api documents. */
async function* streamDeck(
  { pack: about, icons, license, credits }: ExportInput,
  read: Read,
  toFile: ToFile,
): AsyncGenerator<Packed> {
  const folder = `keystrip.${about.id.toLowerCase()}.sdIconPack`
  const leftOut: string[] = []
  const listed: { path: string; name: string; tags: string[] }[] = []
  let first: Content | null = null
  for (const icon of icons) {
    const file = await contentOf(icon, read, toFile)
    if (!file) {
      leftOut.push(icon.name)
      continue
    }
    first ??= file
    const path = `${icon.name}.${file.ending}`
    const name = icon.label ?? icon.name.replaceAll('-', ' ')
    listed.push({ path, name, tags: icon.tags })
    yield pack(`${folder}/icons/${path}`, file.content)
  }
  const manifest = {
    Name: about.title,
    Version: about.version.split('-', 1).join(''),
    Description: `${about.title} ${about.version}`,
    Author: about.author,
    URL: about.url,
    Icon: first ? `icon.${first.ending}` : '',
    License: 'license.txt',
  }
  yield pack(`${folder}/manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`)
  yield pack(`${folder}/icons.json`, `${JSON.stringify(listed, null, 2)}\n`)
  yield pack(`${folder}/license.txt`, license ?? credits)
  yield pack(`${folder}/credits.txt`, credits)
  if (first) yield pack(`${folder}/icon.${first.ending}`, first.content)
  if (leftOut.length > 0) yield pack(`${folder}/left-out.txt`, leftOutText(leftOut))
}

/** A set as Iconify publishes it. `labels`, `credits` and `left_out` are fields of ours, which its tools ignore. */
async function writeIconify(
  { pack: about, icons, credits, output }: ExportInput,
  read: Read,
): Promise<void> {
  const leftOut: string[] = []
  const drawn: Record<string, object> = {}
  const labels: Record<string, string> = {}
  for (const icon of icons) {
    const picture = await read(icon)
    const parsed = picture && 'svg' in picture ? parseSVGContent(picture.svg) : undefined
    const converted = parsed && convertParsedSVG(parsed)
    if (!converted) {
      leftOut.push(icon.name)
      continue
    }
    drawn[icon.name] = converted
    if (icon.label !== null) labels[icon.name] = icon.label
  }
  const set = {
    prefix: 'keystrip',
    info: {
      name: about.title,
      total: Object.keys(drawn).length,
      version: about.version,
      author: { name: about.author, url: about.url },
      license: { title: about.license || 'NOASSERTION', spdx: about.license || 'NOASSERTION' },
    },
    icons: drawn,
    ...(Object.keys(labels).length > 0 && { labels }),
    credits,
    ...(leftOut.length > 0 && { left_out: leftOut }),
  }
  await attempt(() => writeFile(output, `${JSON.stringify(set)}\n`, { flag: 'wx' }))
}
