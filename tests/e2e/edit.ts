import { expect, type Page } from 'playwright/test'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { versionsSchema } from '#lib/contract/publish.ts'
import { container } from './form.ts'

export const edit = async (page: Page, id: string) => {
  await page.goto(`/home/user/editicon?id=${id}`)
  await expect(page.getByLabel('Title')).not.toHaveValue('')
}
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
/** The toast with this text. A second copy of the text is announced, outside of the list item. */
export const said = (page: Page, words: string | RegExp) =>
  page.locator('li').filter({ hasText: words }).first()
export const saved = (page: Page) =>
  expect(page.getByText('Edit Icon pack Success', { exact: true })).toBeVisible()

export async function projectOf(page: Page, id: string) {
  const answer = await page.request.get(`/api/v1/icon/${id}`)
  return projectSchema.parse((await answer.json()).data)
}
export async function versionsOf(page: Page, id: string) {
  const answer = await page.request.get(`/api/v1/icon/${id}/versions`)
  return versionsSchema.parse((await answer.json()).data).items
}

/** Holds uploads. @returns a function that lets them continue or abort. */
export async function holdUploads(page: Page) {
  const { promise, resolve } = Promise.withResolvers<'continue' | 'abort'>()
  await page.route('**/file/upload', async (route) => {
    if ((await promise) === 'abort') return route.abort()
    return route.continue()
  })
  return resolve
}

/** Methods of the project writes that a page sends from now on; the array grows. */
export function writesOf(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const isWrite = request.method() === 'PUT' || request.method() === 'POST'
    if (isWrite && request.url().endsWith('/api/v1/icon')) sent.push(request.method())
  })
  return sent
}

export const newFile = () => container(KIND_TABLE.icon.fileEnding, 'comet')
