import { z } from 'zod'
import { matchLicenseText } from '#backend/text/license-text.ts'
import { IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import { proposeSpdx } from '#lib/text/spdx.ts'
import type { OpenArchive } from './archive.ts'
import { ArchiveError, displayName } from './error.ts'
import type { PackedFile } from './list-files.ts'
import { UNKNOWN_LICENSE } from './manifest-head.ts'
import type { createFinder } from './plan.ts'
import { MANIFEST_MAX_BYTES, readManifestJson, readPackedFile } from './read-packed-file.ts'

/*
 * The files of an icon pack of the Stream Deck application. Its documentation: docs.elgato.com/stream-deck/icons/api. There is no
 * public schema: npm's `@elgato/schemas` has those of plugins only.
 */

type Pack = { opened: OpenArchive; folder: string; find: ReturnType<typeof createFinder> }

const text = z.string().catch('')
const manifestSchema = z.object({
  Name: z.unknown().optional(),
  Version: z.unknown().optional(),
  Author: z.unknown().optional(),
  URL: z.unknown().optional(),
  Icon: text,
  /** Both spellings occur. */
  License: text,
  Licence: text,
})
const iconsSchema = z.array(z.unknown())
const iconSchema = z.object({
  path: z.string(),
  name: z.unknown().optional(),
  tags: z.unknown().optional(),
})

/**
 * The manifest, as fields of ours. `license` is the path of its text, or its name.
 * @throws ArchiveError `no_manifest`, `encrypted`, `manifest_too_large`, `manifest_syntax`, `manifest_field`; StorageError.
 */
export async function readPackManifest(pack: Pack) {
  const { file, data } = await readJson(pack, 'manifest.json', manifestSchema)
  return {
    file,
    name: data.Name,
    version: threeNumbers(data.Version),
    author: data.Author,
    license: data.License || data.Licence,
    icon: data.Icon,
    source: { name: data.Name, author: data.Author, url: data.URL },
  }
}

/**
 * The icons that are listed, as in manifests of ours, and their files.
 * @throws ArchiveError like `readPackManifest`; StorageError.
 */
export async function readIconList(pack: Pack) {
  const { file, data } = await readJson(pack, 'icons.json', iconsSchema)
  const files = new Set<PackedFile>()
  const icons = data.map((item) => {
    const parsed = iconSchema.safeParse(item)
    if (!parsed.success) return item
    const { path, name, tags } = parsed.data
    const found = pack.find(`icons/${path}`) ?? pack.find(path)
    if (found) files.add(found)
    return { file: found?.path ?? path, name, tags }
  })
  return { file, files, icons }
}

async function readJson<T>({ opened, folder, find }: Pack, name: string, schema: z.ZodType<T>) {
  const entry = displayName(`${folder}/${name}`)
  const file = find(name)
  if (!file) throw new ArchiveError('no_manifest', { entry })
  await refuseEncrypted(opened, file, entry)
  const parsed = schema.safeParse(await readManifestJson(opened.archive, { ...file, path: entry }))
  if (parsed.success) return { file, data: parsed.data }
  const field = displayName(parsed.error.issues[0]?.path.join('.') ?? '')
  throw new ArchiveError('manifest_field', { entry, field })
}

/** Packs that are sold have manifests that the application alone can read. */
const ENCRYPTED = 'ELGATO'

/** @throws ArchiveError `encrypted`; StorageError. */
async function refuseEncrypted({ archive }: OpenArchive, file: PackedFile, entry: string) {
  if (file.entry.uncompressedSize > MANIFEST_MAX_BYTES) return
  const bytes = await readPackedFile(archive, file)
  if (bytes.subarray(0, ENCRYPTED.length).toString('latin1') !== ENCRYPTED) return
  throw new ArchiveError('encrypted', { entry })
}

/** Of four version numbers the first three: the last one counts builds. */
function threeNumbers(version: unknown): unknown {
  if (typeof version !== 'string') return version
  return /^\s*(\d+\.\d+\.\d+)\.\d+\s*$/.exec(version)?.[1] ?? version
}

/** The licence by its text; without one by its name in the manifest. Nothing is guessed. */
export function spdxOf(licenseText: string | null, name: string): string {
  const found = licenseText === null ? proposeSpdx(name) : matchLicenseText(licenseText)
  return found ?? UNKNOWN_LICENSE
}

const PREVIEW = /^previews\/[^/]+\.(?:png|jpe?g|webp)$/i
const PACK_ICON = /^icon\.(?:svg|png|jpe?g|webp)$/i
const hasCoverSize = ({ entry }: PackedFile) =>
  entry.uncompressedSize > 0 && entry.uncompressedSize <= IMAGE_MAX_BYTES

/**
 * What is proposed as cover: the first preview, which is a picture for a shop; without one the icon of the pack, which has 56 pixels.
 * @param icon the icon that the manifest names.
 */
export function findCover(
  files: PackedFile[],
  icon: PackedFile | undefined,
): PackedFile | undefined {
  const [preview] = files.filter(({ path }) => PREVIEW.test(path))
  const pictures = [preview, icon, files.find(({ path }) => PACK_ICON.test(path))]
  return pictures.find((file) => file !== undefined && hasCoverSize(file))
}
