import type { Locale } from '#lib/contract/locale.ts'
import { htmlOf } from './html.ts'
import type { Message } from './sender.ts'
import { LETTERS, NO_ACCOUNT, type Occasion } from './words.ts'

type Content = {
  to: string
  locale: Locale
  site: string
  siteUrl: string
  purpose: Occasion
  /** None: there is no account of that address to reset. */
  code: string | null
  minutes: number
}

/** The message that brings a code, as text and as HTML, in the reader's language. */
export function codeLetter({
  to,
  locale,
  site,
  siteUrl,
  purpose,
  code,
  minutes,
}: Content): Message {
  const words = code === null ? NO_ACCOUNT[locale] : LETTERS[purpose][locale]
  const values = new Map(Object.entries({ site, code: code ?? '', minutes: String(minutes) }))
  // In one pass and by a function: a value is neither filled in again nor read as `$&`.
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole)
  const lines: string[] = [
    words.lead,
    ...(code === null ? [] : [code]),
    ...(words.validity === undefined ? [] : [words.validity]),
    words.ignore,
  ].map((line) => fill(line))
  return {
    to,
    subject: fill(words.subject),
    text: `${[...lines, `${site}\n${siteUrl}`].join('\n\n')}\n`,
    html: htmlOf({ locale, site, siteUrl, lines, code }),
  }
}
