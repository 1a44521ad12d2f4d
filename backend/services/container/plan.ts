import type { FileNote, FileWarningCode } from '#lib/contract/file-note.ts'
import { DRAWING_MAX_BYTES } from '#backend/services/drawing/limits.ts'
import { shownName } from './fault.ts'
import type { PackedFile } from './files-of.ts'
import type { Manifest } from './manifest.ts'

/** What the standard archive of an upload holds, and what its creator should know. */
export type Plan = {
  manifest: Manifest
  /** The icons, by their paths in the standard archive. */
  icons: Map<string, PackedFile>
  warnings: FileNote[]
}

/** One word about several files: how many, and the first. */
export function noteOf(code: FileWarningCode, paths: string[], name?: string): FileNote[] {
  const [first] = paths
  if (first === undefined) return []
  const entry = shownName(first)
  return [{ code, count: paths.length, entry, ...(name !== undefined && { name }) }]
}

/** A bitmap icon has the ending `.png`, a drawing `.svg`, however they are written. */
export const endingOf = (path: string): '.svg' | '.png' | undefined => {
  const ending = path.slice(-4).toLowerCase()
  return ending === '.svg' || ending === '.png' ? ending : undefined
}

/** Whether a file can be an icon by its size. */
export const hasIconSize = ({ entry }: PackedFile) =>
  entry.uncompressedSize > 0 &&
  Math.max(entry.uncompressedSize, entry.compressedSize) <= DRAWING_MAX_BYTES

/** Finds files as manifests name them: exactly, else whatever the case of the letters. */
export function finderOf(files: PackedFile[]) {
  const exact = new Map(files.map((file) => [file.path, file]))
  const folded = new Map(files.map((file) => [file.path.toLowerCase(), file]))
  return (said: string): PackedFile | undefined => {
    const path = said
      .normalize('NFC')
      .replaceAll('\\', '/')
      .replace(/^(?:\.?\/)+/, '')
    return exact.get(path) ?? folded.get(path.toLowerCase())
  }
}
