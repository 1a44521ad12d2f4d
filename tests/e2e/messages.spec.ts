// @module-tag long
import { expect, type Page, type Request, test } from 'playwright/test'
import { startForeignBackend } from '#tests/support/foreign-backend.ts'
import { headOnly } from '#tests/support/head.ts'
import { startWebApp } from '#tests/support/web-app.ts'

const FILE = {
  url: '/api/v1/file/f1/mine.iconpack',
  name: 'mine.iconpack',
  size: 1000,
  sha256: 'a'.repeat(64),
}

// One site for the tests of this file.
test.describe.configure({ mode: 'default' })

let backend: Awaited<ReturnType<typeof startForeignBackend>>
let web: Awaited<ReturnType<typeof startWebApp>>
test.beforeAll(async () => {
  backend = await startForeignBackend()
  web = await startWebApp(backend.url)
})
test.afterAll(async () => {
  await web.stop()
  await backend.stop()
})
/** How far a test moves the clock of a page at a time, in ms. */
const STEP_MS = 100
const message = (page: Page) => page.getByText('Copied', { exact: true })

for (const isLoaded of [true, false]) {
  test(`a toast is shown offline${isLoaded ? '' : ', even if its scripts have not loaded'}, and hides after three seconds`, async ({
    page,
    context,
  }) => {
    const { id } = backend.put({ file: FILE })
    await context.grantPermissions(['clipboard-write'])
    await page.clock.install()
    // The browser reports no idle time until the test triggers it.
    await page.addInitScript(() => {
      window.requestIdleCallback = (work) => {
        Reflect.set(window, 'haveTime', work)
        return 1
      }
    })
    const underway = new Set<Request>()
    let loaded = 0
    page.on('request', (request) => {
      if (request.url().includes('/_next/static/')) underway.add(request)
    })
    page.on('requestfinished', (request) => {
      if (underway.delete(request)) loaded += 1
    })
    page.on('requestfailed', (request) => underway.delete(request))
    const address = `${web.url}/home/iconpack/detail/${id}`
    // On a busy machine the first page of a process may exceed its deadline. It is kept when it is rendered.
    const status = async () => (await headOnly(fetch(address))).status
    await expect.poll(status, { timeout: 60_000 }).toBe(200)
    await page.goto(address)
    const copy = page.getByRole('button', { name: 'Copy the SHA-256' })
    await expect(copy).toBeVisible()
    await expect.poll(() => underway.size).toBe(0)
    if (isLoaded) {
      const before = loaded
      const isAsked = () => page.evaluate(() => Reflect.has(window, 'haveTime'))
      await expect.poll(isAsked).toBe(true)
      await page.evaluate(() => Reflect.get(window, 'haveTime')())
      await expect.poll(() => loaded).toBeGreaterThan(before)
      await expect.poll(() => underway.size).toBe(0)
    }
    await context.setOffline(true)
    // From here on only the test moves the clock of the page.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
    await copy.click()
    /** Moves the clock until the message is in the page, or is not. @returns by how much. */
    async function moveUntil(isVisible: boolean) {
      let movedMs = 0
      while ((await message(page).isVisible()) !== isVisible) {
        await page.clock.runFor(STEP_MS)
        movedMs += STEP_MS
      }
      return movedMs
    }
    await moveUntil(true)
    const shownMs = await moveUntil(false)
    // It may have come within the last step. Its time begins when it is painted, a few frames later.
    expect(shownMs).toBeGreaterThanOrEqual(3_000 - STEP_MS)
    expect(shownMs).toBeLessThanOrEqual(3_500)
  })
}
