import type { Page } from 'playwright/test'
import { z } from 'zod'
import { listSchema, type ProjectList } from '#lib/contract/list.ts'

/** Fetches a list from the API. */
export async function readList(page: Page, query: string): Promise<ProjectList> {
  const response = await page.request.get(`/api/v1/${query}`)
  return z.object({ data: listSchema }).parse(await response.json()).data
}
