import { useLocale, useTranslations } from 'next-intl'
import { fileIssueSchema } from '#lib/contract/file/file-issue.ts'
import type { Delivery } from '#lib/contract/release.ts'
import { RELEASE_REASONS, toMessageValues } from '#lib/creator/repository-error.ts'
import { useIssueMessage } from '#components/creator/controls/issue-message.ts'

/** Reasons whose details name the package that they are about; the messages of the others contain it. */
const OF_A_PACKAGE = ['bad_archive', 'wrong_type', 'too_large']

/** Why a release waits, was refused or failed, and which package of it; nothing without a reason. */
export function ReleaseReason({ delivery }: { delivery: Delivery }) {
  const words = useReason(delivery)
  if (words === null) return null
  const { reason, details } = delivery
  const name = OF_A_PACKAGE.includes(reason ?? '') ? details['name'] : undefined
  return (
    <p className="max-w-prose wrap-anywhere">
      {name !== undefined && (
        <>
          <bdi dir="ltr" className="font-mono text-xs">
            {name}
          </bdi>
          {' · '}
        </>
      )}
      {words}
    </p>
  )
}

function useReason({ state, reason, details, received_at: at }: Delivery): string | null {
  const t = useTranslations('creator.release')
  const error = useTranslations('creator.error')
  const locale = useLocale()
  const { describeError } = useIssueMessage()
  if (reason === null) return null
  if (state === 'waiting') return t('waits', { cause: causeOf(reason) })
  const issue = reason === 'bad_archive' ? fileIssueSchema.safeParse(details).data : undefined
  const known = RELEASE_REASONS.find((code) => code === reason)
  return (
    (issue && describeError(issue)) ??
    (known ? error(known, toMessageValues(details, locale, new Date(at))) : reason)
  )
}

/** What a waiting release waits for: the author has nothing to do, whatever it is. */
function causeOf(reason: string) {
  if (reason === 'github_limit') return 'limit'
  if (reason === 'asset_unreachable') return 'asset'
  return reason.startsWith('github_') ? 'github' : 'other'
}
