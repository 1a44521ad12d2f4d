import { expect, test } from 'playwright/test'
import { readList } from './lists.ts'

test('category chips have the number of their projects', async ({ page }) => {
  await page.goto('/home/iconpack')
  const { total } = await readList(page, 'icon/list')
  const weather = await readList(page, 'icon/list?category=weather')
  const chips = page.getByRole('navigation', { name: 'Category' })
  await expect(chips.getByRole('link', { name: `All ${total}`, exact: true })).toBeVisible()
  await expect(
    chips.getByRole('link', { name: `Weather ${weather.total}`, exact: true }),
  ).toBeVisible()
})

test(
  'a page of a list that was reached by its address has the range of its projects',
  { tag: '@long' },
  async ({ page }) => {
    const { total, next } = await readList(page, 'icon/list?sort=name')
    await page.goto(`/home/iconpack?sort=name&after=${next}`)
    await expect(page.getByText(`25–${Math.min(48, total)} of ${total}`)).toHaveCount(2)
  },
)
