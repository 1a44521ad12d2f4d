import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { parseConfig } from '#backend/config.ts'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { KINDS, kindOfPath, kindSchema } from '#lib/contract/kind.ts'
import {
  type AuditEntry,
  auditEntrySchema,
  auditSchema,
  clearedSchema,
  OPERATOR_ACTIONS,
  type OperatorAction,
  sweptSchema,
} from '#lib/contract/operator.ts'
import { parseEnv } from '#lib/env.ts'
import { createBar } from './bar.ts'
import { restoreFiles, showTrash } from './admin-files.ts'
import { readSecret } from './secret-file.ts'

/*
 * `npm run admin -- hide icon <id> --reason "…"`: takes a project out of sight, brings it back or
 * deletes it, while the site runs; every page is fresh at once. A project's address does as well as
 * kind and id.
 */

const USAGE = `Usage:
  npm run admin -- hide    <kind> <id> --reason "…"   out of lists, search, feeds and caches at once
  npm run admin -- restore <kind> <id> --reason "…"   there again, as it was
  npm run admin -- delete  <kind> <id> --reason "…"   for good, with its files
  npm run admin -- hidden                             what is hidden now, and why
  npm run admin -- audit                              what was done, the last first
  npm run admin -- sweep                              moves files that the database does not name to the trash
  npm run admin -- clear-demo                         deletes the demo projects for good; what people published stays
  npm run admin -- trash                              what the trash of files holds, by day
  npm run admin -- restore-files <date>               moves a day's files back (the site may run or not)
Kinds: ${KINDS.join(', ')}. Instead of kind and id, the project's address does.`

const TIMEOUT_MS = 30_000

type Site = { backendUrl: string; webUrl: string; origin: string; secret: string }

async function main() {
  process.umask(0o077)
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: 'string' } },
  })
  const [command, ...rest] = positionals
  if (command === 'hidden' || command === 'audit') return show(await theSite(), command)
  if (command === 'trash') return showTrash(theConfig().DATA_DIR)
  if (command === 'restore-files') return restoreFiles(theConfig().DATA_DIR, rest[0] ?? '')
  if (command === 'sweep') return sweep(await theSite())
  if (command === 'clear-demo') return clearDemo(await theSite())
  const action = z.enum(OPERATOR_ACTIONS).safeParse(command)
  if (!action.success) throw new Error(USAGE)
  const project = parseProject(rest)
  if (!project) throw new Error(`Which project?\n${USAGE}`)
  if (!values.reason?.trim()) throw new Error(`Why? Say it with --reason "…".\n${USAGE}`)
  const site = await theSite()
  const by = os.userInfo().username
  await moderate(site, { action: action.data, ...project, reason: values.reason, by })
}

/** `icon <id>`, or the address of a detail page in any language. */
function parseProject([first = '', second]: string[]) {
  const kind = kindSchema.safeParse(first)
  if (kind.success && second) return { kind: kind.data, id: second }
  const [, segment = '', id] = /\/home\/(\w+)\/detail\/([\w-]+)\/?(?:[?#].*)?$/.exec(first) ?? []
  const found = kindOfPath(segment)
  return found && id ? { kind: found, id } : null
}

function theConfig() {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return parseConfig({ ...process.env, DATABASE_URL: 'postgres://localhost/unused' })
}

/** Where the site is asked, and the secret that it made or was given. */
async function theSite(): Promise<Site> {
  const config = theConfig()
  const env = parseEnv(process.env)
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

async function ask(site: Site, address: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${site.backendUrl}/operator/${address}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-internal-secret': site.secret, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new Error(`The backend does not answer at ${site.backendUrl}: the site has to run.`)
  })
  const answer = envelopeSchema.safeParse(await response.json().catch(() => null))
  if (response.ok && answer.success) return answer.data.data
  if (response.status === 404) {
    throw new Error('There is no such project, or it is hidden (not hidden) already.')
  }
  throw new Error(answer.data?.message || `The backend answered ${response.status}.`)
}

const DONE: Record<OperatorAction, string> = {
  hide: 'Hidden',
  restore: 'Restored',
  delete: 'Deleted',
}

async function moderate(site: Site, request: Record<string, unknown>) {
  const entry = auditEntrySchema.parse(await ask(site, 'projects', request))
  console.log(`${DONE[entry.action]}: ${line(entry)}`)
  const { kind, id, author } = entry
  const fresh = await fetch(`${site.webUrl}/api/fresh`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${site.secret}`,
      'content-type': 'application/json',
      origin: site.origin,
    },
    body: JSON.stringify({ kind, id, author }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  if (fresh?.status === 204) return
  console.warn(
    `The web app at ${site.webUrl} could not be told: its pages are fresh within a few minutes.`,
  )
  process.exitCode = 1
}

async function sweep(site: Site) {
  const { total, unknown, moved } = sweptSchema.parse(await ask(site, 'sweep', {}))
  console.log(`Moved ${moved} objects to the trash; ${unknown} of ${total} were not named.`)
}

async function clearDemo(site: Site) {
  const bar = createBar('Deleting the demo projects')
  for (let done = 0; ;) {
    const { removed, left } = clearedSchema.parse(await ask(site, 'clear-demo', {}))
    done += removed
    const total = done + left
    if (total > 0) bar({ done, total, what: '' })
    if (left > 0 && removed > 0) continue
    return console.log(total > 0 ? `Deleted ${done} demo projects.` : 'There are no demo projects.')
  }
}

async function show(site: Site, what: 'hidden' | 'audit') {
  const { items } = auditSchema.parse(await ask(site, what))
  if (items.length === 0) console.log(what === 'hidden' ? 'Nothing is hidden.' : 'Nothing yet.')
  for (const entry of items) {
    const time = entry.at.slice(0, 16).replace('T', ' ')
    console.log(`${time}  ${entry.action.padEnd(7)}  ${line(entry)}`)
    console.log(`                  by ${entry.by}: ${printable(entry.reason)}`)
  }
}

const line = ({ kind, id, title, author }: AuditEntry) =>
  `${kind} ${id}  ${printable(title)}  (${printable(author)})`

/** A title is a stranger's: nothing in it may steer the terminal. */
const printable = (text: string) => text.replaceAll(/\p{C}+/gu, ' ')

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
