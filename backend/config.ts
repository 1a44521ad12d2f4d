import { z } from 'zod'
import { lineSchema } from '#lib/contract/text.ts'
import { PROVIDER_TABLE, PROVIDERS } from '#lib/contract/provider.ts'
import { INTERNAL_SECRET_MIN, secretSchema } from '#lib/contract/secret.ts'
import type { Providers } from './services/provider/ask.ts'

const flag = z
  .enum(['0', '1', 'false', 'true'])
  .transform((text) => text === '1' || text === 'true')

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

const configSchema = z.object({
  BACKEND_PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  /** Loopback unless somebody says otherwise: the web app is the door. */
  BACKEND_HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** Connections held at most; the embedded database serves one. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),
  /** No other backend writes into the database: what is unfinished at the start was cut off. */
  DATABASE_ALONE: flag.default(false),
  DATA_DIR: z.string().min(1).default('.data'),
  /** The mark of files that belong to another database and are to be used with this one. */
  ADOPT_FILES: z.string().max(100).optional(),
  INTERNAL_SECRET: secretSchema(INTERNAL_SECRET_MIN).optional(),
  /** Fills an empty catalogue with the demo projects. */
  DEMO: flag.default(false),
  /** Where visitors find the site, and its name: for messages and for providers of sign-in. */
  SITE_URL: httpUrl.optional(),
  SITE_NAME: lineSchema.trim().min(1).max(60).default('Keystrip'),
  /** Whom people write to about the site. */
  SUPPORT_EMAIL: z.email().default('support@keystrip.example'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  /** A mail server; without it every message is kept as a file in `DATA_DIR/mail`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Who messages come from: an address, with a name if one likes. */
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n<>]*(?:<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
    .optional(),
  /** GitHub's API, for plugins; with a token it answers more often. */
  GITHUB_API_URL: httpUrl.default('https://api.github.com'),
  GITHUB_API_TOKEN: z.string().min(1).max(500).optional(),
  /** A project's file may have so many megabytes. */
  UPLOAD_MAX_MB: z.coerce.number().int().min(1).max(10_000).default(100),
  /** All files of an account together may have so many megabytes. */
  ACCOUNT_QUOTA_MB: z.coerce.number().int().min(1).max(1_000_000).default(2048),
  /** Multiplies what each address may ask for (lib/limits/rates.ts). */
  RATE_FACTOR: z.coerce.number().positive().max(1_000_000).default(1),
  /** Pictures in the widths that pages show may take so many megabytes; the least used ones go. */
  PICTURE_CACHE_MB: z.coerce.number().int().min(16).max(1_000_000).default(1024),
  /** A bearer token opens calls for so many seconds; then it is exchanged. */
  TOKEN_SECONDS: z.coerce.number().int().min(1).max(86_400).default(1800),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** What `GITHUB_CLIENT_ID` and the like say, without their beginning; the addresses have defaults. */
const providerVariables = z.object({
  CLIENT_ID: z.string().max(500).optional(),
  CLIENT_SECRET: z.string().max(500).optional(),
  ISSUER_URL: httpUrl.optional(),
  TOKEN_URL: httpUrl.optional(),
  USER_URL: httpUrl.optional(),
})

export type Config = z.infer<typeof configSchema> & { siteUrl: string; providers: Providers }

/**
 * Parses the backend's environment; an empty variable counts as not set.
 * @throws Error whose message is one sentence that names each bad variable and never its value.
 */
export function parseConfig(source: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const config = accept(configSchema.safeParse(given))
  const siteUrl = config.SITE_URL ?? `http://localhost:${config.PORT}`
  return { ...config, siteUrl, providers: parseProviders(given) }
}

/** The providers that have both an id and a secret. */
function parseProviders(given: Record<string, string | undefined>): Providers {
  const providers: Providers = {}
  for (const provider of PROVIDERS) {
    const prefix = `${provider.toUpperCase()}_`
    const own = Object.entries(given).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
    )
    const said = accept(providerVariables.safeParse(Object.fromEntries(own)), prefix)
    if (!said.CLIENT_ID || !said.CLIENT_SECRET) continue
    const { issuer, token, user } = PROVIDER_TABLE[provider]
    providers[provider] = {
      clientId: said.CLIENT_ID,
      clientSecret: said.CLIENT_SECRET,
      issuer: said.ISSUER_URL ?? issuer,
      token: said.TOKEN_URL ?? token,
      user: said.USER_URL ?? user,
    }
  }
  return providers
}

function accept<T>(parsed: z.ZodSafeParseResult<T>, prefix = ''): T {
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(
    (issue) => `${prefix}${issue.path.map(String).join('.')} (${issue.message})`,
  )
  throw new Error(`Configuration: bad value for ${faults.join(', ')}.`)
}
