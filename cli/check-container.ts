import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { openLocal } from '#backend/services/container/local-source.ts'
import type { Manifest } from '#backend/services/container/manifest.ts'
import { readProjectFile } from '#backend/services/container/readers.ts'
import type { FileFormat } from '#lib/contract/file/file-format.ts'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import type { NameEncoding } from '#lib/contract/file/name-encoding.ts'
import type { FileKind } from '#lib/contract/kind-schema.ts'
import { hashFile, type LocalFile } from './local-file.ts'
import type { PackedIcon } from '#backend/services/container/icons.ts'
import { convertDrawing, decodeDrawing } from '#backend/services/drawing/convert.ts'
import { isRaster } from '#backend/services/drawing/raster.ts'
import { readRange } from '#backend/storage/file.ts'

/** What a publication needs of a valid file. */
export type Summary = {
  title: string
  version: string
  minimumVersion: string
  license: string
  icons: number | null
  pages: number | null
}
export type CheckedContainer = {
  format: FileFormat
  /** Null for a file whose contents are not shown. */
  summary: Summary | null
  warnings: FileIssue[]
  /** The encoding that was chosen for names that may be in several. */
  encoding: NameEncoding | null
  refused: Refused
  /** SHA-256 of the file that is installed: of the file itself, or of the standard archive that is made from it. */
  storedSha256: string
}

/**
 * Validates an icon pack, a profile or a page as the site does, by the same modules. Inflates at most 512 MB.
 * @throws ArchiveError why it is not valid; StorageError.
 */
export async function checkContainer(
  file: LocalFile,
  kind: FileKind,
  encoding?: NameEncoding,
): Promise<CheckedContainer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keystrip-'))
  try {
    const output = path.join(folder, 'standard.zip')
    const { ext, name: title } = path.parse(file.name)
    const [source, object] = openLocal(file)
    const upload = { ...object, kind, ending: ext.toLowerCase(), title, encoding }
    const read = await readProjectFile(source, upload, { output })
    const { format, manifest, icons, warnings, isRewritten } = read
    const stored = isRewritten ? { ...file, path: output, size: (await stat(output)).size } : file
    return {
      format,
      summary: manifest && summarise(manifest),
      warnings,
      encoding: encoding ?? null,
      refused: await refusedDrawings(stored, icons),
      storedSha256: (await hashFile(stored)).sha256,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function summarise(manifest: Manifest): Summary {
  const { name: title, version, minimum_version: minimumVersion, license } = manifest
  const counts =
    manifest.format === 'iconpack'
      ? { icons: manifest.icons.length, pages: null }
      : { icons: null, pages: manifest.pages.length }
  return { title, version, minimumVersion, license, ...counts }
}

/** Icons that the site will not show: their number, and name and reason of the first. */
type Refused = { count: number; first: { name: string; reason: string } | null }

/**
 * The SVG icons that the site's sanitiser refuses. They do not make the file invalid.
 * @param icons where they are in the file.
 */
async function refusedDrawings(
  file: Pick<LocalFile, 'path'>,
  icons: PackedIcon[],
): Promise<Refused> {
  const refused: Refused = { count: 0, first: null }
  for (const { name, offset, packedSize, size, isDeflated } of icons) {
    const packed = await readRange(file.path, { start: offset, end: offset + packedSize - 1 })
    const reason = reasonOf(() =>
      isDeflated ? inflateRawSync(packed, { maxOutputLength: size }) : packed,
    )
    if (reason === null) continue
    refused.count += 1
    refused.first ??= { name, reason }
  }
  return refused
}

function reasonOf(read: () => Uint8Array): string | null {
  try {
    const bytes = read()
    // The site converts it by other means.
    if (isRaster(bytes)) return null
    const converted = convertDrawing(decodeDrawing(bytes))
    return 'refused' in converted ? converted.refused : null
  } catch {
    return 'unreadable'
  }
}
