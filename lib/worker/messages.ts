import { z } from 'zod'

/*
 * Messages between parent and worker process. Structured cloning passes buffers and typed arrays
 * unchanged.
 */

export const limitsSchema = z.object({
  /** Processor time of a task, in milliseconds. */
  cpuMs: z.number().positive(),
  /** Resident size of the process, in bytes. */
  rssBytes: z.number().positive(),
  /** How long a task may do nothing while its process could run, in milliseconds. */
  stalledMs: z.number().positive().optional(),
})
export type WorkerLimits = z.infer<typeof limitsSchema>

export const requestSchema = z.object({
  name: z.string(),
  input: z.unknown(),
  limits: limitsSchema,
})
export type Request = z.infer<typeof requestSchema>

/** What a task took: its processor time in milliseconds, and the resident size of its process in bytes after it. */
const costSchema = z.object({ cpuMs: z.number(), rssBytes: z.number() })
export type TaskCost = z.infer<typeof costSchema>

export const responseSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('progress'), value: z.unknown() }),
  z.object({ type: z.literal('done'), output: z.unknown(), ...costSchema.shape }),
  z.object({
    type: z.literal('failed'),
    message: z.string(),
    code: z.string().optional(),
    ...costSchema.shape,
  }),
  /** The process cannot run the task, whatever its input is. */
  z.object({ type: z.literal('program'), message: z.string() }),
])
export type Response = z.infer<typeof responseSchema>

/** Why the watchdog kills the process. */
export const noteSchema = z.enum(['time', 'memory', 'stalled'])
/** Written to standard error by the watchdog before it kills the process. */
export const KILL_NOTE = /worker-limit:(time|memory|stalled)\n/
