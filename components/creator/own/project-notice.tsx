import { Notice } from '#components/ui/notice.tsx'
import {
  isProjectError,
  isVersionChange,
  type ProjectOutcome,
  VERSION_DONE,
} from '#lib/own-projects/project-outcome.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { getTexts } from '#lib/i18n/translations.ts'

type Props = { outcome: ProjectOutcome | null; kind: Kind; version?: string | undefined }

/** Result of a form of one's own projects that was posted without scripts. */
export async function ProjectNotice({ outcome, kind, version = '' }: Props) {
  if (outcome === null) return null
  return (
    <div role="status">
      <Notice tone={isProjectError(outcome) ? 'danger' : 'success'}>
        {await messageOf(outcome, kind, version)}
      </Notice>
    </div>
  )
}

async function messageOf(outcome: ProjectOutcome, kind: Kind, version: string) {
  const [done, drafts, unfinished, versions, refusal] = await getTexts(
    'creator.done',
    'creator.drafts',
    'creator.unfinished',
    'creator.versions',
    'creator.refusal',
  )
  if (isVersionChange(outcome)) return versions(VERSION_DONE[outcome], { version })
  switch (outcome) {
    case 'deleted':
      return done('delete', { kind })
    case 'draft_deleted':
      return drafts('deleted')
    case 'upload_discarded':
      return unfinished('discarded')
    case 'too_long':
      return versions('tooLong')
    default:
      return refusal(outcome)
  }
}
