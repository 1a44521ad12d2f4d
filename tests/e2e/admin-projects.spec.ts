import { expect } from 'playwright/test'
import { admin } from './admin.ts'
import { expectNoAxeFaults } from './axe.ts'
import { publishByApi } from './own-projects.ts'
import { mailTo, register, test, withoutScripts } from './people.ts'

test(
  'a moderator finds a project, corrects it, and hides it until it is restored or deleted, without scripts',
  { tag: '@long' },
  async ({ page, browser }) => {
    const { username, email } = await register(page)
    const title = `Anchor of ${username}`
    const id = await publishByApi(page, title, `anchor-${username}`)
    const status = async () => (await page.request.get(`/home/iconpack/detail/${id}`)).status()

    const boss = await browser.newPage()
    const { username: name } = await register(boss)
    await admin('role', name, 'moderator', '--reason', 'A test')
    await boss.goto('/admin/projects')
    await expectNoAxeFaults(boss, 'the list of projects')

    const plain = await withoutScripts(boss)
    await plain.goto('/admin/projects')
    await plain.getByLabel('Part of title or text').fill(title)
    await plain.getByRole('button', { name: 'Filter' }).click()
    await plain.getByRole('link', { name: title }).click()
    await plain.getByLabel('Tags').fill('Sea, ship')
    await plain.getByLabel('Reason').first().fill('So that it is found')
    await plain.getByRole('button', { name: 'Save' }).click()
    await expect(plain.getByRole('status').first()).toContainText('Done.')
    await expect(plain.getByLabel('Tags')).toHaveValue('sea, ship')
    expect((await mailTo(email, /corrected/))?.text).toContain('So that it is found')
    // Others see a change within two seconds.
    await expect(async () => {
      await page.goto(`/home/iconpack/detail/${id}`)
      await expect(page.getByRole('link', { name: 'ship' })).toBeVisible({ timeout: 500 })
    }).toPass()

    const decide = async (action: string) => {
      const form = plain
        .locator('form')
        .filter({ has: plain.getByRole('button', { name: action }) })
      await form.getByLabel('Reason').fill('A test')
      await form.getByRole('button', { name: action }).click()
      await expect(plain.getByRole('status').first()).toContainText('Done.')
    }
    await decide('Hide')
    await expect.poll(status).toBe(404)
    await boss.goto(`/admin/projects/icon/${id}`)
    await expectNoAxeFaults(boss, 'a hidden project')
    await decide('Restore')
    await expect.poll(status).toBe(200)
    await decide('Hide')
    await plain.getByText('Delete for good').first().click()
    await decide('Delete for good')
    await expect(plain).toHaveURL(/\/admin\/projects\?/)
    expect(await status()).toBe(404)
  },
)
