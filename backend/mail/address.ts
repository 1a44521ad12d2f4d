import { type Locale, LOCALES } from '#lib/contract/locale.ts'
import type { Path } from '#lib/paths.ts'

/** The site that a message is from. */
export type SenderSite = { name: string; url: string; supportEmail: string }

/** The address of a page of the site in the reader's language; the default one has no prefix. */
export const addressIn = ({ url }: SenderSite, locale: Locale, path: Path): string =>
  `${url}${locale === LOCALES[0] ? '' : `/${locale}`}${path}`

/** Sender of mails without `MAIL_FROM`. The name is quoted: it may contain separators of addresses. */
export function defaultSender({ SITE_NAME, siteUrl }: { SITE_NAME: string; siteUrl: string }) {
  const name = SITE_NAME.replaceAll(/["\\<>\r\n]/g, '')
  return `"${name}" <no-reply@${new URL(siteUrl).hostname}>`
}
