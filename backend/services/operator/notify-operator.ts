import { and, desc, eq } from 'drizzle-orm'
import type { Project } from '#lib/contract/project.ts'
import { paths } from '#lib/paths.ts'
import { audit } from '#backend/db/tables.ts'
import { RateLimitError } from '#backend/errors.ts'
import { operatorMessage } from '#backend/mail/messages.ts'
import { reportFailure } from '#backend/report-failure.ts'
import type { AnsweredProject } from '#backend/services/hidden/answers.ts'
import type { RateLimits } from '#backend/services/limit/limits.ts'
import { moderatorMails } from '#backend/services/setting/moderator-mails.ts'
import type { Overrides } from '#backend/services/setting/settings.ts'
import { toEntry } from './moderate.ts'
import { notifyAuthor, type NotifyDeps } from './notify-author.ts'

type HoldDeps = NotifyDeps & { limits: RateLimits; overrides: Overrides }

/** Mails the operator what the author of a hidden project has written. Returns at once; a failure is only logged. */
export function notifyOfAnswer(deps: NotifyDeps, { id, kind, title, text }: AnsweredProject): void {
  const subject = `Answer about the hidden project “${title}”`
  const lines = [
    `The author of “${title}” (${kind} ${id}), which is hidden, writes:`,
    text,
    'All hidden projects with their answers: npm run admin -- hidden',
  ]
  deps
    .send(operatorMessage({ site: deps.site, subject, lines }))
    .catch((error: unknown) => reportFailure(deps, error, 'answer not sent', { project: id }))
}

/**
 * Mails author and operator about a publication that is held, once: a repeated request has another time. Returns at once; a failure
 * is only logged.
 * @param now the time of the publication.
 */
export function notifyOfHold(
  deps: HoldDeps,
  { id, held }: Pick<Project, 'id' | 'held'>,
  now: Date,
): void {
  if (held === undefined) return
  sendHold(deps, { id, held }, now).catch((error: unknown) => {
    if (error instanceof RateLimitError) return
    reportFailure(deps, error, 'messages of a hold not sent', { project: id })
  })
}

async function sendHold(deps: HoldDeps, { id, held }: Pick<Project, 'id' | 'held'>, now: Date) {
  const isHold = and(eq(audit.projectId, id), eq(audit.action, 'hold'), eq(audit.at, now))
  const [row] = await deps.db.select().from(audit).where(isHold).orderBy(desc(audit.id)).limit(1)
  if (!row || row.kind === null) return
  const { kind, title, author, reason } = row
  const isVersion = held === 'version'
  await notifyAuthor(deps, { ...toEntry(row, { kind, id }), action: 'hold' }, { isVersion })
  // Otherwise it is in the mail about all that waits (services/report/digest.ts).
  if ((await moderatorMails(deps.db, deps.overrides)) !== 'at_once') return
  await deps.limits.count('holdNotices', 'site')
  const lines = [
    `“${title}” (${kind} ${id}) by ${author} waits: ${
      reason === 'review'
        ? 'it is the first project of its author.'
        : `it equals something hidden, in: ${reason}`
    }`,
    `List it and decide: ${deps.site.url}${paths.adminHeld} or npm run admin -- held`,
  ]
  await deps.send(operatorMessage({ site: deps.site, subject: `“${title}” is held`, lines }))
}
