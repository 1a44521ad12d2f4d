import { createTranslator } from 'next-intl'
import type { FileFormat } from '#lib/contract/file/file-format.ts'
import { FILE_ERRORS, FILE_WARNINGS, type FileIssue } from '#lib/contract/file/file-issue.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import english from '#messages/en.json' with { type: 'json' }

const translate = createTranslator({
  locale: 'en',
  messages: { issue: english.creator.fileIssue },
  namespace: 'issue',
})

/** Every placeholder of the messages: a site may leave out what it should name. */
const PLACEHOLDERS = { entry: '', name: '', field: '', value: '', line: 0, column: 0, count: 0 }

function toValues({ code: _code, kind, limit = 0, readings: _readings, ...details }: FileIssue) {
  const known = kindSchema.safeParse(kind).data
  const size = formatBytes(limit, 'en')
  return { ...PLACEHOLDERS, ...details, limit, size, kind: known ?? 'other' }
}

/** The name of a format, in the words of the site. */
export const formatName = (format: FileFormat): string => english.fileFormat[format]

/** Why a file is not valid, in the words of the site. */
export function describeError(issue: FileIssue): string {
  const code = FILE_ERRORS.find((known) => known === issue.code)
  return code ? translate(`error.${code}`, toValues(issue)) : issue.code
}

/** What is doubtful about a valid file. */
export function describeWarning(issue: FileIssue): string {
  const code = FILE_WARNINGS.find((known) => known === issue.code)
  return code ? translate(`warning.${code}`, toValues(issue)) : issue.code
}
