import { hasLocale } from 'next-intl'
import { getRequestConfig } from 'next-intl/server'
import * as rootParams from 'next/root-params'
import { isPseudo } from './pseudo-switch.ts'
import { routing } from './routing.ts'

export default getRequestConfig(async ({ locale: explicit }) => {
  const requested = explicit ?? (await rootParams.locale())
  const locale = hasLocale(routing.locales, requested) ? requested : routing.defaultLocale
  const { default: messages } = await import(`../../messages/${locale}.json`)
  if (process.env.NODE_ENV === 'development' && (await isPseudo())) {
    const { pseudoMessages } = await import('./pseudo.ts')
    return { locale, messages: pseudoMessages(messages), timeZone: 'UTC' }
  }
  return { locale, messages, timeZone: 'UTC' }
})
