import { type Browser, expect, type Page } from 'playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import { edit, projectOf, said } from './edit.ts'
import { addVersion, publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'

/** Publishes two versions of an icon pack. @returns what a visitor has open, and the address of the file of 1.1.0. */
async function publishTwo(page: Page, browser: Browser) {
  const { username } = await register(page)
  const id = await publishByApi(page, `Yanked of ${username}`)
  await addVersion(page, id, '1.1.0')
  const address = (await projectOf(page, id)).file?.url ?? ''
  const visitor = await browser.newPage()
  return {
    id,
    address,
    visitor,
    versions: visitor.getByRole('region', { name: 'Versions' }).getByRole('listitem'),
    download: visitor.getByRole('link', { name: 'Download source file' }),
    visit: () => visitor.goto(`/home/iconpack/detail/${id}`),
  }
}

test(
  'a version is yanked, and pages show the change immediately',
  { tag: '@long' },
  async ({ page, browser }) => {
    const { id, address, visitor, versions, download, visit } = await publishTwo(page, browser)
    await visit()
    await expect(versions.first()).toContainText('Current')
    await expect(download).toHaveAttribute('href', address)

    await edit(page, id)
    await page.getByRole('button', { name: 'Withdraw version 1.1.0' }).click()
    const dialog = page.getByRole('dialog', { name: 'Withdraw version 1.1.0?' })
    await dialog.getByLabel('Why? (optional)').fill('The comet was broken.')
    await expectNoAxeFaults(page, 'withdrawing a version')
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await expect(said(page, 'Version 1.1.0 is withdrawn')).toBeVisible()
    await expect(page.getByText('The only version still offered')).toBeVisible()
    await expect(page.getByText(/^Withdrawn on /)).toBeVisible()
    // The form is based on the remaining version.
    await expect(page.getByLabel('Version', { exact: true })).toHaveValue('1.0.0')

    await visitor.reload()
    await expect(versions.first()).toContainText('1.1.0')
    await expect(versions.first()).toContainText('Withdrawn')
    await expect(versions.first()).toContainText('The comet was broken.')
    await expect(versions.first().getByRole('link', { name: /Download/ })).toHaveCount(0)
    await expect(versions.nth(1)).toContainText('Current')
    await expect(download).not.toHaveAttribute('href', address)
    expect((await visitor.request.get(address)).status()).toBe(200)
  },
)

test(
  'a yanked version is offered again, and pages show the change immediately',
  { tag: '@long' },
  async ({ page, browser }) => {
    const { id, address, visitor, download, visit } = await publishTwo(page, browser)
    const yanked = await page.request.put(`/api/v1/icon/${id}/versions/1.1.0`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { yanked: true },
    })
    expect(yanked.status()).toBe(200)
    await visit()
    await expect(download).not.toHaveAttribute('href', address)
    await edit(page, id)
    await page.getByRole('button', { name: 'Offer version 1.1.0 again' }).click()
    await expect(said(page, 'Version 1.1.0 is offered again')).toBeVisible()
    await visitor.reload()
    await expect(download).toHaveAttribute('href', address)
  },
)

test(
  'a version is discarded after a question, and pages show the change immediately',
  { tag: '@long' },
  async ({ page, browser }) => {
    const { username } = await register(page)
    const id = await publishByApi(page, `Discarded of ${username}`)
    await addVersion(page, id, '21.0.0')
    const visitor = await browser.newPage()
    const versions = visitor.getByRole('region', { name: 'Versions' }).getByRole('listitem')
    await visitor.goto(`/home/iconpack/detail/${id}`)
    await expect(versions.first()).toContainText('21.0.0')

    await edit(page, id)
    await page.getByRole('button', { name: 'Discard version 21.0.0' }).click()
    const dialog = page.getByRole('dialog', { name: 'Discard version 21.0.0?' })
    await dialog.getByLabel('Why? (optional)').fill('It was to be 2.1.0')
    await expectNoAxeFaults(page, 'discarding a version')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await expect(said(page, 'Version 21.0.0 is discarded')).toBeVisible()
    await expect(page.getByText('It was to be 2.1.0')).toBeVisible()
    await expect(page.getByLabel('Version', { exact: true })).toHaveValue('1.0.0')

    await visitor.reload()
    // The list is left out while there is one version.
    await expect(versions).toHaveCount(0)
    await expect(visitor.getByRole('main')).not.toContainText('21.0.0')
    await expect(visitor.getByRole('main')).toContainText('1.0.0')
  },
)
