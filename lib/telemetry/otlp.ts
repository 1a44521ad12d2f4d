import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FailureLog } from '#lib/log/failures.ts'
import type { TraceVariables } from '#lib/variables.ts'
import type { Span, StartSpan } from './trace.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }
type Failures = Pick<FailureLog, 'failed' | 'works'>

/** Longer texts, such as statements, are cut. */
const TEXT_MAX = 2000
/** Spans that wait to be sent; further ones are dropped. About 1 kB each. */
const QUEUE_MAX = 2048

/**
 * Sends spans over OTLP (HTTP, JSON); address, headers and timeout are the standard `OTEL_EXPORTER_OTLP_*`
 * variables, which the exporter reads. Load this module only where traces are configured.
 * @returns how to start a span, and `stop`, which sends what waits.
 */
export function createTracer(service: string, variables: TraceVariables, failures: Failures) {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': variables.OTEL_SERVICE_NAME ?? service }),
    sampler: samplerOf(variables),
    spanLimits: { attributeValueLengthLimit: TEXT_MAX },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(new OTLPTraceExporter(), failures),
        maxQueueSize: QUEUE_MAX,
      }),
    ],
  })
  const tracer = provider.getTracer('keystrip')
  const originals = new WeakMap<Span, OtelSpan>()

  const startSpan: StartSpan = (name, { kind, attributes = {}, parent, link }) => {
    const cause = link && originals.get(link)?.spanContext()
    const original = tracer.startSpan(
      name,
      {
        kind: KINDS[kind],
        attributes,
        ...(cause && isSpanContextValid(cause) && { links: [{ context: cause }] }),
      },
      contextOf(parent),
    )
    const { traceId, spanId, traceFlags } = original.spanContext()
    const span: Span = {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      set: (more) => void original.setAttributes(more),
      rename: (better) => void original.updateName(better),
      end(error) {
        if (error !== undefined) {
          original.setStatus({ code: SpanStatusCode.ERROR })
          original.setAttributes(attributesOfError(error))
        }
        original.end()
      },
    }
    originals.set(span, original)
    return span
  }

  function contextOf(parent: Span | string | undefined): Context {
    if (parent === undefined) return ROOT_CONTEXT
    const context =
      typeof parent === 'string' ? remoteContext(parent) : originals.get(parent)?.spanContext()
    return context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT
  }

  return { startSpan, stop: () => provider.shutdown() }
}

/** @param traceparent valid (trace.ts). */
function remoteContext(traceparent: string): SpanContext {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-')
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}

/** Class and code; messages may hold what a visitor sent. */
function attributesOfError(error: unknown) {
  if (!(error instanceof Error)) return { 'error.type': 'unknown' }
  const code = 'code' in error ? String(error.code).slice(0, 60) : undefined
  return { 'error.type': error.name, ...(code !== undefined && { 'error.code': code }) }
}

/** Failures of the receiver are logged once per cause; the spans are lost. */
function reporting(exporter: SpanExporter, failures: Failures): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error) failures.failed('traces', result.error)
        else failures.works('traces')
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}

function samplerOf({
  OTEL_TRACES_SAMPLER,
  OTEL_TRACES_SAMPLER_ARG: share,
}: TraceVariables): Sampler {
  const ratio = new TraceIdRatioBasedSampler(share)
  switch (OTEL_TRACES_SAMPLER) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return ratio
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() })
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() })
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: ratio })
  }
}
