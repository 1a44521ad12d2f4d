import type { DayCounts } from '#lib/contract/account.ts'
import {
  FIGURES_DAYS,
  FIGURES_RANGES,
  type FiguresRange,
  type ProjectFigures,
} from '#lib/contract/figures/figures.ts'
import { allDays, totalOf } from './days.ts'

const DAY_MS = 24 * 3600 * 1000
/** Events in both periods below which a change says little. */
const LITTLE = 30

type Counts = Omit<DayCounts, 'day'>

/** The counts of a range, and those of the time before it. */
export type RangeOfFigures = {
  /** The first day. */
  from: string
  /** All days, oldest first. */
  days: DayCounts[]
  total: Counts
  /** Of as many days before; `null` where they are not counted one by one. */
  before: Counts | null
  /** Whether there are so few events that a change is noise. */
  isLittle: boolean
}

/** The range that an address names, 30 days by default. */
export const rangeOf = (text: unknown): FiguresRange =>
  FIGURES_RANGES.find((range) => String(range) === text) ?? FIGURES_RANGES[0]

export function figuresIn(
  { from: first, days }: ProjectFigures,
  range: FiguresRange,
): RangeOfFigures {
  const startOf = (length: number) =>
    new Date(Date.parse(first) + (FIGURES_DAYS - length) * DAY_MS).toISOString().slice(0, 10)
  const from = startOf(range)
  const shown = allDays(days, from, range)
  const total = totalOf(shown)
  const before =
    2 * range <= FIGURES_DAYS ? totalOf(allDays(days, startOf(2 * range), range)) : null
  const sumOf = ({ views, downloads, installs }: Counts) => views + downloads + installs
  return {
    from,
    days: shown,
    total,
    before,
    isLittle: sumOf(total) + (before ? sumOf(before) : 0) < LITTLE,
  }
}

/** A range as CSV (RFC 4180): all its days, before them the months if it is the longest. */
export function figuresCsv(figures: ProjectFigures, range: FiguresRange): string {
  const { days } = figuresIn(figures, range)
  const months = range === FIGURES_DAYS ? figures.months : []
  const rows = [
    ...months.map(({ month, ...counts }) => ({ at: month, ...counts })),
    ...days.map(({ day, ...counts }) => ({ at: day, ...counts })),
  ].map(({ at, views, downloads, installs }) => [at, views, downloads, installs])
  return [['period', 'views', 'downloads', 'installs'], ...rows]
    .map((row) => `${row.join(',')}\r\n`)
    .join('')
}
