import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { DECISION_REASONS } from '#lib/contract/admin/report.ts'
import type { Locale } from '#lib/contract/locale.ts'

/**
 * Purpose of a code. `enter`: to register or sign in; `reset`: to set a new password; `log_in`: in
 * addition to the password; `confirm`: to change an account whose owner is signed in; `email`: at its new address.
 */
const CODE_PURPOSES = ['enter', 'reset', 'log_in', 'confirm', 'email'] as const
export type CodePurpose = (typeof CODE_PURPOSES)[number]

const text = z.string().min(1)
const eventSchema = z.object({ subject: text, lead: text, what: text })
const decisionSchema = z.object({ subject: text, what: text })

/** What a message about a report says. */
const REPORT_EVENTS = ['new', 'answered', 'author_asked', 'reporter_asked', 'decided'] as const
export type ReportEvent = (typeof REPORT_EVENTS)[number]

/** What a message leads to; `messages/*.json` has a label for each. */
const LINKS = [
  'signIn',
  'password',
  'account',
  'project',
  'edit',
  'settings',
  'hidden',
  'projects',
  'support',
  'report',
  'reports',
  'held',
] as const
export type MailLink = (typeof LINKS)[number]

/** The namespace `mail` of `messages/`. Placeholders such as `{site}` are filled by compose.ts. */
const textsSchema = z.object({
  code: z.record(
    z.enum(CODE_PURPOSES),
    z.object({ subject: text, lead: text, validity: text, ignore: text }),
  ),
  noAccount: z.object({ subject: text, lead: text, ignore: text }),
  notice: z.object({
    signed_in: eventSchema,
    password_changed: eventSchema,
    token_created: eventSchema,
    publisher_added: eventSchema,
    account_deleted: eventSchema,
    email_changed: eventSchema,
  }),
  unknownDevice: text,
  test: decisionSchema,
  transfer: z.object({ given: eventSchema, received: eventSchema }),
  formerPackages: z.object({ subject: text, lead: text, prove: text, kept: text }),
  repository: z.object({ replaced: eventSchema, transferred: eventSchema, prove: text }),
  moderation: z.object({
    hide: decisionSchema,
    restore: decisionSchema,
    delete: decisionSchema,
    correct: decisionSchema,
    hold: decisionSchema,
    release: decisionSchema,
    refuse: decisionSchema,
    reason: text,
    contact: text,
  }),
  report: z.record(z.enum(REPORT_EVENTS), decisionSchema),
  digest: z.object({ subject: text, reports: text, held: text, why: text }),
  decision: z.record(z.enum(DECISION_REASONS), text),
  bulk: z.object({ hide: decisionSchema, restore: decisionSchema }),
  suspension: z.object({ suspended: decisionSchema, lifted: decisionSchema, until: text }),
  release: z.object({ subject: text, tagged: text, latest: text, what: text }),
  link: z.record(z.enum(LINKS), text),
})
type MailTexts = z.infer<typeof textsSchema>

const cache = new Map<Locale, MailTexts>()

/** The texts of e-mail in a language, read once. */
export function mailTexts(locale: Locale): MailTexts {
  const cached = cache.get(locale)
  if (cached) return cached
  const file = new URL(`../../messages/${locale}.json`, import.meta.url)
  const { mail } = z.object({ mail: textsSchema }).parse(JSON.parse(readFileSync(file, 'utf8')))
  cache.set(locale, mail)
  return mail
}
