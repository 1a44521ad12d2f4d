import { ensureProcessState } from '#lib/process-state.ts'
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type MetricName,
  METRICS,
} from './metrics.ts'

/** Values of the labels of a metric, in their order. */
export type LabelValues = readonly string[]
/** A histogram's counts per bucket (the last one is unbounded); a counter has none. */
export type Series = { labels: LabelValues; count: number; sum: number; buckets: number[] }
/** Values of a gauge by labels. Nothing while there is no value. */
type Reading = readonly { labels: LabelValues; value: number }[]
export type ReadGauge = () => Reading | Promise<Reading>

/** Series of one metric. Beyond that, further label values share one series: a mistake must not fill the memory. */
const SERIES_MAX = 1000
const OVERFLOW = 'overflow'

type State = {
  series: Map<MetricName, Map<string, Series>>
  gauges: Map<GaugeName, ReadGauge>
}

declare module '#lib/process-state.ts' {
  interface ProcessState {
    metrics: State
  }
}

/** Plain numbers: they cost next to nothing, collected or not. */
const state = ensureProcessState('metrics', () => ({ series: new Map(), gauges: new Map() }))

/** Adds to a counter. */
export function count(name: CounterName, labels: LabelValues = [], by = 1): void {
  seriesOf(name, labels).count += by
}

/** Adds a value, in the unit of the metric, to a histogram. */
export function observe(name: HistogramName, value: number, labels: LabelValues): void {
  const series = seriesOf(name, labels)
  const { buckets } = METRICS[name]
  let at = 0
  while (at < buckets.length && value > (buckets[at] ?? Infinity)) at += 1
  series.buckets[at] = (series.buckets[at] ?? 0) + 1
  series.count += 1
  series.sum += value
}

/** Sets how a gauge is read. */
export function setGauge(name: GaugeName, read: ReadGauge): void {
  state.gauges.set(name, read)
}

/** A gauge without labels; `null` while there is no value. */
export function setSimpleGauge(
  name: GaugeName,
  read: () => number | null | Promise<number | null>,
): void {
  setGauge(name, async () => {
    const value = await read()
    return value === null ? [] : [{ labels: [], value }]
  })
}

/** Seconds since `began`, a time of `performance.now()`. */
export const secondsSince = (began: number): number => (performance.now() - began) / 1000

export const seriesOfMetric = (name: MetricName): Series[] => [
  ...(state.series.get(name)?.values() ?? []),
]

/** The values of a gauge now; none if it cannot be read. */
export async function readGauge(name: GaugeName): Promise<Reading> {
  try {
    return (await state.gauges.get(name)?.()) ?? []
  } catch {
    return []
  }
}

function seriesOf(name: MetricName, labels: LabelValues): Series {
  let all = state.series.get(name)
  if (!all) state.series.set(name, (all = new Map()))
  const key = labels.length === 1 ? (labels[0] ?? '') : labels.join('\n')
  const known = all.get(key)
  if (known) return known
  if (all.size >= SERIES_MAX && labels.some((value) => value !== OVERFLOW)) {
    return seriesOf(
      name,
      labels.map(() => OVERFLOW),
    )
  }
  const metric = METRICS[name]
  const buckets = metric.kind === 'histogram' ? metric.buckets.map(() => 0).concat(0) : []
  const series = { labels, count: 0, sum: 0, buckets }
  all.set(key, series)
  return series
}
