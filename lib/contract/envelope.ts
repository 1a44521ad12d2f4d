import { z } from 'zod'

/** `code` of a successful answer (section 4 decides by the body's code, not by the HTTP status). */
export const CODE_OK = 200

/**
 * The envelope of every answer: `{code, message, data}`.
 * `code` decides. In the embedded backend it equals the HTTP status; `message` is for people and
 * never holds a stack, a secret or a token; `data` is `null` on failure.
 */
export const envelopeSchema = z.object({
  code: z.number().int().min(100).max(599),
  message: z.string().max(2000).default(''),
  data: z.unknown(),
  /** Only in answers that hand out a session (section 3, token refresh response). */
  token: z.string().optional(),
})
export type Envelope = z.infer<typeof envelopeSchema>

/** Builds the schema of a successful answer with the given `data`. */
export function envelopeOf<T extends z.ZodType>(data: T) {
  return z.object({ code: z.literal(CODE_OK), message: z.string(), data })
}
