import { readFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import { publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'

for (const hasScripts of [true, false]) {
  test.describe(hasScripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: hasScripts })

    test(
      'figures of a project are shown by range, as a table and as files',
      { tag: hasScripts ? '@long' : [] },
      async ({ page, request }) => {
        const { username } = await register(page)
        const id = await publishByApi(page, `Counted for ${username}`)
        for (const network of [1, 2]) {
          await request.post('/api/v1/statistic/record', {
            headers: {
              'sec-fetch-site': 'same-origin',
              'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
              'x-forwarded-for': `198.51.100.${network}`,
            },
            data: { kind: 'icon', id, event: 'view' },
          })
        }
        await page.goto('/home/user')
        await page.getByRole('link', { name: /^All figures/ }).click()
        await expect(page).toHaveURL(`/home/user/figures/icon/${id}`)
        await expect(page.getByRole('img', { name: /Most views on a day: 2;/ })).toBeVisible()
        await expect(page.getByText('There are only a few events so far')).toBeVisible()
        await expect(page.getByRole('row').filter({ hasText: /202\d/ }).first()).toContainText('2')
        await page.getByRole('link', { name: '90 days' }).click()
        await expect(page).toHaveURL(`/home/user/figures/icon/${id}?days=90`)
        const versions = page.getByRole('table', { name: 'Versions' })
        await expect(versions.getByRole('row', { name: /^1\.0\.0/ })).toBeVisible()
        if (hasScripts) await expectNoAxeFaults(page, 'figures')
        const saved = page.waitForEvent('download')
        await page.getByRole('link', { name: 'Save as CSV' }).click()
        const csv = await readFile(await (await saved).path(), 'utf8')
        expect(csv.split('\r\n')).toHaveLength(92)
        const json = await page.request.get(`/api/v1/icon/${id}/figures`)
        expect(await json.json()).toMatchObject({ data: { days: [{ views: 2 }] } })
      },
    )
  })
}

test('figures of the projects of others are 404', async ({ page, browser }) => {
  await register(page)
  const id = await publishByApi(page, 'Not yours')
  const other = await browser.newPage()
  await register(other)
  expect((await other.goto(`/home/user/figures/icon/${id}`))?.status()).toBe(404)
  const csv = await other.request.get(`/api/figures?kind=icon&id=${id}&days=30`)
  expect(csv.status()).toBe(404)
  const visitor = await browser.newPage()
  expect((await visitor.request.get(`/api/figures?kind=icon&id=${id}&days=30`)).status()).toBe(401)
})
