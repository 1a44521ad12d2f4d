import { z } from 'zod'

/** How a part of the backend is; `unknown` until it was looked at once. */
const partStateSchema = z.enum(['ok', 'failing', 'unknown'])
export type PartState = z.infer<typeof partStateSchema>

/**
 * `data` of the backend's own `GET /readyz`: 503 where the database or the files cannot be read, and 200
 * where only sending mail or writing to the disk fails, which reading does not need.
 */
export const readinessSchema = z.object({
  database: partStateSchema,
  files: partStateSchema,
  mail: partStateSchema,
  disk: partStateSchema,
})
export type Readiness = z.infer<typeof readinessSchema>
