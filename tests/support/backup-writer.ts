import { archiveWriter } from '#scripts/transfer/archive.ts'
import { openFolder } from '#scripts/transfer/folder-depot.ts'
import type { Head } from '#scripts/transfer/manifest.ts'
import { depotWriter } from '#scripts/transfer/writer.ts'

/** A backup in a folder that keeps one state. */
export const folderWriter = (folder: string, head: Head, passphrase?: string) =>
  depotWriter(openFolder(folder), head, { passphrase, keep: { count: 1, days: 0 } })

/** A backup in an archive, whose name has an ending, or in a folder. */
export const writerOf = (to: string, head: Head, passphrase?: string) =>
  /\.\w+$/.test(to) ? archiveWriter(to, head, passphrase) : folderWriter(to, head, passphrase)
