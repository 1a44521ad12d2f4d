import { createTranslator } from 'next-intl'
import type { Locale } from '#lib/contract/locale.ts'
import { readMessages } from '#scripts/messages/files.ts'

type Values = Record<string, string | number>

/** A message in a language, filled with values as the site fills it. */
export function render(locale: Locale, message: string, values: Values): string {
  const onError = (error: Error) => {
    throw error
  }
  return createTranslator<{ text: string }>({ locale, messages: { text: message }, onError })(
    'text',
    values,
  )
}

/** Reads messages of a language by their keys. */
export function reader(locale: Locale): (key: string) => string {
  const messages = readMessages(locale)
  return (key) => {
    const message = messages.get(key)
    if (message === undefined) throw new Error(`There is no message ${key}`)
    return message
  }
}
