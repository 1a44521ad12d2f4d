import { z } from 'zod'

const flag = z
  .enum(['0', '1', 'false', 'true'])
  .transform((text) => text === '1' || text === 'true')

const configSchema = z.object({
  BACKEND_PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  /** Loopback unless somebody says otherwise: the web app is the door. */
  BACKEND_HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** Connections held at most; the embedded database serves one. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),
  DATA_DIR: z.string().min(1).default('.data'),
  INTERNAL_SECRET: z.string().min(16).optional(),
  /** Fills an empty catalogue with the demo projects. */
  DEMO: flag.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})
export type Config = z.infer<typeof configSchema>

/**
 * Parses the backend's environment; an empty variable counts as not set.
 * @throws Error whose message is one sentence that names each bad variable and never its value.
 */
export function parseConfig(source: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = configSchema.safeParse(given)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(
    (issue) => `${issue.path.map(String).join('.')} (${issue.message})`,
  )
  throw new Error(`Configuration: bad value for ${faults.join(', ')}.`)
}
