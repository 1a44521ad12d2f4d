import { expect, type Page } from 'playwright/test'
import { buildPackage } from '#tests/support/containers.ts'
import { FIRST_GENERATION, ownedBy, pluginRepository } from '#tests/support/github-stub.ts'
import { setRepository } from '#tests/support/stand-ins.ts'
import { fillInPlugin, picture, readRepository, viewPublished } from './form.ts'
import { register, test, withoutScripts } from './people.ts'

const packageFile = (name: string, manifest: Record<string, unknown> = {}) => ({
  name,
  mimeType: 'application/zip',
  buffer: buildPackage(FIRST_GENERATION, manifest),
})
const offered = (page: Page) => page.locator('[data-offers] > [data-offer]:visible')

test(
  'packages are uploaded with a plugin, and the page offers the one for the visitor’s system',
  { tag: '@long' },
  async ({ page, browser }) => {
    const { username } = await register(page)
    await setRepository(`${username}/packed`, ownedBy(username))
    await readRepository(page, `https://github.com/${username}/packed`)
    const packages = page.getByLabel('Packages: Add packages')
    await packages.setInputFiles([
      packageFile('a.win32.flexplugin'),
      packageFile('a.darwin.arm64.flexplugin'),
    ])
    await expect(page.getByText('a.darwin.arm64.flexplugin, ')).toBeVisible()
    await packages.setInputFiles(packageFile('b.linux.flexplugin', { version: '9.0.0' }))
    await expect(page.getByLabel('Version', { exact: true })).toHaveValue('9.0.0')
    await fillInPlugin(page)
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(
      page.getByText('a.win32.flexplugin is version 1.1.3, not 9.0.0').first(),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Remove b.linux.flexplugin' }).click()
    await page.getByLabel('Version', { exact: true }).fill('1.1.3')
    await page.getByRole('button', { name: 'Publish' }).click()
    await viewPublished(page)
    const address = page.url()
    for (const [javaScriptEnabled, platform, words] of [
      [true, 'MacIntel', /macOS · \.flexplugin/],
      [true, 'Linux x86_64', /There is no package for Linux\./],
      [false, 'MacIntel', /Choose the package for your system/],
    ] as const) {
      const context = await browser.newContext({ javaScriptEnabled })
      const visitor = await context.newPage()
      await visitor.addInitScript(
        (name) => Object.defineProperty(navigator, 'platform', { get: () => name }),
        platform,
      )
      await visitor.goto(address)
      await expect(offered(visitor).first()).toContainText(words)
      const isOffered = platform === 'MacIntel' && javaScriptEnabled
      const install = visitor.locator('aside a[data-install]:visible')
      await expect(install).toHaveCount(isOffered ? 1 : 0)
      if (!isOffered) {
        await expect(offered(visitor).first()).toContainText('a.win32.flexplugin')
        await expect(offered(visitor).first()).toContainText('a.darwin.arm64.flexplugin')
      }
      await visitor.getByText('All packages and their hashes').click()
      const names = visitor.locator('aside').getByText('macOS arm64', { exact: true })
      await expect(names.filter({ visible: true }).last()).toBeVisible()
      await context.close()
    }
  },
)

test('packages are uploaded without scripts too', { tag: '@long' }, async ({ page }) => {
  const { username } = await register(page)
  await setRepository(`${username}/packed`, ownedBy(username))
  const plain = await withoutScripts(page)
  await plain.goto('/home/user/uploadplugin')
  await plain
    .getByLabel('Repository', { exact: true })
    .fill(`https://github.com/${username}/packed`)
  await plain.getByRole('button', { name: 'Verify' }).click()
  await expect(plain.getByText('Read from the repository')).toBeVisible()
  await plain
    .getByLabel('Packages: Add packages')
    .setInputFiles([
      packageFile('a.flexplugin', { version: '1.1.4' }),
      packageFile('b.win32.flexplugin'),
    ])
  // One that no other project has, which would be named first.
  await plain.getByLabel('Title').fill(`Packed by ${username}`)
  await plain.getByLabel('Cover: Choose').setInputFiles(await picture())
  await plain.getByLabel('Gallery: Add pictures').setInputFiles(await picture('one.png'))
  await plain.getByLabel('Category').selectOption('productivity')
  await plain.getByRole('button', { name: 'Publish' }).click()
  await expect(plain.getByText(/a\.flexplugin is version 1\.1\.4, not 1\.1\.3/)).toBeVisible()
  await plain.getByRole('alert').getByRole('link', { name: 'Packages' }).click()
  await expect(plain.getByLabel('Packages: Add packages')).toBeFocused()
  await plain.getByRole('button', { name: 'Remove a.flexplugin' }).click()
  await plain.getByRole('button', { name: 'Publish' }).click()
  await viewPublished(plain)
  await expect(offered(plain).first()).toContainText('b.win32.flexplugin')
})

test(
  'packages of an account without proof are refused, with the way to prove',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    await setRepository(`${username}/unproved`, pluginRepository())
    await readRepository(page, `https://github.com/${username}/unproved`)
    const packages = page.getByLabel('Packages: Add packages')
    await packages.setInputFiles(packageFile('a.win32.flexplugin'))
    await expect(page.getByText('a.win32.flexplugin, ')).toBeVisible()
    const way = page.getByRole('link', { name: 'Prove that the repository is yours' })
    await expect(way).toHaveAttribute('href', '#ownership')
    await fillInPlugin(page)
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(
      page.getByText('Packages are accepted only from the owner of the repository').first(),
    ).toBeVisible()
    await setRepository(`${username}/unproved`, ownedBy(username))
    await way.click()
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(way).toHaveCount(0)
    await page.getByRole('button', { name: 'Publish' }).click()
    await viewPublished(page)
    await expect(page.getByText('Verified owner')).toBeVisible()
  },
)
