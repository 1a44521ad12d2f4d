import type { Page } from 'playwright/test'
import { z } from 'zod'
import { listSchema, type ProjectList } from '#lib/contract/list.ts'

/** A page, or `{ request }` of a test that needs no browser. */
export type Asker = Pick<Page, 'request'>

/** Fetches a list from the API. */
export async function readList({ request }: Asker, query: string): Promise<ProjectList> {
  const response = await request.get(`/api/v1/${query}`)
  return z.object({ data: listSchema }).parse(await response.json()).data
}
