import path from 'node:path'
import { Readable } from 'node:stream'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { loadConfiguration } from '#scripts/settings/configuration.ts'
import { readSecret } from '#scripts/settings/secret-file.ts'

const TIMEOUT_MS = 30_000

export type Site = { backendUrl: string; webUrl: string; origin: string; secret: string }

/** Addresses of the running site, and the secret from the configuration or the data folder. */
export async function loadSite(): Promise<Site> {
  const { env, config } = loadConfiguration()
  const dataDir = path.resolve(config.DATA_DIR)
  const secret = env.INTERNAL_SECRET ?? (await readSecret(dataDir, 'internal'))
  if (!secret) throw new Error(`There is no site in ${config.DATA_DIR}; set DATA_DIR.`)
  return {
    backendUrl: env.BACKEND_URL,
    webUrl: `http://127.0.0.1:${env.PORT}`,
    origin: new URL(env.SITE_URL).origin,
    secret,
  }
}

/** The bytes of a stored file. */
export async function fetchFile({ backendUrl, secret }: Site, id: string): Promise<Readable> {
  const response = await fetch(`${backendUrl}/operator/files/${encodeURIComponent(id)}`, {
    headers: { 'x-internal-secret': secret },
  })
  if (!response.ok || !response.body) throw new Error(`The backend answered ${response.status}.`)
  return Readable.from(response.body)
}

export async function callOperator(
  site: Site,
  address: string,
  body?: unknown,
  timeoutMs = TIMEOUT_MS,
): Promise<unknown> {
  const response = await fetch(`${site.backendUrl}/operator/${address}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-internal-secret': site.secret, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw new Error(`The backend does not answer at ${site.backendUrl}. Is the site running?`)
  })
  const envelope = envelopeSchema.safeParse(await response.json().catch(() => null))
  if (response.ok && envelope.success) return envelope.data.data
  if (response.status === 404) {
    throw new Error(
      'No such project, or nothing to change: it is hidden, visible or decided already.',
    )
  }
  throw new Error(envelope.data?.message || `The backend answered ${response.status}.`)
}
