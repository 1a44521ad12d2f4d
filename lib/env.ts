import { z } from 'zod'
import { REVALIDATE_S } from './config.ts'
import { PROVIDER_TABLE } from '#lib/contract/provider.ts'
import { INTERNAL_SECRET_MIN, secretSchema, sessionSecretsSchema } from '#lib/contract/secret.ts'
import { lineSchema } from '#lib/contract/text.ts'

const port = z.coerce.number().int().min(1).max(65_535)
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

const splitList = (list: string) =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

/**
 * The web app's configuration. `PORT` and the like are strings in the environment; an empty one
 * counts as not set. Every default suits the embedded run; a secret has none.
 */
const envSchema = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().default('0.0.0.0'),
    BACKEND_PORT: port.default(4000),
    /** Set: the embedded backend does not start and this one is asked instead. */
    BACKEND_URL: httpUrl.optional(),
    /** Where visitors find the site; all absolute addresses are built from it, never from a header. */
    SITE_URL: httpUrl.optional(),
    SITE_NAME: lineSchema.trim().min(1).max(60).default('Keystrip'),
    /** Name of the designer application that projects are installed into. */
    APP_NAME: lineSchema.trim().min(1).max(60).default('Designer'),
    /** Address that installs a project; `{kind}`, `{id}` and `{url}` are filled in, encoded. */
    INSTALL_URL_TEMPLATE: z
      .string()
      .regex(/^(?!javascript:|data:|vbscript:)[a-z][a-z0-9+.-]*:\S*$/i)
      .default('designer://install?kind={kind}&id={id}&url={url}'),
    SUPPORT_EMAIL: z.email().default('support@keystrip.example'),
    CHAT_URL: httpUrl.default('https://chat.keystrip.example'),
    /** Addresses or CIDR ranges of proxies whose `X-Forwarded-For` is believed, comma-separated. */
    TRUSTED_PROXIES: z
      .string()
      .default('')
      .transform(splitList)
      .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
    /** Markdown files of the operator's own pages; without one there is no such page. */
    IMPRINT_FILE: z.string().min(1).optional(),
    PRIVACY_FILE: z.string().min(1).optional(),
    TERMS_FILE: z.string().min(1).optional(),
    /** What the forms say of a project's file; the backend sees to it. */
    UPLOAD_MAX_MB: z.coerce.number().int().min(1).max(10_000).default(100),
    /** A stored page or answer is asked for anew after this many seconds, changes aside. */
    REVALIDATE_SECONDS: z.coerce.number().int().min(1).max(REVALIDATE_S).default(REVALIDATE_S),
    /**
     * Addresses of the site's other web processes, comma-separated: told of changes made through
     * this one, where the backend does not tell them (`GET /index/changes`).
     */
    WEB_PEERS: z.string().default('').transform(splitList).pipe(z.array(httpUrl).max(100)),
    /** Multiplies what each address may ask for (lib/limits/rates.ts). */
    RATE_FACTOR: z.coerce.number().positive().max(1_000_000).default(1),
    /** Shared with the backend, which believes the visitor's address only with it. */
    INTERNAL_SECRET: secretSchema(INTERNAL_SECRET_MIN).optional(),
    /** What seals the session cookie: at least 32 characters; several, newest first, to rotate. */
    SESSION_SECRET: sessionSecretsSchema.optional(),
    /** The site's name at a provider of sign-in, and where people agree there. */
    GOOGLE_CLIENT_ID: z.string().max(500).optional(),
    GITHUB_CLIENT_ID: z.string().max(500).optional(),
    DISCORD_CLIENT_ID: z.string().max(500).optional(),
    GOOGLE_AUTHORIZE_URL: httpUrl.default(PROVIDER_TABLE.google.authorize),
    GITHUB_AUTHORIZE_URL: httpUrl.default(PROVIDER_TABLE.github.authorize),
    DISCORD_AUTHORIZE_URL: httpUrl.default(PROVIDER_TABLE.discord.authorize),
  })
  .transform(({ BACKEND_URL, SITE_URL, ...rest }) => ({
    ...rest,
    BACKEND_URL: BACKEND_URL ?? `http://127.0.0.1:${rest.BACKEND_PORT}`,
    SITE_URL: SITE_URL ?? `http://localhost:${rest.PORT}`,
  }))

export type Env = z.infer<typeof envSchema>

/**
 * Parses an environment.
 * @throws Error whose message is one sentence that names each bad variable and never its value.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = envSchema.safeParse(given)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(
    (issue) => `${issue.path.map(String).join('.')} (${issue.message})`,
  )
  throw new Error(`Configuration: bad value for ${faults.join(', ')}.`)
}

let parsed: Env | undefined

/** The process's own configuration, parsed at first use and then kept. */
export function env(): Env {
  parsed ??= parseEnv(process.env)
  return parsed
}

/** Pages that the operator may write, and the file of each that there is. */
export const OWN_PAGES = ['imprint', 'privacy', 'terms'] as const
export type OwnPage = (typeof OWN_PAGES)[number]
export function ownPages(): [OwnPage, string][] {
  const { IMPRINT_FILE, PRIVACY_FILE, TERMS_FILE } = env()
  const files = { imprint: IMPRINT_FILE, privacy: PRIVACY_FILE, terms: TERMS_FILE }
  return OWN_PAGES.flatMap((page): [OwnPage, string][] => {
    const file = files[page]
    return file === undefined ? [] : [[page, file]]
  })
}
