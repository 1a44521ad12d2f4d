import type { Attributes, HrTime } from '@opentelemetry/api'
import { ValueType } from '@opentelemetry/api'
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { emptyResource } from '@opentelemetry/resources'
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics'
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type Metric,
  METRICS,
} from './metrics.ts'
import { type LabelValues, readGauge, seriesOfMetric } from './registry.ts'

/** Of OpenTelemetry's exporter: no timestamps, no labels and no extra metric about the process. */
const serializer = new PrometheusSerializer(undefined, false, undefined, true, true)
const NOW: HrTime = [0, 0]

/**
 * All metrics of this process in Prometheus' text format, by OpenTelemetry's exporter. Load this module
 * only where metrics are configured.
 */
export async function renderMetrics(): Promise<string> {
  const metrics: MetricData[] = []
  for (const [name, metric] of Object.entries(METRICS)) {
    const data = await dataOf(name, metric)
    if (data.dataPoints.length > 0) metrics.push(data)
  }
  return serializer.serialize({
    resource: emptyResource(),
    scopeMetrics: [{ scope: { name: 'keystrip' }, metrics }],
  })
}

async function dataOf(name: string, metric: Metric): Promise<MetricData> {
  const descriptor = {
    name,
    description: metric.help,
    unit: metric.unit ?? '',
    valueType: ValueType.DOUBLE,
  }
  const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE }
  const point = <T>(labels: LabelValues, value: T) => ({
    startTime: NOW,
    endTime: NOW,
    attributes: attributesOf(metric, labels),
    value,
  })
  if (isOf('gauge', name)) {
    const values = await readGauge(name)
    return {
      ...common,
      dataPointType: DataPointType.GAUGE,
      dataPoints: values.map(({ labels, value }) => point(labels, value)),
    }
  }
  if (isOf('histogram', name)) {
    const boundaries = [...METRICS[name].buckets]
    return {
      ...common,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: seriesOfMetric(name).map(({ labels, count, sum, buckets }) =>
        point(labels, { count, sum, buckets: { boundaries, counts: buckets } }),
      ),
    }
  }
  return {
    ...common,
    dataPointType: DataPointType.SUM,
    isMonotonic: true,
    dataPoints: isOf('counter', name)
      ? seriesOfMetric(name).map(({ labels, count }) => point(labels, count))
      : [],
  }
}

type NameOf = { counter: CounterName; gauge: GaugeName; histogram: HistogramName }

function isOf<Kind extends keyof NameOf>(kind: Kind, name: string): name is NameOf[Kind] {
  const metric = Object.entries(METRICS).find(([known]) => known === name)?.[1]
  return metric?.kind === kind
}

function attributesOf({ labels }: Metric, values: LabelValues): Attributes {
  return Object.fromEntries(labels.map((label, at) => [label, values[at] ?? '']))
}
