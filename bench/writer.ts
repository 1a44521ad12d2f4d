import path from 'node:path'
import { API_BASE } from '#lib/contract/limits.ts'
import { publish, register } from '#tests/contract/creator.ts'
import type { Site } from './site.ts'

const PROJECTS = 10

/**
 * Edits projects of a new account through the web app, `perSecond` times a second, until `stop`, which throws if a
 * write was refused.
 */
export async function startWriter({ web, backend, dataDir }: Site, perSecond: number) {
  const target = { url: backend, isReadOnly: false, mailDir: path.join(dataDir, 'mail') }
  const { email, password, token } = await register(target)
  const ids: string[] = []
  for (let at = 0; at < PROJECTS; at += 1) ids.push((await publish(target, token, 'icon')).id)
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const login = await fetch(`${web}${API_BASE}/auth/log_in`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ account: email, password }),
  })
  await login.arrayBuffer()
  if (login.status !== 200) throw new Error(`Signing in answers ${login.status}.`)
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

  let count = 0
  const failures: string[] = []
  const open = new Set<Promise<void>>()
  async function write(): Promise<void> {
    count += 1
    const response = await fetch(`${web}${API_BASE}/icon`, {
      method: 'PUT',
      headers: { ...headers, cookie },
      body: JSON.stringify({ id: ids[count % ids.length], description: `Edition ${count}.` }),
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
