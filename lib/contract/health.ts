import { z } from 'zod'

/** State of a subsystem; `unknown` before the first check. */
const subsystemStateSchema = z.enum(['ok', 'failing', 'unknown'])
export type SubsystemState = z.infer<typeof subsystemStateSchema>

/**
 * The states in `data` of the backend's `GET /readyz`, beside its `version`: 503 if the database or the files cannot be read, 200 if only mail
 * or disk space fails, which reading does not need. Another backend may leave out what it does not know.
 * `migrations`: the schema of the database is at least as new as this backend; a newer one is fine.
 */
export const readinessSchema = z.object({
  database: subsystemStateSchema.optional(),
  migrations: subsystemStateSchema.optional(),
  files: subsystemStateSchema.optional(),
  mail: subsystemStateSchema.optional(),
  disk: subsystemStateSchema.optional(),
  /** Of the server of `CACHE_URL`, if one is configured; everything works without it. */
  cache: subsystemStateSchema.optional(),
  /** Of scheduled backups, and of checks of them; nothing without a schedule. */
  backup: subsystemStateSchema.optional(),
})
export type Readiness = z.infer<typeof readinessSchema>
