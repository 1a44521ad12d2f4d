import { accessSync, constants, existsSync } from 'node:fs'
import { backendVariables, type BackendConfig, providerVariables } from '#backend/config.ts'
import { distanceOf } from '#lib/contract/fields.ts'
import { PROVIDERS } from '#lib/contract/provider.ts'
import { type Env, webVariables } from '#lib/env.ts'
import { isLoopback } from '#lib/http-address.ts'
import { hasComment, type Variables } from '#lib/variables.ts'
import { commandShape } from './configuration.ts'
import { SECRETS } from './secret-variables.ts'

/** What is probably a mistake in a configuration that can be used. Printed at the start, and found by the doctor. */
export type Notice = { variable: string; text: string }

const KNOWN = [
  ...Object.keys({ ...webVariables, ...backendVariables, ...commandShape }),
  ...PROVIDERS.flatMap((provider) =>
    Object.keys(providerVariables).map((name) => `${provider.toUpperCase()}_${name}`),
  ),
  ...SECRETS.map((name) => `${name}_FILE`),
]
/** A short name is near to many others, such as HOME to HOST. */
const NEAR_MIN = 6
/** From this length on two letters may differ, as they do when they are swapped. */
const TWO_MIN = 8
/** Read by libraries, or by others on most machines. */
const FOREIGN = /^(?:OTEL_|npm_|AWS_|PG)/

/** @param source the environment with the file `.env`. @param parsed what of it a process reads: one of the two, or both. */
export function noticesOf(
  source: Variables,
  { env, config }: { env?: Env; config?: BackendConfig },
) {
  return [
    ...misspelt(source),
    ...comments(source),
    ...(env ? [...ownPages(env), ...addresses(source, env), ...proxies(env)] : []),
    ...(config ? mail(config) : []),
  ]
}

/** Prints them on standard error. */
export function printNotices(...[source, parsed]: Parameters<typeof noticesOf>): void {
  for (const { text } of noticesOf(source, parsed)) console.error(`Configuration: ${text}`)
}

function misspelt(source: Variables): Notice[] {
  return Object.keys(source).flatMap((variable) => {
    if (KNOWN.includes(variable) || FOREIGN.test(variable) || !source[variable]) return []
    if (variable.length < NEAR_MIN) return []
    const near = nearestOf(variable)
    if (near === undefined || source[near]) return []
    return [{ variable, text: `${variable} is not a variable of the site: did you mean ${near}?` }]
  })
}

/** Values that are accepted with the comment behind them, such as the name of a folder. */
function comments(source: Variables): Notice[] {
  return KNOWN.filter(
    (variable) => variable !== 'BACKUP_PASSPHRASE' && hasComment(source[variable] ?? ''),
  ).map((variable) => {
    const text = `${variable} contains “#” beside a space; if that is a comment, write it on a line of its own.`
    return { variable, text }
  })
}

function nearestOf(variable: string): string | undefined {
  const most = variable.length < TWO_MIN ? 1 : 2
  const near = KNOWN.map((name) => ({
    name,
    distance: distanceOf(variable.trim().toUpperCase(), name),
  }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
  return near[0]?.name
}

function ownPages({ IMPRINT_FILE, PRIVACY_FILE, TERMS_FILE }: Env): Notice[] {
  return Object.entries({ IMPRINT_FILE, PRIVACY_FILE, TERMS_FILE }).flatMap(([variable, file]) => {
    if (file === undefined || isReadable(file)) return []
    const problem = existsSync(file) ? 'cannot be read' : 'does not exist'
    const text = `The file ${file} of ${variable} ${problem}: the page that the footer links is an error.`
    return [{ variable, text }]
  })
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** `smtp:` uses TLS only where the server offers it, which an attacker between the two can prevent. */
function mail({ SMTP_URL }: BackendConfig): Notice[] {
  if (SMTP_URL === undefined) return []
  const { protocol, password, hostname, searchParams } = new URL(SMTP_URL)
  const isSafe = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true'
  if (isSafe || password === '' || isLoopback(hostname)) return []
  const text =
    'The password in SMTP_URL may be sent without TLS; use smtps://, or add ?requireTLS=true.'
  return [{ variable: 'SMTP_URL', text }]
}

/** Defaults that belong to no site, where name or address are those of a site. */
function addresses(source: Variables, { SITE_NAME, SITE_URL, SUPPORT_EMAIL, CHAT_URL }: Env) {
  const { hostname } = new URL(SITE_URL)
  const isPublic = !isLoopback(hostname) && !hostname.endsWith('.example')
  if (!source['SITE_NAME'] && !isPublic) return []
  return Object.entries({ SUPPORT_EMAIL, CHAT_URL }).flatMap(([variable, value]): Notice[] => {
    if (!/\bkeystrip\.example$/.test(value)) return []
    return [{ variable, text: `${SITE_NAME} shows ${value}, an example; set ${variable}.` }]
  })
}

/** The web app has no TLS: at another scheme or port, or where it listens on this machine alone, something is in front of it. */
function proxies({ SITE_URL, TRUSTED_PROXIES, HOST, PORT }: Env): Notice[] {
  const { protocol, hostname, port } = new URL(SITE_URL)
  const isDirect = protocol === 'http:' && Number(port || 80) === PORT && !isLoopback(HOST)
  if (TRUSTED_PROXIES.length > 0 || isLoopback(hostname) || isDirect) return []
  const text = `SITE_URL names ${hostname}, and TRUSTED_PROXIES is empty: all visitors that come through a proxy share one limit. Write TRUSTED_PROXIES=127.0.0.1, or the address of the proxy, and let it set X-Forwarded-For.`
  return [{ variable: 'TRUSTED_PROXIES', text }]
}
