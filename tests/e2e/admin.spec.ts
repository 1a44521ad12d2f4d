import { expect, type Page } from 'playwright/test'
import { admin } from './admin.ts'
import { expectNoAxeFaults } from './axe.ts'
import { register, test, withoutScripts } from './people.ts'

/** Registers and gives a role, as the operator does. @returns the user name. */
async function withRole(page: Page, role: 'administrator' | 'moderator'): Promise<string> {
  const { username } = await register(page)
  expect(await admin('role', username, role, '--reason', 'A test')).toMatchObject({ code: 0 })
  return username
}

test('an administrator finds the pages, invites and demotes, with and without scripts', async ({
  page,
  browser,
}) => {
  const username = await withRole(page, 'administrator')
  await page.goto('/home/user')
  await page.getByRole('link', { name: 'Administration', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible()
  await expect(page.getByText('Database', { exact: false }).first()).toBeVisible()
  await expectNoAxeFaults(page, 'the overview of the administration')

  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByLabel('Title, name or id').fill(username)
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByText('role: – → administrator')).toBeVisible()
  await expectNoAxeFaults(page, 'the audit log')
  await page.goto('/admin/roles')
  await expectNoAxeFaults(page, 'roles')
  await page.goto('/admin/audit')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('audit.csv')

  const plain = await withoutScripts(page)
  await plain.goto('/de/admin/roles')
  await plain.getByRole('combobox', { name: 'Rolle' }).last().selectOption('moderator')
  await plain.getByRole('button', { name: 'Einladen' }).click()
  const link = await plain.getByLabel('Link', { exact: true }).inputValue()
  expect(plain.url()).not.toContain('code=')

  const invited = await browser.newPage()
  const other = await register(invited)
  await invited.goto(link)
  await invited.getByRole('button', { name: 'Accept' }).click()
  await expect(invited).toHaveURL(/\/admin\?/)
  await invited.goto(link)
  await invited.getByRole('button', { name: 'Accept' }).click()
  await expect(invited.getByRole('main').getByRole('alert')).toContainText('already used')

  await plain.goto('/admin/roles')
  await plain.getByLabel('Username').fill(other.username)
  await plain.getByRole('combobox', { name: 'Role' }).first().selectOption('none')
  await plain.getByLabel('Reason').fill('Only a test')
  await plain.getByRole('button', { name: 'Change a role' }).click()
  await expect(plain.locator('#result').getByRole('status')).toContainText('Done.')
  expect((await invited.goto('/admin'))?.status()).toBe(404)
})

test('the administration does not exist for others, and no cache keeps it', async ({
  page,
  browser,
}) => {
  await withRole(page, 'moderator')
  const answer = await page.goto('/admin')
  expect(answer?.status()).toBe(200)
  expect(answer?.headers()).toMatchObject({
    'cache-control': expect.stringContaining('no-store'),
    'content-security-policy': expect.stringMatching(/script-src [^;]*'nonce-/),
  })
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
  expect((await page.goto('/admin/roles'))?.status()).toBe(404)

  const visitor = await browser.newPage()
  await visitor.goto('/fr/admin/audit')
  await expect(visitor).toHaveURL(/\/fr\/login\?redirect=%2Ffr%2Fadmin%2Faudit/)
  await register(visitor)
  for (const path of ['/admin', '/de/admin/audit', '/admin/roles']) {
    expect((await visitor.goto(path))?.status(), path).toBe(404)
  }
})
