import type { FailureLog } from '#lib/log/failures.ts'
import type { TraceVariables } from '#lib/variables.ts'
import { setTracer } from './trace.ts'

/**
 * Switches traces on if `OTEL_EXPORTER_OTLP_ENDPOINT` is set; otherwise nothing is loaded.
 * @param service name of this process in the traces, unless `OTEL_SERVICE_NAME` is set.
 * @returns sends the spans that wait; call it when the process stops.
 */
export async function startTraces(
  service: string,
  variables: TraceVariables,
  failures: Pick<FailureLog, 'failed' | 'works'>,
): Promise<() => Promise<void>> {
  if (variables.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return async () => undefined
  // OpenTelemetry's SDK, of several MB.
  const { createTracer } = await import('./otlp.ts')
  const { startSpan, stop } = createTracer(service, variables, failures)
  setTracer(startSpan)
  return async () => {
    setTracer(undefined)
    await stop().catch(() => undefined)
  }
}
