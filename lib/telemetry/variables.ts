import { z } from 'zod'

/** Minimum length of the token, in characters. */
const TOKEN_MIN = 16

/** Variables of metrics and traces, read by web app and backend. The ports are each process's own. */
export const telemetryVariables = {
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'expected printable ASCII')
    .min(TOKEN_MIN)
    .max(500)
    .optional(),
  /** The exporter reads it and the other `OTEL_EXPORTER_OTLP_*` variables itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).optional(),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
}

const telemetrySchema = z.object(telemetryVariables)
export type TraceVariables = Pick<
  z.output<typeof telemetrySchema>,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
>
