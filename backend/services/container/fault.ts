import type { FileFaultCode, FileNote } from '#lib/contract/file-note.ts'
import { cleanLine } from '#lib/contract/text.ts'

type Values = Omit<FileNote, 'code'>

/** Why a file cannot be taken. The values go into the sentence that its creator reads. */
export class ArchiveFault extends Error {
  readonly note: FileNote

  constructor(code: FileFaultCode, values: Values = {}) {
    super(code)
    this.name = 'ArchiveFault'
    this.note = { code, ...values }
  }
}

const SHOWN_MAX = 200

/** A name out of an archive as it can stand in a sentence. */
export function shownName(name: string): string {
  const line = cleanLine(name.toWellFormed())
  return line.length > SHOWN_MAX ? `${line.slice(0, SHOWN_MAX)}…` : line
}
