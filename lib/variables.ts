import { z } from 'zod'
import { originSchema } from './http-address.ts'
import { cacheUrlSchema } from './redis/address.ts'
import { INTERNAL_SECRET_MIN, secretSchema } from '#lib/contract/secret.ts'
import { lineSchema } from '#lib/contract/text.ts'

/** Environment variables: one parser, and the types and variables that several processes share. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Headings of docs/configuration.md: who needs a variable. */
export const SETTING_GROUPS = {
  site: 'Every public site',
  process: 'Other ports, folders and logs',
  storage: 'A database server, a bucket, or backups',
  several: 'Several processes or hosts',
  cache: 'A cache in front',
  limits: 'Other limits',
  providers: 'Sign-in with Google, GitHub or Discord',
  publishing: 'Plugins and publishing from build servers',
  monitoring: 'Metrics and traces',
  tests: 'Tests in a browser',
} as const

/** `default` is given where the schema has none, `example` where there is no default to show the form. */
type Values = { default?: string; example?: string }
type Note = Values & { group: keyof typeof SETTING_GROUPS; meaning: string }
/** The schema of an environment variable. */
export type Setting = z.ZodType & { note: Note }

/** The schema of an environment variable, with its description in docs/configuration.md. */
export const setting = <Schema extends z.ZodType>(
  schema: Schema,
  group: Note['group'],
  meaning: string,
  values: Values = {},
): Schema & { note: Note } => Object.assign(schema.clone(), { note: { group, meaning, ...values } })

export const portSchema = z.coerce.number().int().min(1).max(65_535)

/** A file, folder or host. */
export const plainSchema = lineSchema.trim().min(1)

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

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/* Variables that web app and backend read differently. */

export const logLevelSetting = (initial: (typeof LOG_LEVELS)[number]) =>
  setting(
    z.enum(LOG_LEVELS).default(initial),
    'process',
    '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    { default: '`warn`' },
  )
/** @param minimum 0 for any free port. */
export const backendPortSetting = (minimum: 0 | 1) =>
  setting(
    z.coerce.number().int().min(minimum).max(65_535).default(4000),
    'process',
    'port of the embedded backend',
  )
/** Loopback by default: visitors reach the backend through the web app. */
export const backendHostSetting = setting(
  plainSchema.default('127.0.0.1'),
  'process',
  'address that the embedded backend listens on',
)
export const clientIdSetting = setting(
  z.string().max(500).optional(),
  'providers',
  'id of this site at the provider; the redirect address is `SITE_URL/github-callback` and so on',
  { example: 'Iv1.0123456789abcdef' },
)

/** Minimum length of `METRICS_TOKEN`, in characters. */
const TOKEN_MIN = 16

/** Variables of metrics and traces. The ports are each process's own. */
export const telemetryVariables = {
  METRICS_HOST: setting(
    plainSchema.default('127.0.0.1'),
    'monitoring',
    'address of the ports of metrics',
  ),
  METRICS_TOKEN: setting(
    z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'expected printable ASCII')
      .min(TOKEN_MIN)
      .max(500)
      .optional(),
    'monitoring',
    'serves `/metrics` on the normal ports with this bearer token of at least 16 characters',
    { example: '0b4f…, from openssl rand -hex 32' },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'monitoring',
    'receiver of [traces](operations.md#traces), OTLP over HTTP; the other `OTEL_EXPORTER_OTLP_*` variables are read too',
    { example: 'http://collector:4318' },
  ),
  OTEL_SERVICE_NAME: setting(
    z.string().min(1).max(100).optional(),
    'monitoring',
    'name of the process in traces',
    { default: '`keystrip-web`, `keystrip-backend`' },
  ),
  OTEL_TRACES_SAMPLER: setting(
    z
      .enum([
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_always_off',
        'parentbased_traceidratio',
      ])
      .default('parentbased_always_on'),
    'monitoring',
    'which traces are kept',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z.coerce.number().min(0).max(1).default(1),
    'monitoring',
    'share that the samplers named `…traceidratio` keep, from 0 to 1',
  ),
} satisfies Record<string, Setting>

export type TraceVariables = Pick<
  z.output<z.ZodObject<typeof telemetryVariables>>,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
>

