import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkArchive } from '#backend/services/container/check-archive.ts'
import { standardise } from '#backend/services/container/standardise.ts'
import type { FileIssue } from '#lib/contract/file-issue.ts'
import type { FileKind } from '#lib/contract/kind-schema.ts'
import { sourceOf } from './archive-source.ts'
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
  summary: Summary
  warnings: FileIssue[]
  refused: Refused
  /** SHA-256 of the file as the site stores it: the standard archive. */
  storedSha256: string
}

/**
 * Validates an icon pack, a profile or a page as the site does, by the same modules. Inflates at most 512 MB.
 * @throws ArchiveError why it is not valid; StorageError.
 */
export async function checkContainer(file: LocalFile, kind: FileKind): Promise<CheckedContainer> {
  const opened = await checkArchive(...sourceOf(file))
  const folder = await mkdtemp(path.join(tmpdir(), 'keystrip-'))
  try {
    const output = path.join(folder, 'standard.zip')
    const title = path.basename(file.name, path.extname(file.name))
    const { manifest, warnings, isRewritten } = await standardise(opened, { kind, title, output })
    const stored = isRewritten ? { ...file, path: output, size: (await stat(output)).size } : file
    const { name, version, minimum_version: minimumVersion, license } = manifest
    const counts =
      manifest.format === 'iconpack'
        ? { icons: manifest.icons.length, pages: null }
        : { icons: null, pages: manifest.pages.length }
    return {
      summary: { title: name, version, minimumVersion, license, ...counts },
      warnings,
      refused: await refusedDrawings(stored),
      storedSha256: (await hashFile(stored)).sha256,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
