import { z } from 'zod'

/* What is read of a JSON report of Playwright. */

const testSchema = z.object({
  projectName: z.string(),
  status: z.string(),
  results: z.array(
    z.object({
      duration: z.number(),
      error: z.object({ message: z.string().optional() }).optional(),
    }),
  ),
  annotations: z
    .array(z.object({ type: z.string(), description: z.string().optional() }))
    .default([]),
})

const suiteSchema = z.object({
  file: z.string().optional(),
  specs: z.array(
    z.object({
      file: z.string(),
      title: z.string(),
      tags: z.array(z.string()).default([]),
      tests: z.array(testSchema),
    }),
  ),
  get suites() {
    return z.array(suiteSchema).default([])
  },
})
export type Suite = z.infer<typeof suiteSchema>

export const reportSchema = z.object({
  suites: z.array(suiteSchema),
  /** Outside of tests. */
  errors: z.array(z.object({ message: z.string().optional() })).default([]),
})
