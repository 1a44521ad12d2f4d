'use client'

import { useLocale } from 'next-intl'
import type { Details } from '#lib/contract/envelope.ts'
import type { ErrorMessage } from '#lib/creator/messages.ts'
import { toMessageValues } from '#lib/creator/repository-error.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'

/** Returns the message of an error, filled with the details that the server answered. */
export function useErrorMessages() {
  const t = useFormMessages('creator.error')
  const locale = useLocale()
  return (message: ErrorMessage, details: Details = {}): string =>
    t(message, toMessageValues(details, locale, new Date()))
}
