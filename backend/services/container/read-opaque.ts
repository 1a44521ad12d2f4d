import { ArchiveError } from './error.ts'
import { listEntries } from './list-files.ts'
import { isOfferedAsUploaded } from './offer.ts'
import { otherFiles } from './read-folder.ts'
import type { FormatReader } from './reader.ts'

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
      entries: probe.opened && listEntries(probe.opened.entries),
    }
  },
}
