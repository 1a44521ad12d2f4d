import { expect, test } from 'playwright/test'
import { readList } from './lists.ts'

test('a setup is entered once; cards and details then show compatibility until it is removed', async ({
  page,
}) => {
  const { items } = await readList(page, 'icon/list?limit=24')
  const [first] = items
  await page.goto(`/home/iconpack/detail/${first?.id}`)
  const facts = page.getByRole('complementary', { name: 'Details' })
  await expect(facts.locator('[data-fit]')).toHaveCount(0)
  await facts.getByText('My setup').click()
  await facts.getByLabel('Operating system').selectOption('linux')
  await facts.getByLabel('Runs on version').fill('2.0.0')
  await facts.getByRole('button', { name: 'Save' }).click()
  await expect(facts.locator('[data-fit]')).toHaveText(/Fits your setup|Needs|Not for/)

  await page.goto('/home/iconpack')
  const runsOnLinux = ({ operating_systems: systems }: (typeof items)[number]) =>
    systems.includes('linux') || systems.includes('all')
  const isAbove = (version: string) => Number(version.split('.')[0]) >= 2 && version !== '2.0.0'
  const expected = items.map((item) => {
    if (!runsOnLinux(item)) return 'os'
    return isAbove(item.minimum_version) ? 'version' : 'fits'
  })
  await expect(page.getByRole('article').locator('[data-fit]')).toHaveCount(items.length)
  const shown = await page
    .getByRole('article')
    .locator('[data-fit]')
    .evaluateAll((badges) => badges.map((badge) => badge.getAttribute('data-fit')))
  expect(shown).toEqual(expected)
  expect(new Set(shown).size, 'some fit and some do not').toBeGreaterThan(1)

  // A filter for another system changes the list, not the setup.
  await page.goto('/home/iconpack?os=macos')
  await expect(page.locator('[data-fit="os"]').first()).toBeVisible()

  await page.goto(`/home/iconpack/detail/${first?.id}`)
  await facts.getByText('My setup').click()
  await facts.getByRole('button', { name: 'Forget' }).click()
  await expect(page.locator('[data-fit]')).toHaveCount(0)
})
