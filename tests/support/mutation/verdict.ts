import { z } from 'zod'

/** A mutant, and the test files to run. */
export const taskSchema = z.object({
  mutant: z.object({ file: z.string(), start: z.number(), end: z.number(), after: z.string() }),
  tests: z.array(z.string()),
})

/** `slow`: its tests did not end in time, as in an endless loop. `untested`: its tests fail without it. */
export const verdictSchema = z.object({
  outcome: z.enum(['killed', 'slow', 'survived', 'untested']),
  /** The test file that failed. */
  by: z.string(),
})
export type MutantVerdict = z.infer<typeof verdictSchema>
