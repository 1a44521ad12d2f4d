import { z } from 'zod'
import { REVALIDATE_S } from './config.ts'
import {
  flagSchema,
  httpUrlSchema,
  listSchema,
  logLevelSchema,
  parseVariables,
  portSchema,
  siteUrlOf,
  siteVariables,
  type Variables,
} from './variables.ts'
import { kindOfPath } from '#lib/contract/kind.ts'
import { PROVIDER_TABLE } from '#lib/contract/provider.ts'
import { sessionSecretsSchema } from '#lib/contract/secret.ts'
import { lineSchema } from '#lib/contract/text.ts'

/** Most projects of `FEATURED`: the row has four, the others take the place of hidden ones. */
const FEATURED_MAX = 24
const DETAIL =
  /^(?:https?:\/\/[^/]+)?(?:\/[a-z-]{2,5})?\/home\/([a-z]+)\/detail\/([\w-]{1,64})(?:[?#].*)?$/

/** Kind and id of a project from the address of its page, in any language. */
const projectAddressSchema = z.string().transform((address, context) => {
  const [, path = '', id = ''] = DETAIL.exec(address) ?? []
  const kind = kindOfPath(path)
  if (kind) return { kind, id }
  context.addIssue({ code: 'custom', message: 'Expected the address of a project' })
  return z.NEVER
})

/** Requests to addresses with a user name fail with an error that contains the address. */
const hasNoPassword = (url: string) => !/^[^/]+\/\/[^/?#]*@/.test(url)

/** Variables of the web app. docs/configuration.md says what they mean (scripts/settings/variable-table.ts). */
export const webVariables = {
  HOST: z.string().default('0.0.0.0'),
  BACKEND_PORT: portSchema.default(4000),
  BACKEND_URL: httpUrlSchema.optional(),
  APP_NAME: lineSchema.trim().min(1).max(60).default('Designer'),
  INSTALL_URL_TEMPLATE: z
    .string()
    .regex(/^(?!javascript:|data:|vbscript:)[a-z][a-z0-9+.-]*:\S*$/i)
    .default('designer://install?kind={kind}&id={id}&url={url}'),
  CHAT_URL: httpUrlSchema.default('https://chat.keystrip.example'),
  FEATURED: listSchema.pipe(z.array(projectAddressSchema).max(FEATURED_MAX)),
  TRUSTED_PROXIES: listSchema.pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
  IMPRINT_FILE: z.string().min(1).optional(),
  PRIVACY_FILE: z.string().min(1).optional(),
  TERMS_FILE: z.string().min(1).optional(),
  REVALIDATE_SECONDS: z.coerce.number().int().min(1).max(REVALIDATE_S).default(REVALIDATE_S),
  WEB_PEERS: listSchema.pipe(z.array(httpUrlSchema).max(100)),
  SURROGATE_KEYS: flagSchema.default(false),
  PURGE_URLS: listSchema.pipe(z.array(httpUrlSchema.refine(hasNoPassword)).max(100)),
  SESSION_SECRET: sessionSecretsSchema.optional(),
  GOOGLE_CLIENT_ID: z.string().max(500).optional(),
  GITHUB_CLIENT_ID: z.string().max(500).optional(),
  DISCORD_CLIENT_ID: z.string().max(500).optional(),
  GOOGLE_AUTHORIZE_URL: httpUrlSchema.default(PROVIDER_TABLE.google.authorize),
  GITHUB_AUTHORIZE_URL: httpUrlSchema.default(PROVIDER_TABLE.github.authorize),
  DISCORD_AUTHORIZE_URL: httpUrlSchema.default(PROVIDER_TABLE.discord.authorize),
  METRICS_PORT: portSchema.optional(),
  LOG_LEVEL: logLevelSchema.default('warn'),
  ...siteVariables,
}

const envSchema = z.object(webVariables).transform((variables) => ({
  ...variables,
  BACKEND_URL: variables.BACKEND_URL ?? `http://127.0.0.1:${variables.BACKEND_PORT}`,
  SITE_URL: siteUrlOf(variables),
}))

export type Env = z.infer<typeof envSchema>

/** @throws Error that names each bad variable (`parseVariables`). */
export const parseEnv = (source: Variables): Env => parseVariables(envSchema, source)

let parsed: Env | undefined

/** Configuration of this process; parsed once, on first use. */
export function env(): Env {
  parsed ??= parseEnv(process.env)
  return parsed
}

/** Pages that the operator may provide. */
export const OWN_PAGES = ['imprint', 'privacy', 'terms'] as const
export type OwnPage = (typeof OWN_PAGES)[number]

/** The operator's pages that exist, with their Markdown files. */
export function ownPages(): [OwnPage, string][] {
  const { IMPRINT_FILE, PRIVACY_FILE, TERMS_FILE } = env()
  const files = { imprint: IMPRINT_FILE, privacy: PRIVACY_FILE, terms: TERMS_FILE }
  return OWN_PAGES.flatMap((page): [OwnPage, string][] => {
    const file = files[page]
    return file === undefined ? [] : [[page, file]]
  })
}
