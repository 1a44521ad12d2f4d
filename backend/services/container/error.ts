import type { FileErrorCode, FileIssue } from '#lib/contract/file/file-issue.ts'
import { cleanLine } from '#lib/contract/text.ts'

type Values = Omit<FileIssue, 'code'>

/** A file is rejected. The values fill in the message that its creator sees. */
export class ArchiveError extends Error {
  readonly issue: FileIssue

  constructor(code: FileErrorCode, values: Values = {}) {
    super(code)
    this.name = 'ArchiveError'
    this.issue = { code, ...values }
  }
}

const DISPLAYED_MAX = 200

/** A name from an archive, made safe for a message: one line without control characters, cut. */
export function displayName(name: string): string {
  const line = cleanLine(name.toWellFormed())
  return line.length > DISPLAYED_MAX ? `${line.slice(0, DISPLAYED_MAX)}…` : line
}
