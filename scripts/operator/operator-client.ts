import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { CallInput } from '#lib/contract/call.ts'
import { callRequest } from '#lib/contract/call-request.ts'
import { CALLS, type Calls } from '#lib/contract/calls.ts'
import type { Role } from '#lib/contract/admin/role.ts'
import { REPORT_CALLS } from '#lib/contract/calls/reports.ts'
import { ADMIN_ACCOUNT_CALLS } from '#lib/contract/calls/accounts.ts'
import { ADMIN_CALLS } from '#lib/contract/calls/admin.ts'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { localUrlOf } from '#lib/variables.ts'
import { loadConfiguration } from '#scripts/settings/configuration.ts'
import { readSecret } from '#scripts/settings/secret-file.ts'

const TIMEOUT_MS = 30_000

export type OperatedSite = {
  backendUrl: string
  webUrl: string
  /** All web processes that the configuration names. */
  webUrls: string[]
  origin: string
  secret: string
}

/** Addresses of the running site, and the secret from the configuration or the data folder. */
export async function loadSite(): Promise<OperatedSite> {
  const { env, config } = loadConfiguration()
  const dataDir = path.resolve(config.DATA_DIR)
  const secret = env.INTERNAL_SECRET ?? (await readSecret(dataDir, 'internal'))
  if (!secret) throw new Error(`There is no site in ${config.DATA_DIR}; set DATA_DIR.`)
  const webUrl = localUrlOf(env.HOST, env.PORT)
  return {
    backendUrl: env.BACKEND_URL,
    webUrl,
    webUrls: [webUrl, ...env.WEB_PEERS],
    origin: new URL(env.SITE_URL).origin,
    secret,
  }
}

/** The bytes of a stored file. */
export async function fetchFile(
  { backendUrl, secret }: OperatedSite,
  id: string,
): Promise<Readable> {
  const response = await fetch(`${backendUrl}/operator/files/${encodeURIComponent(id)}`, {
    headers: { 'x-internal-secret': secret },
  })
  if (!response.ok || !response.body) throw new Error(`The backend answered ${response.status}.`)
  return Readable.from(response.body)
}

export async function callOperator(
  site: OperatedSite,
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

/** The calls that need a role. */
const CALLS_OF_ROLES = { ...ADMIN_CALLS, ...ADMIN_ACCOUNT_CALLS, ...REPORT_CALLS }
type AllCalls = typeof CALLS_OF_ROLES
type AdminCalls = {
  [N in keyof AllCalls as AllCalls[N]['access'] extends Role ? N : never]: AllCalls[N]
}
type AdminCallName = {
  [N in keyof AdminCalls]: AdminCalls[N] extends { mediaType: string } ? never : N
}[keyof AdminCalls]

/** Makes a call of the contract that needs a role, as the user of this machine. @throws Error with one sentence. */
export async function callAdmin<N extends AdminCallName>(
  site: OperatedSite,
  name: N,
  input: CallInput<Calls[N]>,
): Promise<z.output<Calls[N]['data']>>
export async function callAdmin(
  site: OperatedSite,
  name: AdminCallName,
  input: object,
): Promise<unknown> {
  const response = await requestAdmin(site, name, input)
  const envelope = envelopeSchema.safeParse(await response.json().catch(() => null))
  if (response.ok && envelope.success) return CALLS[name].data.parse(envelope.data.data)
  throw new Error(envelope.data?.message || `The backend answered ${response.status}.`)
}

/** The bytes of a call that needs a role. */
export async function fetchExport<N extends 'auditAsCsv' | 'auditAsJson'>(
  site: OperatedSite,
  name: N,
  input: CallInput<Calls[N]>,
): Promise<Readable> {
  const response = await requestAdmin(site, name, input)
  if (!response.ok || !response.body) throw new Error(`The backend answered ${response.status}.`)
  return Readable.from(response.body)
}

async function requestAdmin(
  site: OperatedSite,
  name: keyof AdminCalls,
  input: object,
): Promise<Response> {
  const { method, path: target, body } = callRequest(CALLS_OF_ROLES[name], input)
  return fetch(`${site.backendUrl}/operator${target}`, {
    method,
    headers: {
      'x-internal-secret': site.secret,
      'x-operator': os.userInfo().username,
      'content-type': 'application/json',
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new Error(`The backend does not answer at ${site.backendUrl}. Is the site running?`)
  })
}

/**
 * Asks a web process, with the operator's secret; with a body by POST.
 * @throws Error with one sentence if it does not answer, or refuses.
 */
export async function callWeb(
  { secret, origin }: OperatedSite,
  address: string,
  body?: unknown,
): Promise<unknown> {
  const { host } = new URL(address)
  const response = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', origin },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new Error(`The web app does not answer at ${host}. Is the site running?`)
  })
  if (response.ok) return response.status === 204 ? undefined : await response.json()
  const envelope = envelopeSchema.safeParse(await response.json().catch(() => null))
  throw new Error(`${host} answers ${response.status}. ${envelope.data?.message ?? ''}`.trim())
}
