import { expect } from 'playwright/test'
import { pluginRepository } from '#tests/support/github-stub.ts'
import { setRepository } from '#tests/support/stand-ins.ts'
import { paths } from '#lib/paths.ts'
import { expectNoAxeFaults } from './axe.ts'
import { register, test, withoutScripts } from './people.ts'
import { publishPlugin } from './own-projects.ts'

test(
  'the settings of a plugin show its secret once, and why a release is not published',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    const repository = `${username}/released`
    await setRepository(repository, pluginRepository())
    const id = await publishPlugin(page, repository)
    const settings = `/home/user/settings/plugin/${id}`
    await page.goto(settings)
    await expect(page.getByText('No secret yet')).toBeVisible()
    const helpIn = (section: string) =>
      page.locator(section).getByRole('link', { name: 'Publish from your build server' })
    await expect(helpIn('#releases')).toHaveAttribute('href', paths.automation('releases'))
    await expect(helpIn('#publishers')).toHaveAttribute('href', paths.automation('trusted'))
    await page.getByRole('button', { name: 'Create secret' }).click()
    await expect(page.getByLabel('Secret', { exact: true })).toHaveValue(/^[\w-]{43}$/)
    await expect(page.getByRole('button', { name: 'Renew secret' })).toBeVisible()
    await expectNoAxeFaults(page, 'the settings of a plugin')
    await page.reload()
    await expect(page.getByLabel('Secret', { exact: true })).toHaveCount(0)

    const plain = await withoutScripts(page)
    await plain.goto(settings)
    await plain.getByRole('button', { name: 'Test' }).click()
    await expect(plain.getByText('The result will be in the list in a moment')).toBeVisible()
    await expect(async () => {
      await plain.goto(settings)
      await expect(plain.getByText('You haven’t proved that you own the repository')).toBeVisible()
    }).toPass({ timeout: 15_000 })
    await plain.getByRole('button', { name: 'Stop checking once a day' }).click()
    await expect(plain.getByText('This site doesn’t check by itself.')).toBeVisible()
  },
)
