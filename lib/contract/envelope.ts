import { z } from 'zod'

/** `code` of a successful answer. Clients go by the body's code, not by the HTTP status. */
export const CODE_OK = 200

/** Machine-readable values by name. */
export const detailsSchema = z.record(
  z.string().max(60),
  z.union([z.string().max(1000), z.number()]),
)
export type Details = z.infer<typeof detailsSchema>

/** A warning; `reason` has a message in the interface, unknown ones are ignored. */
export const warningSchema = z.object({ reason: z.string().max(60), details: detailsSchema })
export type Warning = z.infer<typeof warningSchema>
/** Warnings of an answer at most. */
export const WARNINGS_MAX = 20

/**
 * The envelope of every answer: `{code, message, data}`.
 * `code` decides; in the embedded backend it equals the HTTP status. `message` is for people and never
 * contains a stack, a secret or a token; `data` is `null` on failure.
 */
export const envelopeSchema = z.object({
  code: z.number().int().min(100).max(599),
  message: z.string().max(2000).default(''),
  data: z.unknown(),
  /** Only in answers that start or refresh a session. */
  token: z.string().min(1).max(2000).optional(),
  /**
   * A device token, besides `token`: a browser that sends it again (`x-device-tokens`, comma-separated) counts as
   * known to the account. Optional.
   */
  device: z.string().min(1).max(200).optional().catch(undefined),
  /** Machine-readable reason of a refusal (error-code.ts). Optional; other codes are allowed. */
  reason: z.string().max(60).optional(),
  /**
   * Values for the message of `reason`, such as the entry of an archive, or `retry_at`, an ISO 8601 time before
   * which a retry fails.
   */
  details: detailsSchema.optional().catch(undefined),
  /** Names of the invalid fields of the request. */
  fields: z.array(z.string().max(60)).max(20).optional().catch(undefined),
  /** Of a successful answer: `unknown_field` for each field of the request that was ignored. Optional. */
  warnings: z.array(warningSchema).max(WARNINGS_MAX).optional().catch(undefined),
  /** Id of a refused or failed request, as in the log and in `X-Request-Id`. Optional. */
  request_id: z.string().max(100).optional().catch(undefined),
})
export type Envelope = z.infer<typeof envelopeSchema>

/** The schema of a successful answer with the given `data`. */
export function envelopeOf<T extends z.ZodType>(data: T) {
  const warnings = envelopeSchema.shape.warnings.unwrap()
  return z.object({ code: z.literal(CODE_OK), message: z.string(), data, warnings })
}
