import type { BulkAction } from '#lib/contract/admin/bulk.ts'
import type { DecisionReason } from '#lib/contract/admin/report.ts'
import type { Locale } from '#lib/contract/locale.ts'
import { type Path, paths } from '#lib/paths.ts'
import { type Frame, writer } from './messages.ts'
import type { ComposedMail } from './sender.ts'
import { mailTexts, type ReportEvent } from './texts.ts'

/** The reason of a decision in a language, and what was added to it. */
export function decisionText(locale: Locale, reason: DecisionReason, text: string): string {
  return [mailTexts(locale).decision[reason], text].filter(Boolean).join(' ')
}

type Bulk = { action: BulkAction; count: number; reason: string }

/** The one message to an author about many projects that were hidden, or restored. */
export function bulkMessage({ action, count, reason, ...frame }: Frame & Bulk): ComposedMail {
  const { site } = frame
  const values = { count: String(count), reason, email: site.supportEmail }
  const { texts, link, message } = writer(frame, values)
  const { subject, what } = texts.bulk[action]
  const { reason: why, contact } = texts.moderation
  const lines = action === 'hide' ? [why, contact] : [why]
  return message(subject, [what, ...lines, link('projects', paths.user)])
}

type Suspension = { event: 'suspended' | 'lifted'; reason: string; until: string | null }

/** The message to an account that is suspended, or no longer. */
export function suspensionMessage({
  event,
  reason,
  until,
  ...frame
}: Frame & Suspension): ComposedMail {
  const time =
    until === null
      ? ''
      : new Intl.DateTimeFormat(frame.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
          new Date(until),
        )
  const values = { reason, time, email: frame.site.supportEmail }
  const { texts, message } = writer(frame, values)
  const { subject, what } = texts.suspension[event]
  const { reason: why, contact } = texts.moderation
  const lines = [why, ...(until === null ? [] : [texts.suspension.until])]
  return message(subject, [what, ...lines, ...(event === 'suspended' ? [contact] : [])])
}

type Mail = { event: ReportEvent; report: { number: number; title: string } }

/** The page that a message leads to. The page of a report’s sender has a secret that is not stored: the receipt had its address. */
const PAGES: Record<ReportEvent, (number: number) => Path | null> = {
  new: paths.adminReport,
  answered: paths.adminReport,
  author_asked: () => paths.ownReports,
  reporter_asked: () => null,
  decided: () => null,
}

/** A message about a report, to a moderator, the author or its sender. */
export function reportMessage({
  event,
  report: { number, title },
  ...frame
}: Frame & Mail): ComposedMail {
  const { texts, link, message } = writer(frame, { number: String(number), title })
  const { subject, what } = texts.report[event]
  const page = PAGES[event](number)
  return message(subject, [what, ...(page === null ? [] : [link('report', page)])])
}