/** Variables that web app and backend both read, from the same `.env`. */
export const siteVariables = {
  /** Absolute addresses are built from it, never from a header. */
  SITE_URL: setting(
    originSchema.optional(),
    'site',
    'public address of the site: scheme, host and port, kept in lower case and without a default port; the base of every absolute address, and the only one that scripts run under',
    { default: '`http://localhost:PORT`', example: 'https://icons.example.org' },
  ),
  SITE_NAME: setting(
    lineSchema.trim().min(1).max(60).default('Keystrip'),
    'site',
    'name of the site',
  ),
  SUPPORT_EMAIL: setting(
    z.email().default('support@keystrip.example'),
    'site',
    'address for support and reports',
  ),
  PORT: setting(portSchema.default(3000), 'process', 'port of the web app'),
  DRAIN_SECONDS: setting(
    z.coerce.number().min(0).max(300).default(0),
    'process',
    'how long a stopping process goes on accepting requests while `/readyz` is 503',
  ),
  STOP_SECONDS: setting(
    z.coerce.number().min(0).max(3600).default(10),
    'process',
    'how long requests in progress may take after that',
  ),
  INTERNAL_SECRET: setting(
    secretSchema(INTERNAL_SECRET_MIN).optional(),
    'several',
    'shared by web app and backend; only with it the backend trusts the forwarded address of a client',
    { default: 'generated; `openssl rand -hex 32` makes one' },
  ),
  CACHE_URL: setting(
    encodedAddressSchema.pipe(cacheUrlSchema).optional(),
    'several',
    'a Redis or Valkey server for rate limits, pages and answers of all processes, also `rediss://`; without it [each process has its own](decisions/0085-share-limits-pages-and-answers-through-redis.md)',
    { example: 'redis://user:password@host:6379/0?prefix=keystrip' },
  ),
  /** The backend enforces it; the forms state it. */
  UPLOAD_MAX_MB: setting(
    z.coerce.number().int().min(1).max(10_000).default(100),
    'limits',
    'maximum size of a project file in MB',
  ),
  RATE_FACTOR: setting(
    z.coerce.number().positive().max(1_000_000).default(1),
    'limits',
    'multiplies the [rate limits](security.md) of a network',
  ),
  ...telemetryVariables,
} satisfies Record<string, Setting>

/** Where the processes and commands of a machine reach what listens on `host` there, such as `0.0.0.0` or `::1`. */
export function localUrlOf(host: string, port: number): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

export const siteUrlOf = ({ SITE_URL, PORT }: { SITE_URL?: string | undefined; PORT: number }) =>
  SITE_URL ?? `http://localhost:${PORT}`

/** Taken as it is: the same text has to decrypt what it has encrypted. */
const VERBATIM = 'BACKUP_PASSPHRASE'

/** In place of spaces alone, which would be 0 as a number: no schema takes it. */
const UNCLEAR = '\u0000'

/**
 * Without spaces and line ends around it, as editors of Windows leave them, and without quotation marks, which a file for containers
 * (`--env-file`) keeps. Spaces alone are refused.
 */
function cleaned(name: string, value: string): string {
  const trimmed = value.trim()
  if (name === VERBATIM || value === '') return value
  if (trimmed === '') return UNCLEAR
  const [, , quoted = trimmed] = /^(["'`])(.*)\1$/s.exec(trimmed) ?? []
  return quoted
}

/** Node takes a comment off. `docker --env-file` and systemd pass it on; systemd without the space in front of it after a quotation mark. */
export const hasComment = (value: string): boolean => /(?:^|\s)#|#\s/.test(value)

/** What the file `.env` has probably added to a value that is refused, as a part of a sentence without the value. */
function addedTo(value: string): string {
  if (hasComment(value)) {
    return '; it contains a comment: write the comment on a line of its own, since docker --env-file and systemd do not take it off'
  }
  if (/^["'`“”„«‘’]|["'`“”„»‘’]$/.test(value)) {
    return '; it begins or ends with a quotation mark: write it without, or close the quotation'
  }
  if (/[^\P{C}\0]/u.test(value)) return '; it contains a line end or a character that is not shown'
  return /\s/.test(value) ? '; it contains a space' : ''
}

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
  const set = Object.entries(source).flatMap(([name, raw]) => {
    const value = cleaned(name, raw ?? '')
    return value !== '' && name.startsWith(prefix)
      ? [[name.slice(prefix.length), value] as const]
      : []
  })
  const values = Object.fromEntries(set)
  const result = schema.safeParse(values)
  if (result.success) return result.data
  const issues = result.error.issues.map(
    ({ path, message }) =>
      `${prefix}${path.map(String).join('.')} (${message}${addedTo(values[String(path[0])] ?? '')})`,
  )
  throw new Error(`Configuration: bad value for ${issues.join(', ')}.`)
}
