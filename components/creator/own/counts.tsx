import { getFormatter } from 'next-intl/server'
import type { OwnCounts } from '#lib/contract/account.ts'
import { Curve } from '#components/creator/overview/curve.tsx'
import { getTexts } from '#lib/i18n/translations.ts'

/** Views, downloads and installs of one's own projects: totals and the last 30 days. */
export async function Counts({ counts }: { counts: OwnCounts }) {
  const [t, detail] = await getTexts('creator.counts', 'detail')
  const format = await getFormatter()
  return (
    <section aria-labelledby="counts" className="mb-8">
      <h2 id="counts" className="sr-only">
        {t('title')}
      </h2>
      <dl className="grid grid-cols-3 gap-2 sm:gap-3">
        {(['views', 'downloads', 'installs'] as const).map((metric) => {
          const days = counts.days.map((day) => day[metric])
          const peak = Math.max(...days, 0)
          const recent = days.reduce((sum, count) => sum + count, 0)
          return (
            <div key={metric} className="rounded-card border border-line bg-surface-1 p-3 sm:p-4">
              <dt className="text-xs wrap-anywhere text-content-muted sm:text-sm">
                {detail(metric)}
              </dt>
              <dd>
                <span
                  aria-hidden="true"
                  className="font-display text-lg font-semibold tabular-nums sm:text-xl"
                >
                  {format.number(counts[metric], { notation: 'compact' })}
                </span>
                <span className="sr-only">{format.number(counts[metric])}</span>
                <Curve
                  values={days}
                  label={t('chart', { what: detail(metric), most: format.number(peak) })}
                  className="my-2 h-8"
                />
                <span className="block text-xs text-content-faint tabular-nums">
                  {t('recent', { count: format.number(recent) })}
                </span>
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
