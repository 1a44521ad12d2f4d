import path from 'node:path'
import { API_BASE } from '#lib/contract/limits.ts'
import { publish, register } from '#tests/contract/creator.ts'
import type { Site } from './site.ts'

/** An account may make 300 writes an hour. */
const ACCOUNTS = 5
const PROJECTS_EACH = 2

type Author = { cookie: string; ids: string[] }
const HEADERS = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

/** An account with projects, signed in to the web app. */
async function startAuthor({ web, backend, dataDir }: Site): Promise<Author> {
  const target = { url: backend, isReadOnly: false, mailDir: path.join(dataDir, 'mail') }
  const { email, password, token } = await register(target)
  const ids: string[] = []
  for (let at = 0; at < PROJECTS_EACH; at += 1) ids.push((await publish(target, token, 'icon')).id)
  const login = await fetch(`${web}${API_BASE}/auth/log_in`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ account: email, password }),
  })
  await login.arrayBuffer()
  if (login.status !== 200) throw new Error(`Signing in answers ${login.status}.`)
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { cookie, ids }
}

/**
 * Edits projects of new accounts through the web app, `perSecond` times a second, until `stop`, which throws if a
 * write was refused.
 */
export async function startWriter(site: Site, perSecond: number) {
  const projects: { id: string; cookie: string }[] = []
  for (let at = 0; at < ACCOUNTS; at += 1) {
    const { cookie, ids } = await startAuthor(site)
    projects.push(...ids.map((id) => ({ id, cookie })))
  }

  let count = 0
  const failures: string[] = []
  const open = new Set<Promise<void>>()
  async function write(): Promise<void> {
    count += 1
    const { id, cookie = '' } = projects[count % projects.length] ?? {}
    const response = await fetch(`${site.web}${API_BASE}/icon`, {
      method: 'PUT',
      headers: { ...HEADERS, cookie },
      body: JSON.stringify({ id, description: `Edition ${count}.` }),
    })
    const text = await response.text()
    if (response.status !== 200 || !text.includes('"code":200')) failures.push(text)
  }
  const timer = setInterval(() => {
    const writing = write()
      .catch((error: unknown) => void failures.push(String(error)))
      .finally(() => open.delete(writing))
    open.add(writing)
  }, 1000 / perSecond)

  return {
    count: () => count,
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.all(open)
      if (failures.length > 0) throw new Error(`${failures.length} writes failed: ${failures[0]}`)
    },
  }
}
