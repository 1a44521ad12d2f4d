import { iconNameOf, isRasterIcon, LICENSE_FILE } from '#lib/contract/file/container.ts'
import {
  type ArchiveSource,
  createBlockReader,
  type ReadAt,
} from '#backend/services/container/archive.ts'
import { findLicense, readLicenseAsIs } from '#backend/services/container/license.ts'
import { listFiles } from '#backend/services/container/list-files.ts'
import { openLocal } from '#backend/services/container/local-source.ts'
import { labelsOf } from '#backend/services/container/manifest.ts'
import { openProbe, type ProbedFile } from '#backend/services/container/probe.ts'
import { readProjectFile } from '#backend/services/container/readers.ts'
import { pack, type Packed, writeArchive } from '#backend/services/container/write-archive.ts'
import { isBitmap } from '#backend/services/drawing/part.ts'
import { recolourDrawing } from '#backend/services/drawing/recolour.ts'
import type { RecolourInput, RecolourOutput } from './messages.ts'

/**
 * Writes the standard archive of a pack in one colour: its manifest, its licence with a note of the change, and its sanitised drawings
 * in that colour. Equal input gives equal bytes.
 * @throws ArchiveError for a file that is no pack; DrawingError; StorageError, DomainError `disk_full`.
 */
export async function writeVariant(input: RecolourInput): Promise<RecolourOutput> {
  const { archive, title, drawings, icons, colour, output } = input
  const [source, file] = openLocal(archive)
  // The ending of a file that is offered as it was uploaded: none is rewritten.
  const upload = { ...file, kind: 'icon', ending: '.iconpack', title } as const
  const { manifest } = await readProjectFile(source, upload, { output })
  if (manifest?.format !== 'iconpack') throw new Error('no manifest')
  const readAt = createBlockReader(...openLocal(drawings))
  const places = new Map(icons.map((icon) => [icon.name, icon]))
  const raster: string[] = []
  for (const { file: path } of manifest.icons) {
    const name = iconNameOf(path)
    if (isRasterIcon(path) || isBitmap(await readDrawing(readAt, places.get(name))))
      raster.push(name)
  }
  if (raster.length > 0) return { raster }
  const license = changedLicense(await readLicense(source, upload), input)
  async function* entries(): AsyncGenerator<Packed> {
    yield pack(LICENSE_FILE, license)
    for (const { file: path } of manifest?.format === 'iconpack' ? manifest.icons : []) {
      const drawing = await readDrawing(readAt, places.get(iconNameOf(path)))
      yield pack(path, recolourDrawing(drawing, colour))
    }
  }
  const labels = labelsOf(manifest)
  const labelled = manifest.icons.map((icon) => ({
    ...icon,
    label: labels.get(iconNameOf(icon.file)),
  }))
  await writeArchive({ ...manifest, icons: labelled }, entries(), output)
  return { raster }
}

async function readDrawing(readAt: ReadAt, place: RecolourInput['icons'][number] | undefined) {
  if (!place) throw new Error('an icon has no drawing')
  return (await readAt(place.offset, place.size)).toString()
}

/** The text of the licence file; null without one. */
async function readLicense(source: ArchiveSource, upload: ProbedFile): Promise<string | null> {
  const { opened } = await openProbe(source, upload)
  const license = opened && findLicense(listFiles(opened.entries).files)
  return opened && license ? readLicenseAsIs(opened.archive, license) : null
}

/** A licence that names what was changed, as licences such as CC BY and Apache ask. */
const changedLicense = (text: string | null, { colour, license }: RecolourInput): string =>
  `${(text ?? license).trim()}\n\nChanges: the icons were recoloured to ${colour}. Nothing else was changed.\n`
