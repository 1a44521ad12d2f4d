import { getFormatter, getTranslations } from 'next-intl/server'
import type { OwnCounts } from '#lib/contract/account.ts'

/** How often one's projects were seen, downloaded and installed: in all, and day by day. */
export async function Counts({ counts }: { counts: OwnCounts }) {
  const [t, detail, format] = await Promise.all([
    getTranslations('creator.counts'),
    getTranslations('detail'),
    getFormatter(),
  ])
  return (
    <section aria-labelledby="counts" className="mb-10">
      <h2 id="counts" className="sr-only">
        {t('title')}
      </h2>
      <dl className="grid grid-cols-3 gap-2 sm:gap-3">
        {(['views', 'downloads', 'installs'] as const).map((what) => {
          const days = counts.days.map((day) => day[what])
          const most = Math.max(...days, 0)
          const recent = days.reduce((sum, count) => sum + count, 0)
          return (
            <div key={what} className="rounded-card border border-line bg-surface-1 p-3 sm:p-4">
              <dt className="text-sm text-content-muted">{detail(what)}</dt>
              <dd>
                <span className="font-display text-xl font-semibold tabular-nums">
                  {format.number(counts[what])}
                </span>
                <Bars
                  values={days}
                  label={t('chart', { what: detail(what), most: format.number(most) })}
                />
                <span className="text-xs text-content-faint tabular-nums">
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

const HEIGHT = 32
const STEP = 8
const BAR = 5

/** One bar per day; a day without any is a line on the ground. */
function Bars({ values, label }: { values: number[]; label: string }) {
  const most = Math.max(...values, 1)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${values.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="my-2 block h-8 w-full fill-accent"
    >
      {values.map((value, at) => {
        const height = value === 0 ? 1 : Math.max(2, (value / most) * HEIGHT)
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- the days stand in their order
            key={at}
            x={at * STEP}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            opacity={value === 0 ? 0.3 : 1}
          />
        )
      })}
    </svg>
  )
}
