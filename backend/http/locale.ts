import type { Context } from 'hono'
import { preferredLocale } from '#lib/accept.ts'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'
import type { AppEnv } from '#backend/dependencies.ts'

/** The language of messages to the sender of a request. */
export const localeOf = (c: Context<AppEnv>): Locale =>
  preferredLocale(c.req.header('accept-language')) ?? LOCALES[0]
