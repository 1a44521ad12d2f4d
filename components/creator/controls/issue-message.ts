import { useLocale, useTranslations } from 'next-intl'
import { FILE_FORMATS } from '#lib/contract/file/file-format.ts'
import { FILE_ERRORS, FILE_WARNINGS, type FileIssue } from '#lib/contract/file/file-issue.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { formatBytes } from '#lib/i18n/format.ts'

/** Every placeholder of the messages: a server may leave out what it should name. */
const PLACEHOLDERS = { entry: '', name: '', field: '', value: '', line: 0, column: 0, count: 0 }

/** Returns the message of an issue of a project file; `null` for an unknown code. */
export function useIssueMessage() {
  const error = useTranslations('creator.fileIssue.error')
  const warning = useTranslations('creator.fileIssue.warning')
  const formats = useTranslations('fileFormat')
  const locale = useLocale()
  function toValues({ code, kind, limit = 0, readings: _readings, ...details }: FileIssue) {
    const known = kindSchema.safeParse(kind).data
    const format = FILE_FORMATS.find((one) => code === 'format_disabled' && one === details.value)
    const size = formatBytes(limit, locale)
    return {
      ...PLACEHOLDERS,
      ...details,
      ...(format && { value: formats(format) }),
      limit,
      size,
      kind: known ?? 'other',
    }
  }
  return {
    describeError(issue: FileIssue): string | null {
      const code = FILE_ERRORS.find((known) => known === issue.code)
      return code ? error(code, toValues(issue)) : null
    },
    describeWarning(issue: FileIssue): string | null {
      const code = FILE_WARNINGS.find((known) => known === issue.code)
      return code ? warning(code, toValues(issue)) : null
    },
  }
}
