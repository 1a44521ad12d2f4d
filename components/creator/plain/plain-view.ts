import { useLocale, useTranslations } from 'next-intl'
import type { Kind } from '#lib/contract/kind.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { isPrerelease } from '#lib/contract/version/version.ts'
import { writtenEndings } from '#lib/creator/check-file.ts'
import { type FieldName, FIELDS } from '#lib/creator/fields.ts'
import type { PlainError, PlainState } from '#lib/creator/plain-form.ts'
import { toMessageValues } from '#lib/creator/repository-error.ts'
import type { Values } from '#lib/creator/values.ts'
import { formatBytes } from '#lib/i18n/format.ts'
import { IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import { useIssueMessage } from '#components/creator/controls/issue-message.ts'

/** What the plain form shows. */
export type PlainView = {
  kind: Kind
  values: Values
  errors: PlainError[]
  /** The edited project: what the next submission is based on, and its saved state. */
  edited: (NonNullable<PlainState['edited']> & { saved: Values }) | null
  conflict: PlainState['conflict']
  isReview: boolean
  /** Whether what was typed could not be kept. */
  isLost: boolean
  idempotencyKey: string
  maxBytes: number
  hasGitHub: boolean
  /** Result of a proof of ownership at GitHub. */
  proof: 'proved' | 'unproved' | 'failed' | null
}

export const idOf = (name: FieldName) => `plain-${name}`

/** Returns the message of an error, in the page's language if it has one. */
export function useErrorText() {
  const t = useTranslations('creator')
  const error = useTranslations('creator.error')
  const refusal = useTranslations('creator.refusal')
  const locale = useLocale()
  const { describeError } = useIssueMessage()
  return (one: PlainError): string => {
    const issue = one.issue ? describeError(one.issue) : null
    const own =
      one.error && error(one.error, toMessageValues(one.details ?? {}, locale, new Date()))
    const text = issue ?? own ?? one.text ?? refusal(one.refusal ?? 'refused')
    return one.file === undefined ? text : t('labelled', { label: one.file, value: text })
  }
}

/** Label, help and error of a field. */
export function useFieldTexts({ kind, errors, maxBytes, values: entered }: PlainView) {
  const t = useTranslations('creator')
  const form = useTranslations('form')
  const locale = useLocale()
  const describe = useErrorText()
  const { source } = KIND_TABLE[kind]
  return (name: FieldName) => {
    const { label, help, control, isOptional } = FIELDS[name]
    const isBeside = name === 'version' && isPrerelease(entered.version)
    const usual = typeof help === 'object' ? help[source] : help
    const own = isBeside ? 'versionPrerelease' : usual
    // Pictures cannot be pasted without scripts.
    const key = control === 'gallery' ? 'plain.galleryHelp' : own
    const isProjectFile = control === 'file' || control === 'packages'
    const bytes = isProjectFile ? maxBytes : IMAGE_MAX_BYTES
    const values = { ending: writtenEndings(kind), size: formatBytes(bytes, locale) }
    const found = errors.find(({ field }) => field === name)
    return {
      label: t(label),
      /** Mark of an optional field. */
      optional: isOptional ? form('optional') : undefined,
      help: key && t(key, values),
      error: found && describe(found),
    }
  }
}
