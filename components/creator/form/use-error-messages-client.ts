'use client'

import { useLocale } from 'next-intl'
import type { Details } from '#lib/contract/envelope.ts'
import type { ErrorMessage } from '#lib/creator/messages.ts'
import { toMessageValues } from '#lib/creator/repository-error.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { useIssueMessage } from '#components/creator/controls/issue-message.ts'
import type { PlainError } from '#lib/creator/plain-form.ts'

/** Returns the message of an error, filled with the details that the server answered. */
export function useErrorMessages() {
  const t = useFormMessages('creator.error')
  const locale = useLocale()
  return (message: ErrorMessage, details: Details = {}): string =>
    t(message, toMessageValues(details, locale, new Date()))
}

/** Returns the message of an error of a posted form, in the page's language if it has one. */
export function useErrorText() {
  const t = useFormMessages('creator')
  const describe = useErrorMessages()
  const { describeError } = useIssueMessage()
  return ({ error, issue, details, text, refusal = 'refused', file }: PlainError): string => {
    const own = (issue && describeError(issue)) ?? (error && describe(error, details))
    const message = own ?? text ?? t(`refusal.${refusal}`)
    return file === undefined ? message : t('labelled', { label: file, value: message })
  }
}
