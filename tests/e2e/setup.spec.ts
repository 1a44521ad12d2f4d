import { expect, type Page } from 'playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import { readList } from './lists.ts'
import { addVersion, publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'

/** What the browser keeps of a setup, for the pages that follow. */
const keepSetup = (page: Page, setup: string) =>
  page.evaluate((text) => localStorage.setItem('setup', text), setup)

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

test('where the current version does not fit, the setup chooses an earlier one that does', async ({
  page,
}) => {
  const { username } = await register(page)
  const title = `Needs of ${username}`
  const id = await publishByApi(page, title)
  await addVersion(page, id, '1.1.0', { operating_systems: ['windows'], minimum_version: '9.0.0' })
  const path = `/home/iconpack/detail/${id}`

  // Without a setup, the page has both versions and judges neither.
  await page.goto(path)
  const others = page.getByRole('region', { name: 'For other setups' })
  await expect(others).toContainText('All platforms, from 1.0.0')
  await expect(others.locator('a[download]')).toHaveAccessibleName(/^Download version 1\.0\.0, /)
  await expect(page.locator('[data-fit]')).toHaveCount(0)
  await expectNoAxeFaults(page, 'versions for other setups')

  const status = page.locator('.fit-status')
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: title }) })
  const list = `/home/iconpack?author=${username}`
  const link = card.getByRole('link')
  for (const [setup, onCard, onPage] of [
    ['linux ', '✓1.0.0 fits your setup', /fits your setup.*1\.1\.0.*Not for your system/s],
    ['windows 8.0.0', '✓1.0.0 fits your setup', /fits your setup.*1\.1\.0.*Needs 9\.0\.0/s],
    ['windows 9.0.0', '✓Fits your setup', /^✓\s*Fits your setup$/],
    ['linux 0.9.0', '–Not for your system', /^–\s*Not for your system$/],
  ] as const) {
    await keepSetup(page, setup)
    await page.goto(list)
    await expect(card.locator('[data-fit]')).toHaveText(onCard)
    const shown = onCard.includes('1.0.0') ? `${path}?version=1.0.0` : path
    await expect(link).toHaveAttribute('href', shown)
    await page.goto(path)
    await expect.poll(() => status.innerText()).toMatch(onPage)
  }

  // The link of a card follows the setup, also where it changes on the page.
  await page.goto(list)
  const changeSetup = (setup: string | null) =>
    page.evaluate((detail) => {
      dispatchEvent(new CustomEvent('setup-change', { detail }))
    }, setup)
  for (const [setup, shown] of [
    ['linux ', `${path}?version=1.0.0`],
    [null, path],
    ['windows 9.0.0', path],
    ['linux ', `${path}?version=1.0.0`],
  ] as const) {
    await changeSetup(setup)
    await expect(link).toHaveAttribute('href', shown)
  }
  await link.press('Enter')
  await expect(page).toHaveURL(`${path}?version=1.0.0`)

  // A filter finds it too: its card names the version, and leads to it.
  await page.goto(`/home/iconpack?os=linux&author=${username}`)
  await expect(card).toContainText('Version 1.0.0 fits: All platforms, from 1.0.0')
  await expect(link).toHaveAttribute('href', `${path}?version=1.0.0`)
})
