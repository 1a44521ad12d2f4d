import { type ListedEntries, LISTED_ENTRIES_MAX } from '#lib/contract/file/file-format.ts'
import { ArchiveError, displayName } from './error.ts'
import { entryPath } from './entry-name.ts'
import { isOfferedAsUploaded } from './offer.ts'
import type { Probe } from './probe.ts'
import { otherFiles } from './read-folder.ts'
import type { FormatReader } from './reader.ts'
import { refuseArchiveType } from './refuse-type.ts'

/** Smallest file, in bytes: nothing that an application exports is shorter. */
const MIN_BYTES = 64

/**
 * Any other file with the extension of the specification, such as what the application itself writes. It is kept byte for byte.
 * Nothing parses its contents; of an archive, the directory is validated and listed.
 */
export const opaqueReader: FormatReader = {
  format: 'opaque',
  recognise: (probe) => (isOfferedAsUploaded(probe) ? probe.upload.kind : null),
  async read(probe) {
    if (probe.upload.size < MIN_BYTES) throw new ArchiveError('too_small', { limit: MIN_BYTES })
    refuseArchiveType(probe)
    const others = probe.upload.kind === 'icon' ? otherFiles(probe) : undefined
    const { entry, count } = others?.issue ?? {}
    return {
      manifest: null,
      icons: [],
      isRewritten: false,
      warnings: [
        { code: 'not_shown' },
        ...(others ? [{ code: 'not_a_folder', entry, count }] : []),
      ],
      licenseText: null,
      entries: listEntries(probe),
    }
  },
}

function listEntries({ opened }: Probe): ListedEntries | null {
  if (!opened) return null
  const files = opened.entries.filter((entry) => !entryPath(entry).endsWith('/'))
  const items = files.slice(0, LISTED_ENTRIES_MAX).map((entry) => ({
    name: displayName(entryPath(entry)) || '?',
    size: entry.uncompressedSize,
  }))
  return { count: files.length, items }
}
