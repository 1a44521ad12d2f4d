import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/ui/notice.tsx'
import { type ProjectOutcome, SUCCESSES } from '#lib/auth/project-outcome.ts'
import type { Kind } from '#lib/contract/kind.ts'

type Props = { outcome: ProjectOutcome | null; kind: Kind; version?: string | undefined }

/** Result of a form of one's own projects that was posted without scripts. */
export async function ProjectNotice({ outcome, kind, version = '' }: Props) {
  if (outcome === null) return null
  return (
    <div role="status">
      <Notice tone={SUCCESSES.includes(outcome) ? 'success' : 'danger'}>
        {await messageOf(outcome, kind, version)}
      </Notice>
    </div>
  )
}

async function messageOf(outcome: ProjectOutcome, kind: Kind, version: string) {
  const [done, drafts, versions, refusal] = await Promise.all([
    getTranslations('creator.done'),
    getTranslations('creator.drafts'),
    getTranslations('creator.versions'),
    getTranslations('creator.refusal'),
  ])
  switch (outcome) {
    case 'deleted':
      return done('delete', { kind })
    case 'draft_deleted':
      return drafts('deleted')
    case 'withdrawn':
      return versions('doneWithdrawn', { version })
    case 'offered':
      return versions('doneOffered', { version })
    case 'promoted':
      return versions('donePromoted', { version })
    case 'published':
      return versions('donePublished', { version })
    case 'cancelled':
      return versions('doneCancelled', { version })
    case 'discarded':
      return versions('doneDiscarded', { version })
    case 'too_long':
      return versions('tooLong')
    default:
      return refusal(outcome)
  }
}
