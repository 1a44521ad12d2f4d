import path from 'node:path'
import { API_BASE } from '#lib/contract/limits.ts'
import { publish, register } from '#tests/contract/creator.ts'
import type { BenchSite } from './site.ts'

const PROJECTS_EACH = 2
/** Begins the titles of the written projects: first in a list by name. */
const FIRST = '0'

export type BenchAuthor = { token: string; cookie: string; ids: string[] }
/** Of a request that a page of the site sends. */
export const HEADERS = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
export const LOG_IN = `${API_BASE}/auth/log_in`

/**
 * An account with projects, signed in to the web app.
 * @param logIn sends a JSON body to `LOG_IN`. @returns the lines `Set-Cookie` of the response.
 */
export async function startAuthor(
  { backend, dataDir }: Pick<BenchSite, 'backend' | 'dataDir'>,
  logIn: (body: string) => Promise<string[]>,
): Promise<BenchAuthor> {
  const target = { url: backend, isReadOnly: false, mailDir: path.join(dataDir, 'mail') }
  const { email, password, token } = await register(target)
  const ids: string[] = []
  for (let at = 0; at < PROJECTS_EACH; at += 1)
    ids.push((await publish(target, token, 'icon', { title: `${FIRST} ${at}`, tagline: '' })).id)
  const lines = await logIn(JSON.stringify({ account: email, password }))
  return { token, cookie: lines.map((line) => line.split(';')[0]).join('; '), ids }
}

async function logInTo(web: string, body: string): Promise<string[]> {
  const login = await fetch(`${web}${LOG_IN}`, { method: 'POST', headers: HEADERS, body })
  await login.arrayBuffer()
  if (login.status !== 200) throw new Error(`Signing in answers ${login.status}.`)
  return login.headers.getSetCookie()
}

/** What an edit changes: the first sentence, which cards show, or only what follows it. */
const DESCRIPTIONS = {
  summary: (count: number) => `Edition ${count}. What follows stays.`,
  below: (count: number) => `The first sentence stays. Edition ${count}.`,
}
type Writing = {
  perSecond: number
  changes: keyof typeof DESCRIPTIONS
  /** More than can be done: a write may be refused with 503. */
  isOverload?: boolean
}

/** New accounts, signed in to the web app, with two projects each. */
export async function startAuthors(site: BenchSite, accounts: number): Promise<BenchAuthor[]> {
  const authors: BenchAuthor[] = []
  for (let at = 0; at < accounts; at += 1) {
    authors.push(await startAuthor(site, (body) => logInTo(site.web, body)))
  }
  return authors
}

/**
 * Edits the projects of accounts through the web app, `perSecond` times a second, until `stop`, which throws if a
 * write was refused.
 */
export function startWriter(
  site: Pick<BenchSite, 'web'>,
  authors: readonly BenchAuthor[],
  { perSecond, changes, isOverload = false }: Writing,
) {
  const projects = authors.flatMap(({ cookie, ids }) => ids.map((id) => ({ id, cookie })))

  let count = 0
  let refused = 0
  const failures: string[] = []
  const open = new Set<Promise<void>>()
  async function write(): Promise<void> {
    count += 1
    const at = count % projects.length
    const { id, cookie = '' } = projects[at] ?? {}
    // A network of its own: the load uses up what the limits leave to its one.
    const network = { 'x-forwarded-for': `10.0.${at}.1` }
    const response = await fetch(`${site.web}${API_BASE}/icon`, {
      method: 'PUT',
      headers: { ...HEADERS, ...network, cookie },
      body: JSON.stringify({ id, description: DESCRIPTIONS[changes](count) }),
    })
    const text = await response.text()
    if (isOverload && response.status === 503) refused += 1
    else if (response.status !== 200 || !text.includes('"code":200')) failures.push(text)
  }
  const timer = setInterval(() => {
    const writing = write()
      .catch((error: unknown) => void failures.push(String(error)))
      .finally(() => open.delete(writing))
    open.add(writing)
  }, 1000 / perSecond)

  return {
    count: () => count,
    refused: () => refused,
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.all(open)
      if (failures.length > 0) throw new Error(`${failures.length} writes failed: ${failures[0]}`)
    },
  }
}
