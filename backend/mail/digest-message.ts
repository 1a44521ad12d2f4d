import { paths } from '#lib/paths.ts'
import { fill, type MailPart } from './compose.ts'
import { type Frame, writer } from './messages.ts'
import type { ComposedMail } from './sender.ts'
import { mailTexts } from './texts.ts'

export type Waiting = {
  reports: { number: number; title: string }[]
  held: { title: string; author: string }[]
}

type Digest = {
  waiting: Waiting
  /** Of each how many are listed at most. */
  listed: number
}

/** The one message to a moderator about all that waits. */
export function digestMessage({ waiting, listed, ...frame }: Frame & Digest): ComposedMail {
  const { reports, held } = waiting
  const { digest, report } = mailTexts(frame.locale)
  const values = {
    count: String(reports.length + held.length),
    reports: String(reports.length),
    held: String(held.length),
    reportLines: reports
      .slice(0, listed)
      .map(({ number, title }) => fill(report.new.subject, { number: String(number), title }))
      .join('\n'),
    heldLines: held
      .slice(0, listed)
      .map(({ title, author }) => `${title} (${author})`)
      .join('\n'),
  }
  const { link, message } = writer(frame, values)
  const parts: MailPart[] = []
  if (reports.length > 0)
    parts.push(digest.reports, '{reportLines}', link('reports', paths.adminReports()))
  if (held.length > 0) parts.push(digest.held, '{heldLines}', link('held', paths.adminHeld))
  return message(digest.subject, [...parts, digest.why])
}
