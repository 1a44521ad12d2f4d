import { getFormatter, getTranslations } from 'next-intl/server'
import type { Delivery } from '#lib/contract/release.ts'
import { ReleaseReason } from './release-reason.tsx'

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
