import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page, type Request } from 'playwright/test'
import { buildStandardFile } from '#tests/support/containers.ts'
import { expectNoAxeFaults } from './axe.ts'
import { register, test } from './people.ts'

const PART = 5 * 1024 * 1024
const pack = buildStandardFile('icon', PART + 1024 * 1024, randomBytes(1024))

let folder = ''
let file = ''
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'resumed-'))
  file = path.join(folder, 'large.iconpack')
  await writeFile(file, pack)
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

/** A connection that is lost after the first part of a file, until it is back. */
async function loseConnection(page: Page) {
  const state = { isLost: true, requests: new Array<Request>() }
  await page.route('**/api/v1/uploads**', async (route) => {
    const request = route.request()
    state.requests.push(request)
    if (request.method() !== 'PATCH' || !state.isLost) return route.continue()
    if (request.headers()['upload-offset'] !== '0') return route.abort('connectionreset')
    const postData = pack.subarray(0, PART)
    const headers = { ...request.headers(), 'content-length': String(PART) }
    return route.fulfill({ response: await route.fetch({ postData, headers }) })
  })
  return state
}
const methodsOf = (requests: Request[]) => requests.map((request) => request.method())
const choose = (page: Page) => page.getByLabel('File: Choose').setInputFiles(file)
const waiting = (page: Page) => page.getByText('large.iconpack: Waiting for the connection…').last()

test('a large file goes on when the connection is back', { tag: '@long' }, async ({ page }) => {
  await register(page)
  await page.goto('/home/user/uploadicon')
  const connection = await loseConnection(page)
  await choose(page)
  await expect(waiting(page)).toBeVisible()
  await expectNoAxeFaults(page, 'an upload that waits')
  connection.isLost = false
  await expect(page.getByText(/^large\.iconpack, 6/)).toBeVisible({ timeout: 30_000 })
  expect(methodsOf(connection.requests).filter((method) => method === 'POST')).toHaveLength(2)
})

test(
  'a large file goes on after the page is loaded again and it is chosen again',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/home/user/uploadicon')
    const connection = await loseConnection(page)
    await choose(page)
    await expect(waiting(page)).toBeVisible()
    await page.reload()
    connection.isLost = false
    connection.requests.length = 0
    await choose(page)
    await expect(page.getByText(/^large\.iconpack, 6/)).toBeVisible({ timeout: 30_000 })
    expect(methodsOf(connection.requests)).toEqual(['HEAD', 'PATCH', 'POST'])
    expect(connection.requests[1]?.headers()['upload-offset']).toBe(String(PART))
  },
)

test(
  'a large file goes on after its author has signed in again and it is chosen again',
  { tag: '@long' },
  async ({ page }) => {
    const { username, password } = await register(page)
    await page.goto('/home/user/uploadicon')
    const connection = await loseConnection(page)
    await choose(page)
    await expect(waiting(page)).toBeVisible()
    await page.context().clearCookies()
    connection.isLost = false
    await expect(page).toHaveURL(/\/login\?redirect=%2Fhome%2Fuser%2Fuploadicon/, {
      timeout: 30_000,
    })
    await page.getByLabel('Username or email').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/uploadicon/)
    connection.requests.length = 0
    await choose(page)
    await expect(page.getByText(/^large\.iconpack, 6/)).toBeVisible({ timeout: 30_000 })
    expect(methodsOf(connection.requests)).toEqual(['HEAD', 'PATCH', 'POST'])
    expect(connection.requests[1]?.headers()['upload-offset']).toBe(String(PART))
  },
)

test('a large file that is cancelled is discarded', { tag: '@long' }, async ({ page }) => {
  await register(page)
  await page.goto('/home/user/uploadicon')
  const connection = await loseConnection(page)
  await choose(page)
  await expect(waiting(page)).toBeVisible()
  await page.getByRole('group', { name: 'File' }).getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => methodsOf(connection.requests).includes('DELETE')).toBe(true)
  await expect
    .poll(async () => (await (await page.request.get('/api/v1/uploads')).json()).data.items)
    .toEqual([])
})

test('a small file is sent in one request', { tag: '@long' }, async ({ page }) => {
  await register(page)
  await page.goto('/home/user/uploadicon')
  const connection = await loseConnection(page)
  const buffer = buildStandardFile('icon')
  await page
    .getByLabel('File: Choose')
    .setInputFiles({ name: 'small.iconpack', mimeType: '', buffer })
  await expect(page.getByText(/^small\.iconpack, /)).toBeVisible({ timeout: 30_000 })
  expect(connection.requests).toEqual([])
})
