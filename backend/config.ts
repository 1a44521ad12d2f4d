import { z } from 'zod'
import { FILE_FORMATS } from '#lib/contract/file/file-format.ts'
import { PROVIDER_TABLE, PROVIDERS } from '#lib/contract/provider.ts'
import {
  encodedAddressSchema,
  flagSchema,
  httpUrlSchema,
  listSchema,
  logLevelSchema,
  parseVariables,
  portSchema,
  siteUrlOf,
  siteVariables,
  type Variables,
} from '#lib/variables.ts'
import type { Providers } from './services/provider/ask.ts'
import { issuersSchema } from './services/publisher/issuers.ts'
import { storageUrlSchema } from './storage/s3-address.ts'

/** Variables of the backend. docs/configuration.md says what they mean (scripts/settings/variable-table.ts). */
export const backendVariables = {
  /** 0 for any free port. */
  BACKEND_PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  /** Loopback by default: visitors reach the backend through the web app. */
  BACKEND_HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: encodedAddressSchema.pipe(z.url({ protocol: /^postgres(ql)?$/ })),
  /** The embedded database serves one connection. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),
  DATABASE_ALONE: flagSchema.default(false),
  DATA_DIR: z.string().min(1).default('.data'),
  STORAGE_URL: storageUrlSchema.optional(),
  ADOPT_FILES: z.string().max(100).optional(),
  DEMO: flagSchema.default(false),
  SMTP_URL: encodedAddressSchema.pipe(z.url({ protocol: /^smtps?$/ })).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n<>]*(?:<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
    .optional(),
  GITHUB_API_URL: httpUrlSchema.default('https://api.github.com'),
  GITHUB_API_TOKEN: z.string().min(1).max(500).optional(),
  OIDC_ISSUERS: issuersSchema,
  FORMATS: listSchema
    .transform((names) => (names.length > 0 ? names : [...FILE_FORMATS]))
    .pipe(z.array(z.enum(FILE_FORMATS))),
  ACCOUNT_QUOTA_MB: z.coerce.number().int().min(1).max(1_000_000).default(2048),
  PICTURE_CACHE_MB: z.coerce.number().int().min(16).max(1_000_000).default(1024),
  VARIANT_CACHE_MB: z.coerce.number().int().min(16).max(1_000_000).default(1024),
  TOKEN_SECONDS: z.coerce.number().int().min(1).max(86_400).default(1800),
  BACKEND_METRICS_PORT: portSchema.optional(),
  LOG_LEVEL: logLevelSchema.default('info'),
  ...siteVariables,
}
const configSchema = z.object(backendVariables)

/** Variables of a sign-in provider, without their prefix such as `GITHUB_`. */
export const providerVariables = {
  CLIENT_ID: z.string().max(500).optional(),
  CLIENT_SECRET: z.string().max(500).optional(),
  ISSUER_URL: httpUrlSchema.optional(),
  TOKEN_URL: httpUrlSchema.optional(),
  USER_URL: httpUrlSchema.optional(),
}
const providerSchema = z.object(providerVariables)

export type Config = z.infer<typeof configSchema> & { siteUrl: string; providers: Providers }

/** @throws Error that names each bad variable (`parseVariables`). */
export function parseConfig(source: Variables): Config {
  const config = parseVariables(configSchema, source)
  return { ...config, siteUrl: siteUrlOf(config), providers: parseProviders(source) }
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
