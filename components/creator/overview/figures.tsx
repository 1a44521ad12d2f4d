import { COUNTED_DAYS, type DayCounts } from '#lib/contract/account.ts'
import type { OwnProject } from '#lib/contract/own-project.ts'
import { allDays, dayAt, totalOf } from '#lib/own-projects/days.ts'
import { labelledMarks, placeMarks } from '#lib/own-projects/marks.ts'
import { TextLink } from '#components/ui/link.tsx'
import { paths } from '#lib/paths.ts'
import { Curve } from './curve.tsx'
import { Table } from './figures-table.tsx'
import type { OverviewTexts } from './texts.ts'
import { isolated } from '#lib/contract/name/name.ts'

type Props = { project: OwnProject; from: string; texts: OverviewTexts }

const METRICS = ['views', 'downloads', 'installs'] as const

/** The counted days of a project: three numbers, a curve with its versions, and the same as a table. */
export function Figures({ project, from, texts }: Props) {
  const days = allDays(project.days, from)
  return (
    <div className="px-4">
      <Totals days={days} texts={texts} />
      <Chart project={project} from={from} days={days} texts={texts} />
      <FiguresTable project={project} from={from} days={days} texts={texts} />
      {!project.hidden && (
        <p className="pb-2 text-xs">
          <TextLink
            href={paths.figures(project)}
            className="inline-flex min-h-8 items-center text-content-muted hover:text-content"
          >
            {texts.t('more')}
            <span className="sr-only">
              {' '}
              {texts.t('ofProject', { title: isolated(project.title) })}
            </span>
          </TextLink>
        </p>
      )}
    </div>
  )
}

type PartProps = Props & { days: DayCounts[] }

function Totals({ days, texts: { detail, format } }: Pick<PartProps, 'days' | 'texts'>) {
  const total = totalOf(days)
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      {METRICS.map((metric) => (
        <div key={metric} className="flex flex-col-reverse justify-end">
          <dt className="flex items-center gap-1.5 text-xs text-content-muted">
            <span
              aria-hidden="true"
              className={
                metric === 'views'
                  ? 'size-2 shrink-0 rounded-[2px] bg-accent'
                  : 'h-0.5 w-2 shrink-0 bg-content'
              }
            />
            {detail(metric)}
          </dt>
          <dd className="font-display text-lg font-semibold tabular-nums">
            {/* “1.2M” is no number for a screen reader. */}
            <span aria-hidden="true">{format.number(total[metric], { notation: 'compact' })}</span>
            <span className="sr-only">{format.number(total[metric])}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Chart({ project, from, days, texts: { t, day, format } }: PartProps) {
  const marks = placeMarks(project.versions, from)
  const views = days.map((one) => one.views)
  const taken = days.map(({ downloads, installs }) => downloads + installs)
  const last = days.at(-1)?.day ?? from
  const label = t('chart', {
    from: day(from),
    to: day(last),
    most: Math.max(...views),
    taken: Math.max(...taken),
  })
  const versions = marks.flatMap((mark) => mark.versions)
  return (
    <figure className="mt-3 text-xs text-content-faint tabular-nums" dir="ltr">
      <Curve
        label={
          versions.length === 0
            ? label
            : `${label}\n${t('marked', { versions: format.list(versions) })}`
        }
        values={views}
        others={taken}
        marks={marks.map(({ at }) => at)}
        className="h-14"
      />
      {/* Like the curve, in every language from left to right. */}
      <div aria-hidden="true" dir="ltr" className="relative border-t border-line-strong">
        {marks.map(({ at, versions: [version] }) => (
          <span
            key={version}
            style={{ insetInlineStart: `${at * 100}%` }}
            className="absolute -top-1 -ms-1 size-2 rounded-[2.5px] border border-line-control bg-surface-2"
          />
        ))}
        {marks.length > 0 && (
          <p className="relative mt-1.5 h-4">
            {labelledMarks(marks).map(({ at, versions: [version] }) => (
              <span
                key={version}
                style={
                  at > 0.5
                    ? { insetInlineEnd: `${(1 - at) * 100}%` }
                    : { insetInlineStart: `${at * 100}%` }
                }
                className="absolute max-w-[45%] truncate text-content-muted"
              >
                {version}
              </span>
            ))}
          </p>
        )}
        <p className="mt-1 flex justify-between">
          <span>{day(from)}</span>
          <span>{day(last)}</span>
        </p>
      </div>
    </figure>
  )
}

/** The days with anything to tell, for everybody who opens it. */
function FiguresTable({ project, from, days, texts }: PartProps) {
  const { t, detail, day, format } = texts
  const rows = days
    .map((counts, at) => ({ counts, versions: versionsOn(project, from, at) }))
    .filter(({ counts, versions }) => versions !== '' || METRICS.some((one) => counts[one] > 0))
  if (rows.length === 0) {
    return (
      <p className="mt-2 pb-3 text-xs text-content-muted">{t('none', { days: COUNTED_DAYS })}</p>
    )
  }
  return (
    <details className="mt-1 pb-1 text-xs">
      <summary className="inline-flex min-h-8 cursor-pointer items-center text-content-muted hover:text-content">
        <span className="underline underline-offset-4">{t('byDay')}</span>
        <span className="sr-only"> {t('ofProject', { title: isolated(project.title) })}</span>
      </summary>
      <Table
        isCompact
        head={[t('day'), ...METRICS.map((metric) => detail(metric))]}
        rows={rows.map(({ counts, versions }) => ({
          key: counts.day,
          label: (
            <>
              <time dateTime={counts.day}>{day(counts.day)}</time>
              {versions !== '' && <span className="block text-content-muted">{versions}</span>}
            </>
          ),
          cells: METRICS.map((metric) => format.number(counts[metric])),
        }))}
      />
      <p className="mt-1 pb-2 text-content-muted">{t('leftOut')}</p>
    </details>
  )
}

/** The versions of a day. */
const versionsOn = ({ versions }: OwnProject, from: string, at: number) =>
  versions
    .filter((one) => dayAt(one.at, from) === at)
    .map(({ version }) => version)
    .join(', ')
