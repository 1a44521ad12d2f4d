'use client'

import { useIssueMessage } from '#components/creator/controls/issue-message.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import type { PlainError } from '#lib/creator/plain-form.ts'
import { useErrorMessages } from './use-error-messages-client.ts'

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
