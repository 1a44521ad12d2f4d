import type { Context } from 'hono'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'
import type { AppEnv } from '#backend/context.ts'

/** The language to write to somebody in: the first of `Accept-Language` that there is. */
export function localeOf(c: Context<AppEnv>): Locale {
  const wanted = (c.req.header('accept-language') ?? '').toLowerCase().split(',')
  for (const one of wanted) {
    const tag = one.split(';')[0]?.trim() ?? ''
    const found = LOCALES.find(
      (locale) => locale === tag || locale.split('-')[0] === tag.split('-')[0],
    )
    if (found) return found
  }
  return LOCALES[0]
}
