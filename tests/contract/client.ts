import { expect } from 'vitest'
import { z } from 'zod'
import { CODE_OK, envelopeSchema } from '#lib/contract/envelope.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { listSchema, type ProjectList } from '#lib/contract/list.ts'
import type { Project } from '#lib/contract/project.ts'

const BASE = z.url().parse(process.env['CONTRACT_URL'])

/** The address of a call, or of a path that an answer held. */
export const addressOf = (path: string) => `${BASE}${path}`

/** Asks for a call; `address` stands below `/api/v1`. */
export async function call(address: string, init?: RequestInit) {
  const response = await fetch(addressOf(`${API_BASE}${address}`), init)
  const text = await response.text()
  const type = response.headers.get('content-type')
  expect(type, `${address} answers JSON, not ${text.slice(0, 80)}`).toMatch(/^application\/json\b/)
  return { status: response.status, text, body: envelopeSchema.parse(JSON.parse(text)) }
}

/** `data` of a successful call, in the contract's shape. */
export async function read<T extends z.ZodType>(address: string, data: T): Promise<z.output<T>> {
  const { body } = await call(address)
  expect(body.code, `${address}: ${body.message}`).toBe(CODE_OK)
  return data.parse(body.data)
}

export const list = (kind: Kind, query = ''): Promise<ProjectList> =>
  read(`/${kind}/list?${query}`, listSchema)

/** The code by which a call is refused: in the envelope, and with nothing of the backend inside. */
export async function refusalOf(address: string, init?: RequestInit): Promise<number> {
  const { body, text } = await call(address, init)
  expect(body.data ?? null, address).toBeNull()
  expect(text, address).not.toMatch(/\bat [\w./<>-]+ ?\(|node_modules|SELECT /)
  return body.code
}

/** The pages of a list one after the other, at most `pages` of them. */
export async function walk(kind: Kind, query: string, pages = 5): Promise<Project[]> {
  const items: Project[] = []
  let after: string | null = null
  for (let page = 0; page < pages; page++) {
    const cursor: string = after === null ? '' : `&after=${after}`
    const answer: ProjectList = await list(kind, `${query}${cursor}`)
    items.push(...answer.items)
    after = answer.next
    if (after === null) break
    expect(answer.items.length, 'a page before the last is never empty').toBeGreaterThan(0)
  }
  return items
}
