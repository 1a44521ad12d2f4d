import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { REVALIDATE_S } from './config.ts'
import { baseUrlSchema, httpUrlSchema } from './http-address.ts'
import {
  backendHostSetting,
  backendPortSetting,
  clientIdSetting,
  flagSchema,
  listSchema,
  localUrlOf,
  logLevelSetting,
  parseVariables,
  plainSchema,
  portSchema,
  type Setting,
  setting,
  siteUrlOf,
  siteVariables,
  type Variables,
} from './variables.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import {
  NO_SETTINGS,
  OWN_PAGES,
  type OwnPage,
  textIn,
  settingNameSchema,
  SETTINGS,
  type Settings,
} from '#lib/contract/admin/settings.ts'
import { featuredListSchema } from '#lib/contract/admin/featured.ts'
import { ensureProcessState, getProcessState, setProcessState } from './process-state.ts'
import { type Provider, PROVIDER_TABLE } from '#lib/contract/provider.ts'
import { sessionSecretsSchema } from '#lib/contract/secret.ts'
import { lineSchema } from '#lib/contract/text.ts'

const authorizeUrl = (provider: Provider) =>
  setting(
    httpUrlSchema.default(PROVIDER_TABLE[provider].authorize),
    'providers',
    'page where visitors sign in; this and the other addresses are for tests and enterprise servers',
    { default: 'the provider’s own' },
  )

/** Variables of the web app. */
export const webVariables = {
  APP_NAME: setting(
    lineSchema.trim().min(1).max(60).default('Designer'),
    'site',
    'name of the designer application that installs projects',
  ),
  APP_URL: setting(
    httpUrlSchema.optional(),
    'site',
    'page where visitors get the designer application; without it, nothing links to one',
    { example: 'https://designer.example.com' },
  ),
  INSTALL_URL_TEMPLATE: setting(
    z
      .string()
      .regex(/^(?!javascript:|data:|vbscript:)[a-z][a-z0-9+.-]*:\S*$/i)
      .default('designer://install?kind={kind}&id={id}&url={url}'),
    'site',
    'address that installs a project; placeholders are percent-encoded',
  ),
  CHAT_URL: setting(
    httpUrlSchema.default('https://chat.keystrip.example'),
    'site',
    'address of the community chat',
  ),
  FEATURED: setting(
    z.string().default('').pipe(featuredListSchema),
    'site',
    'addresses of the project pages that the home page shows first, comma-separated; by default [one of each kind](behaviour.md#the-home-page)',
    { example: 'https://icons.example.org/home/iconpack/detail/a1' },
  ),
  IMPRINT_FILE: setting(
    plainSchema.optional(),
    'site',
    'Markdown file that becomes a page, linked in the footer; `imprint.fr.md` beside `imprint.md` is its French version',
    { example: '/etc/keystrip/imprint.md' },
  ),
  PRIVACY_FILE: setting(plainSchema.optional(), 'site', 'the same for the privacy policy', {
    example: '/etc/keystrip/privacy.md',
  }),
  TERMS_FILE: setting(plainSchema.optional(), 'site', 'the same for the terms of use', {
    example: '/etc/keystrip/terms.md',
  }),
  TRUSTED_PROXIES: setting(
    listSchema.pipe(
      z.array(
        z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
          error: 'expected is an address or a range, such as 127.0.0.1 or 10.0.0.0/8',
        }),
      ),
    ),
    'site',
    'addresses or CIDR ranges of proxies whose `X-Forwarded-For` is trusted, comma-separated; without it [all visitors share the limits](deploy.md#proxies) of the proxy',
    { example: '127.0.0.1,10.0.0.0/8' },
  ),
  HOST: setting(plainSchema.default('0.0.0.0'), 'process', 'address that the web app listens on'),
  BACKEND_HOST: backendHostSetting,
  BACKEND_PORT: backendPortSetting(1),
  LOG_LEVEL: logLevelSetting('warn'),
  BACKEND_URL: setting(
    baseUrlSchema.optional(),
    'several',
    'address of another backend; the embedded one does not start',
    { example: 'https://api.example.org' },
  ),
  SESSION_SECRET: setting(
    sessionSecretsSchema.optional(),
    'several',
    'seals the session cookie: at least 32 characters of printable ASCII; for rotation several, newest first, comma-separated',
    { default: 'generated; `openssl rand -hex 32` makes one' },
  ),
  WEB_PEERS: setting(
    listSchema.pipe(z.array(baseUrlSchema).max(100)),
    'several',
    'addresses of the other web processes, comma-separated; notified of changes if a foreign backend has no `GET /index/changes`',
    { example: 'http://10.0.0.2:3000' },
  ),
  REVALIDATE_SECONDS: setting(
    z.coerce.number().int().min(1).max(REVALIDATE_S).default(REVALIDATE_S),
    'cache',
    'maximum age of cached pages and answers in seconds; changes made through the site show at once',
  ),
  SURROGATE_KEYS: setting(
    flagSchema.default(false),
    'cache',
    '`1` adds `Surrogate-Key` and `Cache-Tag` to pages',
  ),
  PURGE_URLS: setting(
    listSchema.pipe(z.array(httpUrlSchema).max(100)),
    'cache',
    'addresses of caches, comma-separated, that are sent [`PURGE`](deploy.md#purges) with the tags of what changed; pages then name their tags',
    { example: 'http://127.0.0.1:6082/' },
  ),
  GOOGLE_CLIENT_ID: clientIdSetting,
  GITHUB_CLIENT_ID: clientIdSetting,
  DISCORD_CLIENT_ID: clientIdSetting,
  GOOGLE_AUTHORIZE_URL: authorizeUrl('google'),
  GITHUB_AUTHORIZE_URL: authorizeUrl('github'),
  DISCORD_AUTHORIZE_URL: authorizeUrl('discord'),
  METRICS_PORT: setting(
    portSchema.optional(),
    'monitoring',
    'port that serves `/metrics` of the web app [to Prometheus](operations.md#metrics), without a token',
    { example: '9464' },
  ),
  ...siteVariables,
} satisfies Record<string, Setting>

