import { z } from 'zod'

/** State of a subsystem; `unknown` before the first check. */
const subsystemStateSchema = z.enum(['ok', 'failing', 'unknown'])
export type SubsystemState = z.infer<typeof subsystemStateSchema>

/**
 * `data` of the backend's `GET /readyz`: 503 if the database or the files cannot be read, 200 if only mail
 * or disk space fails, which reading does not need.
 */
export const readinessSchema = z.object({
  database: subsystemStateSchema,
  files: subsystemStateSchema,
  mail: subsystemStateSchema,
  disk: subsystemStateSchema,
})
export type Readiness = z.infer<typeof readinessSchema>
