import { hasLocale } from 'next-intl'
import { getRequestConfig } from 'next-intl/server'
import * as rootParams from 'next/root-params'
import { routing } from './routing.ts'

export default getRequestConfig(async ({ locale: explicit }) => {
  const wanted = explicit ?? (await rootParams.locale())
  const locale = hasLocale(routing.locales, wanted) ? wanted : routing.defaultLocale
  const { default: messages } = await import(`../../messages/${locale}.json`)
  return { locale, messages, timeZone: 'UTC' }
})
