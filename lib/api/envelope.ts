import { type Envelope, envelopeSchema } from '#lib/contract/envelope.ts'
import { ApiError } from './error.ts'

/** The largest answer that is read, in bytes; a list of 100 projects with full descriptions is smaller. */
export const ANSWER_MAX_BYTES = 4 * 1024 * 1024

/** @throws ApiError for a text that is no envelope. */
export function parseEnvelope(text: string): Envelope {
  try {
    return envelopeSchema.parse(JSON.parse(text))
  } catch {
    throw new ApiError({ kind: 'bad_answer', code: 502 }, 'not an envelope')
  }
}
