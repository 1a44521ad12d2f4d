import { expect, inject } from 'vitest'
import type { z } from 'zod'
import { CODE_OK, envelopeSchema } from '#lib/contract/envelope.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { listSchema, type ProjectList } from '#lib/contract/list.ts'
import type { Project } from '#lib/contract/project.ts'
import { canRegister } from './target.ts'

export const target = inject('target')
export const token = inject('token')

/** Tests that write need `--mail-dir` or `--code-command`, and no `--read-only`. */
export const isWritable = canRegister(target)

/** Whether a code says that the backend leaves the call out. */
export const isLeftOut = (code: number) => code === 404 || code === 501

/** Full URL of a call, or of a path that a response named. */
export const toUrl = (path: string) => `${target.url}${path}`

/** Calls the backend; `path` is below `/api/v1`. */
export async function call(path: string, init?: RequestInit) {
  const response = await fetch(toUrl(`${API_BASE}${path}`), init)
  const text = await response.text()
  const type = response.headers.get('content-type')
  expect(type, `${path} responds with JSON, not ${text.slice(0, 80)}`).toMatch(
    /^application\/json\b/,
  )
  return { status: response.status, text, body: envelopeSchema.parse(JSON.parse(text)) }
}

/** `data` of a successful call, in the shape of the contract. */
export async function read<T extends z.ZodType>(path: string, data: T): Promise<z.output<T>> {
  const { body } = await call(path)
  expect(body.code, `${path}: ${body.message}`).toBe(CODE_OK)
  return data.parse(body.data)
}

export const list = (kind: Kind, query = ''): Promise<ProjectList> =>
  read(`/${kind}/list?${query}`, listSchema)

/** The code of an error response, which reveals nothing of the backend. */
export async function errorCodeOf(path: string, init?: RequestInit): Promise<number> {
  const { body, text } = await call(path, init)
  expect(body.data ?? null, path).toBeNull()
  expect(text, path).not.toMatch(/\bat [\w./<>-]+ ?\(|node_modules|SELECT /)
  return body.code
}

/** The entries of at most `pages` pages of a list. */
export async function readPages(kind: Kind, query: string, pages = 5): Promise<Project[]> {
  const items: Project[] = []
  let after: string | null = null
  for (let page = 0; page < pages; page++) {
    const cursor: string = after === null ? '' : `&after=${after}`
    const response: ProjectList = await list(kind, `${query}${cursor}`)
    items.push(...response.items)
    after = response.next
    if (after === null) break
    expect(response.items.length, 'a page before the last is never empty').toBeGreaterThan(0)
  }
  return items
}
