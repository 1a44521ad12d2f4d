import { catch as withFallback } from 'zod/mini'
import * as z from 'zod/mini'
import type { CODE_OK as OK, Details, Envelope } from '#lib/contract/envelope.ts'

/*
 * The contract's envelope in the small form of zod: the contract's own schema would weigh more than
 * the page that reads an answer.
 */

/** `code` of a successful answer. */
export const CODE_OK: typeof OK = 200

const detailsSchema = z.record(z.string(), z.union([z.string(), z.number()]))
const envelopeSchema = z.object({
  code: z.int(),
  message: z.optional(z.string()),
  data: z.unknown(),
  reason: z.optional(z.string()),
  // Extras: a malformed one does not spoil the answer.
  details: withFallback(z.optional(detailsSchema), undefined),
  fields: withFallback(z.optional(z.array(z.string())), undefined),
})

/** An answer of the API. `code` decides, whatever the status of the response. */
export type ApiAnswer = {
  code: Envelope['code']
  message: Envelope['message']
  data: unknown
  reason: string | null
  /** Values for the message of `reason`. */
  details: Details
  /** Fields of the request that are at fault. */
  fields: string[]
}

/** Parses an answer's body. @throws if it is no envelope. */
export function parseEnvelope(body: unknown): ApiAnswer {
  const {
    message = '',
    reason = null,
    details = {},
    fields = [],
    ...rest
  } = z.parse(envelopeSchema, body)
  return { ...rest, message, reason, details, fields }
}

/** Reads the envelope of a response. @throws if the body is no envelope. */
export async function readEnvelope(response: Response): Promise<ApiAnswer> {
  return parseEnvelope(await response.json())
}

/** Reads `data` of a successful answer. @throws if the call failed or `data` does not match. */
export async function readData<T>(response: Response, schema: z.ZodMiniType<T>): Promise<T> {
  const { code, data } = await readEnvelope(response)
  if (code !== CODE_OK) throw new Error(`Call failed with code ${code}`)
  return z.parse(schema, data)
}
