import { z } from 'zod'
import {
  ACCOUNT_QUOTA_MB,
  countSchema,
  DAILY_PROJECTS,
  megabytesSchema,
  SETTING_NAMES,
  SETTINGS,
} from '#lib/contract/admin/settings.ts'
import { FILE_FORMATS } from '#lib/contract/file/file-format.ts'
import { PROVIDER_TABLE, PROVIDERS } from '#lib/contract/provider.ts'
import { baseUrlSchema, httpUrlSchema, issuerUrlSchema } from '#lib/http-address.ts'
import {
  backendHostSetting,
  backendPortSetting,
  clientIdSetting,
  encodedAddressSchema,
  flagSchema,
  listSchema,
  logLevelSetting,
  parseVariables,
  plainSchema,
  portSchema,
  type Setting,
  setting,
  siteUrlOf,
  siteVariables,
  type Variables,
} from '#lib/variables.ts'
import type { Providers } from './services/provider/ask.ts'
import type { Overrides } from './services/setting/settings.ts'
import { issuersSchema } from './services/publisher/issuers.ts'
import { backupVariables } from './storage/backup-variables.ts'
import { storageUrlSchema } from './storage/s3-address.ts'

export const backendVariables = {
  SMTP_URL: setting(
    encodedAddressSchema.pipe(z.url({ protocol: /^smtps?$/ })).optional(),
    'site',
    'mail server; user and password are percent-encoded, `@` as `%40`; without it mails are written to `DATA_DIR/mail` as `.eml` files',
    { example: 'smtp://user:password@mail.example.org:587' },
  ),
  SMTP_CA_FILE: setting(
    plainSchema.optional(),
    'site',
    'certificates in PEM that are trusted for the mail server, beside those of Node: that of a server that signs its own',
    { example: '/etc/keystrip/mail.pem' },
  ),
  MAIL_FROM: setting(
    z
      .string()
      .regex(/^[^\r\n<>]*(?:<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
      .optional(),
    'site',
    'sender of mails: an address, or a name and an address',
    { default: '`no-reply@` the host of `SITE_URL`', example: 'Keystrip <no-reply@example.org>' },
  ),
  DAILY_PROJECTS: setting(
    countSchema.optional(),
    'site',
    'new projects that [a new account](administration.md#trust) publishes within 24 hours',
    { default: String(DAILY_PROJECTS) },
  ),
  BACKEND_PORT: backendPortSetting(0),
  BACKEND_HOST: backendHostSetting,
  DATA_DIR: setting(
    plainSchema.default('.data'),
    'process',
    'folder of database, files and generated secrets',
  ),
  DEMO: setting(
    flagSchema.default(false),
    'process',
    '`1` fills an empty catalogue with demo projects',
    { default: '`1`, with `DATABASE_URL` and in a package `0`' },
  ),
  LOG_LEVEL: logLevelSetting('info'),
  DATABASE_URL: setting(
    encodedAddressSchema.pipe(z.url({ protocol: /^postgres(ql)?$/ })),
    'storage',
    'a PostgreSQL server; without it an embedded database in `DATA_DIR`',
    { example: 'postgres://keystrip:password@db/keystrip' },
  ),
  /** The embedded database serves one connection. */
  DATABASE_POOL_SIZE: setting(
    z.coerce.number().int().min(1).max(100).default(10),
    'storage',
    'maximum number of connections to that server',
  ),
  STORAGE_URL: setting(
    storageUrlSchema.optional(),
    'storage',
    'an S3-compatible storage for files, with `&tls=0` without TLS; without it the folder `files` of `DATA_DIR`',
    { example: 's3://KEY:SECRET@host:9000/bucket/prefix?region=eu-1' },
  ),
  ADOPT_FILES: setting(
    z.string().max(100).optional(),
    'storage',
    'for one start: id of files that belong to another database and are to be used with this one; the message of the refused start contains it',
    { example: 'unmarked' },
  ),
  ...backupVariables,
  DATABASE_ALONE: setting(
    flagSchema.default(false),
    'several',
    'set by `npm start` for its backend, which no other backend shares the database with',
  ),
  ACCOUNT_QUOTA_MB: setting(
    megabytesSchema.optional(),
    'limits',
    'quota of all files of an account in MB',
    { default: String(ACCOUNT_QUOTA_MB) },
  ),
  VARIANT_CACHE_MB: setting(
    z.coerce.number().int().min(16).max(1_000_000).default(1024),
    'limits',
    'quota of icon packs in other colours in MB; the least recently used are removed',
  ),
  PICTURE_CACHE_MB: setting(
    z.coerce.number().int().min(16).max(1_000_000).default(1024),
    'limits',
    'quota of scaled pictures in MB; the least recently used are removed',
  ),
  FORMATS: setting(
    listSchema
      .transform((names) => (names.length > 0 ? names : [...FILE_FORMATS]))
      .pipe(z.array(z.enum(FILE_FORMATS))),
    'limits',
    '[formats of project files](formats.md#what-may-be-uploaded) that are accepted, comma-separated',
    { default: 'all', example: 'keystrip,folder' },
  ),
  TOKEN_SECONDS: setting(
    z.coerce.number().int().min(1).max(86_400).default(1800),
    'limits',
    'lifetime in seconds of a session token of the embedded backend',
  ),
  GITHUB_API_URL: setting(
    baseUrlSchema.default('https://api.github.com'),
    'publishing',
    'API of GitHub, for plugins',
  ),
  GITHUB_API_TOKEN: setting(
    z.string().min(1).max(500).optional(),
    'publishing',
    'raises GitHub’s rate limit',
    { example: 'ghp_…' },
  ),
  OIDC_ISSUERS: setting(
    issuersSchema,
    'publishing',
    'issuers of identity tokens besides GitHub Actions and GitLab.com, [as JSON](publishing.md#for-operators)',
    { example: '[{"url":"https://git.example.org","claims":"forgejo"}]' },
  ),
  BACKEND_METRICS_PORT: setting(
    portSchema.optional(),
    'monitoring',
    'port that serves `/metrics` of the backend, without a token',
    { example: '9465' },
  ),
  ...siteVariables,
} satisfies Record<string, Setting>
const configSchema = z.object(backendVariables)

const ofProvider = (meaning: string, address = httpUrlSchema) =>
  setting(address.optional(), 'providers', meaning, { default: 'the provider’s own' })

/** Variables of a sign-in provider, without their prefix such as `GITHUB_`. */
export const providerVariables = {
  CLIENT_ID: clientIdSetting,
  CLIENT_SECRET: setting(z.string().max(500).optional(), 'providers', 'secret that belongs to it', {
    example: 'kept in a file, see above',
  }),
  TOKEN_URL: ofProvider('endpoint that issues tokens'),
  USER_URL: ofProvider('endpoint that describes the user'),
  ISSUER_URL: ofProvider('issuer of identity tokens', issuerUrlSchema),
} satisfies Record<string, Setting>
const providerSchema = z.object(providerVariables)

export type BackendConfig = z.infer<typeof configSchema> & {
  siteUrl: string
  providers: Providers
  overrides: Overrides
}

/** @throws Error that names each bad variable (`parseVariables`). */
export function parseConfig(source: Variables): BackendConfig {
  const config = parseVariables(configSchema, source)
  if (config.BACKUP_SCHEDULE && !config.BACKUP_TO) {
    throw new Error('Configuration: set BACKUP_TO, where the backups of BACKUP_SCHEDULE go.')
  }
  return {
    ...config,
    siteUrl: siteUrlOf(config),
    providers: parseProviders(source),
    overrides: parseOverrides(source),
  }
}

/** Settings of the site that a variable sets. */
function parseOverrides(source: Variables): Overrides {
  const variables = parseVariables(z.record(z.string(), z.string()), source)
  const entries = SETTING_NAMES.flatMap((name) => {
    const value = variables[SETTINGS[name].variable ?? '']
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

/** The providers that have both an id and a secret. */
function parseProviders(source: Variables): Providers {
  const providers: Providers = {}
  for (const provider of PROVIDERS) {
    const variables = parseVariables(providerSchema, source, `${provider.toUpperCase()}_`)
    const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = variables
    if (!clientId || !clientSecret) continue
    const { issuer, token, user } = PROVIDER_TABLE[provider]
    providers[provider] = {
      clientId,
      clientSecret,
      issuer: variables.ISSUER_URL ?? issuer,
      token: variables.TOKEN_URL ?? token,
      user: variables.USER_URL ?? user,
    }
  }
  return providers
}
