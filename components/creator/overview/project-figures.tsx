import type { ReactNode } from 'react'
import { Link, TextLink } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { callRequest } from '#lib/contract/call-request.ts'
import { CALLS } from '#lib/contract/calls.ts'
import {
  FIGURES_DAYS,
  FIGURES_RANGES,
  type FiguresRange,
  type ProjectFigures,
} from '#lib/contract/figures/figures.ts'
import type { Project } from '#lib/contract/project.ts'
import { dayAt } from '#lib/own-projects/days.ts'
import { placeMarks } from '#lib/own-projects/marks.ts'
import { figuresIn, type RangeOfFigures } from '#lib/own-projects/ranges.ts'
import { changeOf } from '#lib/own-projects/trend.ts'
import { endpoints, paths } from '#lib/paths.ts'
import { Curve } from './curve.tsx'
import { Table } from './figures-table.tsx'
import type { FiguresTexts } from './figures-texts.ts'

type Props = {
  project: Pick<Project, 'kind' | 'id'>
  figures: ProjectFigures
  range: FiguresRange
  texts: FiguresTexts
}

const METRICS = ['views', 'downloads', 'installs'] as const
type Counts = RangeOfFigures['total']

/** Views, downloads and installs of a project: totals with their change, a plot, and the same numbers as tables. */
export function ProjectFiguresView({ project, figures, range, texts }: Props) {
  const { t } = texts
  const shown = figuresIn(figures, range)
  return (
    <div className="space-y-8">
      <nav aria-label={t('range')}>
        <ul className="author-tabs">
          {FIGURES_RANGES.map((one) => (
            <li key={one}>
              <Link
                href={paths.figures(project, {
                  days: one === FIGURES_RANGES[0] ? null : String(one),
                })}
                aria-current={one === range ? 'page' : undefined}
              >
                {t('days', { days: one })}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {shown.isLittle && <Notice tone="info">{t('little')}</Notice>}
      <Totals shown={shown} range={range} texts={texts} />
      <Plot shown={shown} figures={figures} range={range} texts={texts} />
      <Days shown={shown} texts={texts} />
      {range === FIGURES_DAYS && <Months figures={figures} texts={texts} />}
      <Versions figures={figures} texts={texts} />
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <a
          href={endpoints.figures({ ...project, days: String(range) })}
          download
          className="underline underline-offset-4"
        >
          {t('csv')}
        </a>
        <a
          href={callRequest(CALLS.projectFigures, project).path}
          download={`${project.id}.json`}
          className="underline underline-offset-4"
        >
          {t('json')}
        </a>
        <TextLink href={paths.overview()}>{t('all')}</TextLink>
      </p>
    </div>
  )
}

type ShownProps = { shown: RangeOfFigures; texts: FiguresTexts }

function Totals({ shown, range, texts }: ShownProps & Pick<Props, 'range'>) {
  const { detail, format } = texts
  const { total, before } = shown
  return (
    <dl className="grid gap-3 sm:grid-cols-3">
      {METRICS.map((metric) => (
        <div key={metric} className="rounded-card border border-line bg-surface-1 px-4 py-3">
          <dt className="text-sm text-content-muted">{detail(metric)}</dt>
          <dd>
            <span className="block font-display text-2xl font-semibold tabular-nums">
              {format.number(total[metric])}
            </span>
            {before && (
              <span className="mt-1 block text-xs text-content-muted">
                <Change now={total[metric]} before={before[metric]} range={range} texts={texts} />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Change({
  now,
  before,
  range,
  texts: { t },
}: Pick<Props, 'range' | 'texts'> & { now: number; before: number }) {
  const change = changeOf({ recent: now, before })
  if (change === null) return t('change.none', { days: range })
  if (change === 0) return t('change.level', { days: range })
  return t(change > 0 ? 'change.up' : 'change.down', { share: Math.abs(change), days: range })
}

function Plot({ shown, figures, range, texts }: ShownProps & Pick<Props, 'figures' | 'range'>) {
  const { t, detail, day } = texts
  const { from, days } = shown
  const within = figures.versions.filter(({ at }) => dayAt(at, from) >= 0)
  const marks = placeMarks(within, from, range)
  const views = days.map((one) => one.views)
  const taken = days.map(({ downloads, installs }) => downloads + installs)
  const last = days.at(-1)?.day ?? from
  return (
    <figure className="rounded-card border border-line bg-surface-1 p-4" dir="ltr">
      <figcaption className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-xs text-content-muted">
        <Legend look="size-2 rounded-[2px] bg-accent">{detail('views')}</Legend>
        <Legend look="h-0.5 w-3 bg-content">{t('taken')}</Legend>
        {marks.length > 0 && (
          <Legend look="h-3 border-s border-dashed border-line-control">{t('versions')}</Legend>
        )}
      </figcaption>
      <Curve
        label={t('chart', {
          from: day(from),
          to: day(last),
          most: Math.max(...views),
          taken: Math.max(...taken),
        })}
        values={views}
        others={taken}
        marks={marks.map(({ at }) => at)}
        className="h-40 border-b border-line-strong"
      />
      <p
        aria-hidden="true"
        className="mt-1 flex justify-between text-xs text-content-faint tabular-nums"
      >
        <span>{day(from)}</span>
        <span>{day(last)}</span>
      </p>
    </figure>
  )
}

const Legend = ({ look, children }: { look: string; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden="true" className={`shrink-0 ${look}`} />
    {children}
  </span>
)

function Days({ shown: { days }, texts }: ShownProps) {
  const { t, overview, detail, day } = texts
  const rows = days.filter((counts) => METRICS.some((metric) => counts[metric] > 0)).toReversed()
  if (rows.length === 0) return <p className="text-sm text-content-muted">{t('none')}</p>
  return (
    <details className="fold" open={rows.length <= 31}>
      <summary>{overview('byDay')}</summary>
      <Table
        caption={overview('byDay')}
        head={[overview('day'), ...METRICS.map((metric) => detail(metric))]}
        rows={rows.map((counts) => ({
          key: counts.day,
          label: <time dateTime={counts.day}>{day(counts.day)}</time>,
          cells: cellsOf(counts, texts),
        }))}
      />
      <p className="mt-2 text-xs text-content-muted">{overview('leftOut')}</p>
    </details>
  )
}

const cellsOf = (counts: Counts, { format }: FiguresTexts) =>
  METRICS.map((metric) => format.number(counts[metric]))

function Months({ figures: { months }, texts }: Pick<Props, 'figures' | 'texts'>) {
  const { t, detail, month } = texts
  if (months.length === 0) return null
  return (
    <section className="space-y-2">
      <h2 className="font-display text-lg font-semibold">{t('before')}</h2>
      <Table
        caption={t('before')}
        head={[t('month'), ...METRICS.map((metric) => detail(metric))]}
        rows={months.toReversed().map((counts) => ({
          key: counts.month,
          label: month(counts.month),
          cells: cellsOf(counts, texts),
        }))}
      />
    </section>
  )
}

function Versions({ figures: { versions }, texts }: Pick<Props, 'figures' | 'texts'>) {
  const { t, day, format } = texts
  return (
    <section className="space-y-2">
      <h2 className="font-display text-lg font-semibold">{t('versions')}</h2>
      <Table
        caption={t('versions')}
        head={[t('version'), t('published'), t('taken')]}
        rows={versions.map(({ version, at, is_yanked: isYanked, downloads }) => ({
          key: version,
          label: (
            <>
              {version} {isYanked && <small className="text-warning">{t('yanked')}</small>}
            </>
          ),
          cells: [day(at), format.number(downloads)],
        }))}
      />
      <p className="text-xs text-content-muted">{t('versionsHelp')}</p>
    </section>
  )
}
