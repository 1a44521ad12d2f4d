import { getFormatter, getTranslations } from 'next-intl/server'
import { useLocale, useTranslations } from 'next-intl'
import type { Delivery } from '#lib/contract/release.ts'
import { fileIssueSchema } from '#lib/contract/file/file-issue.ts'
import { RELEASE_REASONS, toMessageValues } from '#lib/creator/repository-error.ts'
import { useIssueMessage } from '#components/creator/controls/issue-message.ts'

const TONES: Partial<Record<Delivery['state'], string>> = {
  published: 'text-success',
  accepted: 'text-success',
  refused: 'text-danger',
  failed: 'text-danger',
  waiting: 'text-warning',
}

/** What became of the releases of a plugin, newest first, each with its reason. */
export async function ReleaseList({ deliveries }: { deliveries: Delivery[] }) {
  const [t, format] = await Promise.all([getTranslations('creator.release'), getFormatter()])
  if (deliveries.length === 0) return <p className="text-sm text-content-muted">{t('none')}</p>
  return (
    <ol className="divide-y divide-line border-y border-line">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="space-y-1 py-3 text-sm">
          <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <bdi dir="ltr" className="font-medium break-all">
                {delivery.tag ?? t('latest')}
              </bdi>
              <span className={TONES[delivery.state] ?? 'text-content-muted'}>
                {t(`state.${delivery.state}`)}
              </span>
            </span>
            <span className="text-content-faint">
              {t(`origin.${delivery.origin}`)}
              {' · '}
              <time dateTime={delivery.received_at} className="tabular-nums">
                {format.dateTime(new Date(delivery.received_at), {
                  dateStyle: 'medium',
                  timeStyle: 'short',
                })}
              </time>
            </span>
          </p>
          <ReleaseReason delivery={delivery} />
        </li>
      ))}
    </ol>
  )
}

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
