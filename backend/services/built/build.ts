import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '#backend/db/connect.ts'
import { NotFoundError } from '#backend/errors.ts'
import type { Manifest } from '#backend/services/container/manifest.ts'
import { namesOf } from '#backend/services/container/plan-pack.ts'
import { pack, type Packed, writeArchive } from '#backend/services/container/write-archive.ts'
import { describeLicense, inFull } from '#backend/services/file/license.ts'
import { attempt, ObjectMissingError } from '#backend/storage/error.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { temporaryFolder } from '#backend/storage/temporary-folder.ts'
import { builtKey } from '#lib/contract/file/built-keys.ts'
import type { BuiltStripRequest } from '#lib/contract/file/built-strip.ts'
import {
  DEVICE,
  FORMAT_VERSION,
  iconNameOf,
  LICENSE_FILE,
  SECOND_FORMAT_VERSION,
} from '#lib/contract/file/container.ts'
import { findSources, type PlacedKey } from './sources.ts'

/** Limit of `attribution` in a manifest. */
const ATTRIBUTION_MAX = 500
const PNG = /^<svg [^>]*><image [^>]*href="data:image\/png;base64,([A-Za-z0-9+/=]+)"\/><\/svg>$/

type Deps = { db: Database; storage: Storage; site: { name: string; url: string } }

/**
 * Builds a page or a pack from single icons of published packs, with the licences and credits of all of them in its licence file.
 * Equal requests give equal bytes while the packs are the same.
 * @returns the archive, at most a few megabytes (`DRAWINGS_MAX_BYTES`).
 * @throws as `findSources`; StorageError.
 */
export async function buildStrip(deps: Deps, request: BuiltStripRequest): Promise<Uint8Array> {
  const { placed, packs } = await findSources(deps.db, request.keys)
  const drawings: Drawing[] = []
  for (const key of placed) drawings.push(await readDrawing(deps.storage, key))
  const files = nameFiles(placed, drawings)
  const manifest = manifestOf(deps.site, request, { placed, files })
  const credits: string[] = []
  for (const { id, fileId } of packs) {
    const icons = placed.filter((key) => key.pack.id === id).map(({ icon }) => icon)
    const license = inFull(await describeLicense(deps, fileId))
    const address = `${deps.site.url}/home/iconpack/detail/${id}`
    credits.push(`${[...new Set(icons)].join(', ')}\nfrom ${address}\n\n${license}`)
  }
  const entries: Packed[] = [pack(LICENSE_FILE, credits.join(SEPARATOR))]
  for (const [file, content] of files.values()) entries.push(pack(file, content))
  return write(manifest, entries)
}

const SEPARATOR = `\n${'-'.repeat(72)}\n\n`

type Drawing = { content: string | Buffer; ending: 'svg' | 'png' }

/** @throws NotFoundError if the object is missing; StorageError if it cannot be read. */
async function readDrawing(storage: Storage, key: PlacedKey): Promise<Drawing> {
  const { drawingsKey, offset, size } = key
  try {
    const range = { start: offset, end: offset + size - 1 }
    const content = Buffer.from(await storage.readBytes(drawingsKey, range)).toString()
    const [, pixels] = PNG.exec(content) ?? []
    // A reader of the format refuses a picture of pixels within a drawing.
    return pixels === undefined
      ? { content, ending: 'svg' }
      : { content: Buffer.from(pixels, 'base64'), ending: 'png' }
  } catch (error) {
    throw error instanceof ObjectMissingError ? new NotFoundError() : error
  }
}

type Files = Map<string, readonly [path: string, content: string | Buffer]>
const idOf = ({ pack: { id }, icon }: PlacedKey) => `${id} ${icon}`

/** A file for each icon, however many keys have it; icons of one name in several packs get a number. */
function nameFiles(placed: PlacedKey[], drawings: Drawing[]): Files {
  const files: Files = new Map()
  const used = new Set<string>()
  for (const [at, key] of placed.entries()) {
    const drawing = drawings[at]
    if (!drawing || files.has(idOf(key))) continue
    let name = key.icon
    for (let number = 2; used.has(name); number += 1) name = `${key.icon}-${number}`
    used.add(name)
    files.set(idOf(key), [`icons/${name}.${drawing.ending}`, drawing.content])
  }
  return files
}

type Contents = { placed: PlacedKey[]; files: Files }

function manifestOf(
  site: Deps['site'],
  { format, title }: BuiltStripRequest,
  { placed, files }: Contents,
): Manifest {
  const licenses = new Set(placed.map(({ pack: source }) => source.license ?? ''))
  const [license = ''] = licenses
  const sources = new Set(
    placed.map(({ pack: source }) => `${source.title} by ${source.author} (${source.license})`),
  )
  const head = {
    name: title,
    version: '1.0.0',
    author: site.name.slice(0, 100),
    minimum_version: '1.0.0',
    license: licenses.size === 1 && license !== '' ? license : 'NOASSERTION',
    attribution: shorten([...sources].join('; ')),
  }
  if (format === 'iconpack') {
    const typed = new Map(placed.map((key) => [idOf(key), key.typed ?? key.icon]))
    const icons = [...files].map(([id, [file]]) => {
      return { ...namesOf(typed.get(id) ?? '', iconNameOf(file)), file }
    })
    return { format, format_version: SECOND_FORMAT_VERSION, ...head, icons }
  }
  const keys = placed.map((key, at) => ({
    ...builtKey(key, at, placed.length),
    icon: files.get(idOf(key))?.[0] ?? null,
  }))
  const isSecond = [...files.values()].some(([file]) => file.endsWith('.png'))
  return {
    format,
    format_version: isSecond ? SECOND_FORMAT_VERSION : FORMAT_VERSION,
    ...head,
    device: DEVICE,
    pages: [{ id: 'built', name: title, keys }],
  }
}

/** The whole list is in the licence file. */
const shorten = (text: string) =>
  text.length > ATTRIBUTION_MAX ? `${text.slice(0, ATTRIBUTION_MAX - 1).toWellFormed()}…` : text

async function write(manifest: Manifest, entries: Packed[]): Promise<Uint8Array> {
  await using folder = await temporaryFolder('strip')
  const output = path.join(folder.path, 'strip.zip')
  await writeArchive(manifest, entries, output)
  return await attempt(() => readFile(output))
}
