import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { expect } from 'playwright/test'
import { INTERNAL_SECRET } from '#tests/support/loopback.ts'
import { SESSION_SECRET } from '#tests/support/session-secret.ts'
import { startWebApp } from '#tests/support/web-app.ts'
import { test } from './people.ts'
import { downloadOffer, expectVersion } from './releases.ts'
import { onLoopback } from '#tests/support/on-loopback.ts'

/** A site whose rounds of looks are run by the test: those of a running backend are minutes apart. */
async function startSite() {
  // Loaded with the test: the backend is large, and every file is loaded before the first test begins.
  const { NOW, releaseOf, startReleases } = await import('#tests/support/releases.ts')
  const { lookDaily } = await import('#backend/services/release/daily.ts')
  const releases = await startReleases({ internalSecret: INTERNAL_SECRET })
  const server = createServer(getRequestListener(releases.backend.app.fetch))
  const backend = await onLoopback(server)
  const web = await startWebApp(backend.url, { INTERNAL_SECRET, SESSION_SECRET })
  return {
    ...releases,
    url: web.url,
    releaseOf,
    /** The look of the day. @returns the number of plugins. */
    look: () => lookDaily({ ...releases.backend, hasToken: true, clock: () => new Date(NOW) }),
    stop: async () => {
      await web.stop()
      await backend.stop()
      await releases.stop()
    },
  }
}

let site: Awaited<ReturnType<typeof startSite>>
test.beforeAll(async () => {
  site = await startSite()
  await site.begin()
})
test.afterAll(() => site?.stop())

test(
  'a release without a notice is on the page of its plugin after the daily check',
  { tag: '@long' },
  async ({ page }) => {
    const address = `${site.url}/home/plugin/detail/${site.plugin.id}`
    await expectVersion(page, address, '1.1.3')
    site.release([site.releaseOf('1.2.0', { body: 'Counts **down** too.' })])
    expect(await site.look()).toBe(1)
    await expect.poll(site.readPlugin, { timeout: 30_000 }).toMatchObject({ version: '1.2.0' })
    await expectVersion(page, address, '1.2.0')
    // A page that was rendered during the change may be of both versions, for two seconds at most.
    await expect
      .poll(
        async () => {
          await page.reload()
          return page.locator('.notes').allTextContents()
        },
        { timeout: 30_000 },
      )
      .toContain('Counts down too.')
    // Its packages are for other systems than that of the browser.
    await expect(page.locator('[data-offers] > [data-offer=none]:visible')).toHaveCount(1)
    expect((await downloadOffer(page)).length).toBeGreaterThan(0)
  },
)
