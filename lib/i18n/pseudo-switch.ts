import { cookies } from 'next/headers'
import { LANGUAGES, type Locale } from '#lib/contract/locale.ts'
import { PSEUDO_COOKIE } from './pseudo.ts'

/** Whether pages are shown in the pseudo-locale (lib/i18n/pseudo.ts). */
export async function isPseudo(): Promise<boolean> {
  return process.env.NODE_ENV === 'development' && (await cookies()).has(PSEUDO_COOKIE)
}

/** Direction of the pages of a language. */
export async function pageDirection(locale: Locale): Promise<'ltr' | 'rtl'> {
  return (await isPseudo()) ? 'rtl' : LANGUAGES[locale].direction
}
