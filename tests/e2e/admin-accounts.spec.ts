import { expect, type Page } from 'playwright/test'
import { admin } from './admin.ts'
import { expectNoAxeFaults } from './axe.ts'
import { publishByApi } from './own-projects.ts'
import { register, test, withoutScripts } from './people.ts'

/** Registers an administrator in a context of its own, which has no scripts. */
async function asAdministrator(page: Page): Promise<void> {
  const { username } = await register(page)
  const role = await admin('role', username, 'administrator', '--reason', 'A test')
  expect(role).toMatchObject({ code: 0 })
}

test(
  'an administrator suspends an account, hides what it published, and undoes that',
  { tag: '@long' },
  async ({ page, browser, extraHTTPHeaders }) => {
    test.slow()
    const { username } = await register(page)
    const titles = [`First of ${username}`, `Second of ${username}`]
    const ids: string[] = []
    for (const [at, title] of titles.entries()) {
      ids.push(await publishByApi(page, title, `sun-${username}-${at}`))
    }
    const statuses = () =>
      Promise.all(
        ids.map(async (id) => (await page.request.get(`/home/iconpack/detail/${id}`)).status()),
      )

    const boss = await browser.newPage()
    await asAdministrator(boss)
    await boss.goto('/admin/accounts')
    await expectNoAxeFaults(boss, 'the list of accounts')
    await boss.getByLabel('Name or email address').fill(username)
    await boss.getByRole('button', { name: 'Filter' }).click()
    await boss.getByRole('link', { name: username }).click()
    // Both registered from the address of this test.
    const network = boss
      .locator('section')
      .filter({ hasText: 'Other accounts on the same network' })
    await expect(network).toContainText(/[1-9]\d* other account/)
    await expectNoAxeFaults(boss, 'an account')
    await boss.getByLabel('Reason').first().fill('It sells pills')
    await boss.getByRole('button', { name: 'Suspend', exact: true }).click()
    await expect(boss.getByRole('status').first()).toContainText('Done.')
    await expect.poll(statuses, { timeout: 30_000 }).toEqual([404, 404])
    await page.goto('/home/user')
    await expect(page).toHaveURL(/\/login/)

    const plain = await withoutScripts(boss)
    await plain.goto('/admin/accounts')
    await plain.getByLabel('Network').fill('10.0.0.0/8')
    await plain.getByRole('button', { name: 'Filter' }).click()
    await expect(plain.getByText('no wider than /24')).toBeVisible()
    const address = extraHTTPHeaders?.['x-forwarded-for'] ?? ''
    await plain.getByLabel('Network').fill(address)
    await plain.getByLabel('Name or email address').fill(username)
    await plain.getByRole('button', { name: 'Filter' }).click()
    await expect(plain.getByRole('link', { name: username })).toBeVisible()
    await plain.goto('/de/admin/bulk')
    await plain.getByRole('listitem').filter({ hasText: 'It sells pills' }).first().waitFor()
    await plain
      .getByRole('listitem')
      .filter({ hasText: username })
      .getByRole('button', { name: 'Rückgängig machen' })
      .click()
    await expect.poll(statuses, { timeout: 30_000 }).toEqual([200, 200])

    await plain.goto(`/admin/bulk?action=hide&text=${encodeURIComponent(`of ${username}`)}`)
    await expect(plain.getByText('2 projects · 1 account')).toBeVisible()
    await plain.getByLabel('Reason').fill('All of it')
    await plain.getByRole('button', { name: 'Hide 2 projects' }).click()
    await expect.poll(statuses, { timeout: 30_000 }).toEqual([404, 404])
    await boss.goto('/admin/bulk')
    await expectNoAxeFaults(boss, 'many projects')
    expect(await admin('restore', '--author', username, '--reason', 'A mistake')).toMatchObject({
      code: 0,
    })
    // What is shown again may take two seconds.
    await expect.poll(statuses).toEqual([200, 200])
  },
)

test('everything is hidden by nothing but its number', async ({ page, browser }) => {
  const boss = await browser.newPage()
  await asAdministrator(boss)
  await boss.goto('/admin/bulk?action=hide')
  await boss.getByLabel('Reason').fill('A mistake')
  await boss.getByLabel(/^These are all projects/).fill('1')
  await boss.getByRole('button', { name: /^Hide \d+ projects/ }).click()
  await expect(boss.getByRole('alert').first()).toContainText('The number differs')
  expect((await page.request.get('/home/iconpack')).status()).toBe(200)
})
