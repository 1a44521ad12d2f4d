import type { Locale } from '#lib/contract/locale.ts'
import { NOTICES, UNKNOWN_DEVICE } from './account-words.ts'
import { htmlOf } from './html.ts'
import type { Message } from './sender.ts'

type Content = {
  to: string
  locale: Locale
  about: 'signed_in' | 'password_changed'
  agent: { browser: string; system: string }
  at: Date
  site: { name: string; url: string }
}

/** The message about something that may not have been the owner of an account. */
export function noticeLetter({ to, locale, about, agent, at, site }: Content): Message {
  const words = NOTICES[about][locale]
  const device = [agent.browser, agent.system].filter(Boolean).join(', ')
  const time = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at)
  const fill = (text: string) =>
    text.replaceAll(/\{(site|device|time)\}/g, (_, name: string) => {
      if (name === 'site') return site.name
      return name === 'time' ? `${time} UTC` : device || UNKNOWN_DEVICE[locale]
    })
  const lines = [words.lead, words.what].map(fill)
  return {
    to,
    subject: fill(words.subject),
    text: `${[...lines, `${site.name}\n${site.url}`].join('\n\n')}\n`,
    html: htmlOf({ locale, site: site.name, siteUrl: site.url, lines }),
  }
}