const envSchema = z.object(webVariables).transform((variables) => ({
  ...variables,
  BACKEND_URL: variables.BACKEND_URL ?? localUrlOf(variables.BACKEND_HOST, variables.BACKEND_PORT),
  SITE_URL: siteUrlOf(variables),
}))

export type Env = z.infer<typeof envSchema>

/** @throws Error that names each bad variable (`parseVariables`). */
export const parseEnv = (source: Variables): Env => parseVariables(envSchema, source)

declare module '#lib/process-state.ts' {
  interface ProcessState {
    shownSettings: Settings
    /** The environment, parsed. */
    variables: Env
  }
}

/**
 * Sets the settings of the site that pages show from now on. A variable of this process comes first.
 * @returns whether they are other ones than before.
 */
export function setShownSettings(values: Partial<Settings>): boolean {
  const isFree = ([name]: [string, unknown]) => {
    const { variable } = SETTINGS[settingNameSchema.parse(name)]
    return variable === undefined || !process.env[variable]
  }
  const free = Object.fromEntries(Object.entries(values).filter(isFree))
  const settings = { ...NO_SETTINGS, ...free }
  if (isDeepStrictEqual(settings, shownSettings())) return false
  setProcessState('shownSettings', settings)
  return true
}

/** Settings of the site that pages show; null where there is only a default. */
export const shownSettings = (): Settings => getProcessState('shownSettings') ?? NO_SETTINGS

let current: { variables: Env; settings: Settings; env: Env } | undefined

/** Configuration of this process: the environment, parsed once on first use, with the names of the site as they are now. */
export function env(): Env {
  const variables = ensureProcessState('variables', () => parseEnv(process.env))
  const settings = shownSettings()
  if (current?.settings !== settings || current.variables !== variables) {
    const { site_name: site, app_name: app, support_email: email, featured } = settings
    current = {
      variables,
      settings,
      env: {
        ...variables,
        ...(site !== null && { SITE_NAME: site }),
        ...(app !== null && { APP_NAME: app }),
        ...(email !== null && { SUPPORT_EMAIL: email }),
        ...(featured !== null && { FEATURED: featuredListSchema.parse(featured) }),
      },
    }
  }
  return current.env
}

/** The operator's pages that exist, with the Markdown file where a variable names one. */
export function ownPages(): [OwnPage, string | null][] {
  const { IMPRINT_FILE, PRIVACY_FILE, TERMS_FILE } = env()
  const files = { imprint: IMPRINT_FILE, privacy: PRIVACY_FILE, terms: TERMS_FILE }
  return OWN_PAGES.flatMap((page): [OwnPage, string | null][] => {
    const file = files[page] ?? null
    return file === null && !textIn(shownSettings(), page, LOCALES[0]) ? [] : [[page, file]]
  })
}
