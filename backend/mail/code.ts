import type { Locale } from '#lib/contract/locale.ts'
import { composeMessage } from './compose.ts'
import type { Message } from './sender.ts'
import { type CodePurpose, mailTexts } from './texts.ts'

type Content = {
  to: string
  locale: Locale
  site: { name: string; url: string }
  purpose: CodePurpose
  /** `null`: no account has this address, so there is no password to reset. */
  code: string | null
  /** Validity of the code. */
  minutes: number
}

/** The message with a code, in the language of its reader. */
export function codeMessage({ to, locale, site, purpose, code, minutes }: Content): Message {
  const texts = mailTexts(locale)
  const values = { code: code ?? '', minutes: String(minutes) }
  if (code === null) {
    const { subject, lead, ignore } = texts.noAccount
    return composeMessage({ to, locale, site, subject, lines: [lead, ignore], values })
  }
  const { subject, lead, validity, ignore } = texts.code[purpose]
  const lines = [lead, '{code}', validity, ignore]
  return composeMessage({ to, locale, site, subject, lines, values, code })
}
