import { z } from 'zod'
import { cacheUrlSchema } from './redis/address.ts'
import { INTERNAL_SECRET_MIN, secretSchema } from '#lib/contract/secret.ts'
import { lineSchema } from '#lib/contract/text.ts'
import { telemetryVariables } from '#lib/telemetry/variables.ts'

/** Environment variables: one parser, and the types and variables that several processes share. */
export type Variables = Readonly<Record<string, string | undefined>>

export const portSchema = z.coerce.number().int().min(1).max(65_535)

/** Without trailing slashes. */
export const httpUrlSchema = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/\/+$/, ''))

/**
 * An address whose user name and password are percent-encoded. Otherwise a piece of a password becomes the host, which is
 * looked up and logged: `smtp://me:pass@word#1@mail.example`.
 */
export const encodedAddressSchema = z
  .string()
  .refine(
    hasEncodedPassword,
    'user name and password have to be percent-encoded: @ as %40, # as %23, / as %2F, ? as %3F, % as %25',
  )

function hasEncodedPassword(address: string): boolean {
  const [, rest = ''] = /^[^/]*\/\/([\s\S]*)$/.exec(address) ?? []
  const end = rest.lastIndexOf('@')
  const login = rest.slice(0, Math.max(0, end))
  if (/[@#/?\s]/.test(login) || rest.includes('#')) return false
  try {
    decodeURIComponent(login)
    return true
  } catch {
    return false
  }
}

export const flagSchema = z
  .enum(['0', '1', 'false', 'true'])
  .transform((text) => text === '1' || text === 'true')

/** Comma-separated, empty by default. */
export const listSchema = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )

export const logLevelSchema = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])

/** Variables that web app and backend both read, from the same `.env`. */
export const siteVariables = {
  PORT: portSchema.default(3000),
  /** Absolute addresses are built from it, never from a header. */
  SITE_URL: httpUrlSchema.optional(),
  SITE_NAME: lineSchema.trim().min(1).max(60).default('Keystrip'),
  SUPPORT_EMAIL: z.email().default('support@keystrip.example'),
  /** The backend enforces it; the forms state it. */
  UPLOAD_MAX_MB: z.coerce.number().int().min(1).max(10_000).default(100),
  RATE_FACTOR: z.coerce.number().positive().max(1_000_000).default(1),
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  STOP_SECONDS: z.coerce.number().min(0).max(3600).default(10),
  CACHE_URL: encodedAddressSchema.pipe(cacheUrlSchema).optional(),
  INTERNAL_SECRET: secretSchema(INTERNAL_SECRET_MIN).optional(),
  ...telemetryVariables,
}

export const siteUrlOf = ({ SITE_URL, PORT }: { SITE_URL?: string | undefined; PORT: number }) =>
  SITE_URL ?? `http://localhost:${PORT}`

/**
 * Parses environment variables; an empty variable counts as unset.
 * @param prefix reads only variables with this prefix; the schema names them without it.
 * @throws Error whose message is one sentence that names each bad variable, never its value.
 */
export function parseVariables<Schema extends z.ZodType>(
  schema: Schema,
  source: Variables,
  prefix = '',
): z.output<Schema> {
  const set = Object.entries(source).flatMap(([name, value]) =>
    value !== '' && name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
  )
  const result = schema.safeParse(Object.fromEntries(set))
  if (result.success) return result.data
  const issues = result.error.issues.map(
    ({ path, message }) => `${prefix}${path.map(String).join('.')} (${message})`,
  )
  throw new Error(`Configuration: bad value for ${issues.join(', ')}.`)
}
