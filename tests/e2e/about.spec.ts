import { expect, test } from 'playwright/test'
import { startWebApp } from '#tests/support/web-app.ts'

test('an operator page is linked in the footer and shown in its translation, or in the default language', async ({
  page,
}) => {
  const main = page.getByRole('main')
  await page.goto('/home/index')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click()
  await expect(page).toHaveURL('/home/about/imprint')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imprint')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText('Who runs this')
  await expect(main.getByRole('heading', { level: 3 })).toHaveText('Where')
  expect(await page.locator('main script:not([type])').count()).toBe(0)
  await page.goto('/fr/home/about/imprint')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText('Qui exploite ce site')
  await page.goto('/ja/home/about/imprint')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText('Who runs this')
})

test(
  'an operator page that is not configured is 404; one whose file is missing is a server error',
  { tag: '@long' },
  async ({ page }) => {
    expect((await page.goto('/home/about/privacy'))?.status()).toBe(404)
    expect((await page.goto('/home/about/house'))?.status()).toBe(404)
    expect((await page.goto('/home/about/terms'))?.status()).toBe(404)
    const backend = process.env['E2E_BACKEND_URL'] ?? ''
    const other = await startWebApp(backend, { TERMS_FILE: 'nothing-of-that-name.md' })
    try {
      expect((await page.goto(`${other.url}/home/about/terms`))?.status()).toBe(500)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
    } finally {
      await other.stop()
    }
  },
)

test(
  'an infringement is reported by e-mail, with the project’s URL in the body',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/home/iconpack')
    await page.getByRole('article').first().getByRole('link').first().click()
    await expect(page).toHaveURL(/\/detail\//)
    const project = page.url()
    await page.getByRole('link', { name: 'Report', exact: true }).click()
    const href = await page.getByRole('link', { name: /@/ }).first().getAttribute('href')
    const mail = new URL(href ?? '')
    expect(mail.protocol).toBe('mailto:')
    expect(mail.searchParams.get('body')).toBe(project)
  },
)
