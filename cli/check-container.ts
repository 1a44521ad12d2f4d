import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openLocal } from '#backend/services/container/local-source.ts'
import type { Manifest } from '#backend/services/container/manifest.ts'
import { readProjectFile } from '#backend/services/container/readers.ts'
import type { FileFormat } from '#lib/contract/file/file-format.ts'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import type { FileKind } from '#lib/contract/kind-schema.ts'
import { refusedDrawings, type Refused } from './check-drawings.ts'
import { hashFile, type LocalFile } from './local-file.ts'

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
  refused: Refused
  /** SHA-256 of the file that is installed: of the file itself, or of the standard archive that is made from it. */
  storedSha256: string
}

/**
 * Validates an icon pack, a profile or a page as the site does, by the same modules. Inflates at most 512 MB.
 * @throws ArchiveError why it is not valid; StorageError.
 */
export async function checkContainer(file: LocalFile, kind: FileKind): Promise<CheckedContainer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keystrip-'))
  try {
    const output = path.join(folder, 'standard.zip')
    const { ext, name: title } = path.parse(file.name)
    const [source, object] = openLocal(file)
    const upload = { ...object, kind, ending: ext.toLowerCase(), title }
    const read = await readProjectFile(source, upload, { output })
    const { format, manifest, icons, warnings, isRewritten } = read
    const stored = isRewritten ? { ...file, path: output, size: (await stat(output)).size } : file
    return {
      format,
      summary: manifest && summarise(manifest),
      warnings,
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
