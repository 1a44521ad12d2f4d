// @module-tag long
import { expect } from 'playwright/test'
import { admin } from './admin.ts'
import { expectNoAxeFaults } from './axe.ts'
import { register, test, withoutScripts } from './people.ts'

test('an administrator goes through the setup and the system page without scripts', async ({
  page,
}) => {
  test.slow()
  const { username, email } = await register(page)
  expect(await admin('role', username, 'administrator', '--reason', 'A test')).toMatchObject({
    code: 0,
  })
  await page.goto('/admin/setup')
  await expectNoAxeFaults(page, 'the first step of the setup')
  await page.goto('/admin/setup?step=demo')
  await expectNoAxeFaults(page, 'the last step of the setup')
  await page.goto('/admin/system')
  await expectNoAxeFaults(page, 'the system')

  const plain = await withoutScripts(page)
  await plain.goto('/admin')
  await plain.getByRole('link', { name: 'Start', exact: true }).click()
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Set up this site')

  await plain.getByRole('link', { name: 'Next step' }).click()
  await plain.getByRole('button', { name: `Send a test message to ${email}` }).click()
  await expect(plain.getByRole('status').filter({ hasText: 'saved as a file' })).toBeVisible()

  for (const title of ['Registration', 'Address for reports', 'Imprint', 'Demo projects']) {
    await plain.getByRole('link', { name: 'Next step' }).click()
    await expect(plain.getByRole('heading', { level: 2, name: title })).toBeVisible()
  }
  await expect(plain.getByRole('button', { name: 'Remove all demo projects' })).toBeVisible()

  await plain.getByRole('link', { name: 'System' }).click()
  await expect(plain.getByRole('rowheader', { name: 'Pictures', exact: true })).toBeVisible()
  await expect(plain.getByText('npm run restore -- --list')).toBeVisible()
})
