import { z } from 'zod'

/*
 * What parent and child process say to each other. Buffers and typed arrays pass as they are: the
 * channel uses structured cloning.
 */

export const limitsSchema = z.object({
  /** Processor time of one task, in milliseconds. */
  cpuMs: z.number().positive(),
  /** Resident size of the process, in bytes. */
  rssBytes: z.number().positive(),
})
export type Limits = z.infer<typeof limitsSchema>

export const requestSchema = z.object({
  name: z.string(),
  input: z.unknown(),
  limits: limitsSchema,
})
export type Request = z.infer<typeof requestSchema>

export const responseSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('progress'), value: z.unknown() }),
  z.object({ type: z.literal('done'), output: z.unknown(), rssBytes: z.number() }),
  z.object({ type: z.literal('failed'), message: z.string(), rssBytes: z.number() }),
])
export type Response = z.infer<typeof responseSchema>

/** What the watchdog writes to standard error before it kills the process. */
export const KILL_NOTE = /worker-limit:(time|memory)\n/
