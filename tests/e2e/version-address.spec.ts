import { expect, type Page } from 'playwright/test'
import { LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { expectNoAxeFaults } from './axe.ts'
import { addVersion, publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'
import { ask } from './raw.ts'

/** Publishes a pack of two versions, and withdraws the second one. @returns the path of its page. */
async function publishTwo(page: Page, title: string): Promise<{ id: string; path: `/${string}` }> {
  const id = await publishByApi(page, title, 'sun')
  await addVersion(page, id, '1.1.0', { notes: 'A **comet**', license: 'MIT' })
  return { id, path: `/home/iconpack/detail/${id}` }
}

for (const scripts of [true, false]) {
  test(`a version has an address${scripts ? '' : ', without scripts'}`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const { username } = await register(page)
    const { id, path } = await publishTwo(page, `Addressed by ${username}`)
    const visitor = await browser.newPage({ javaScriptEnabled: scripts, baseURL: baseURL ?? '' })
    await visitor.goto(path)
    const versions = visitor.getByRole('region', { name: 'Versions' })
    await expect(versions.getByRole('link', { name: 'Link to version 1.1.0' })).toHaveAttribute(
      'href',
      '#version-1.1.0',
    )
    await versions.getByRole('link', { name: '1.0.0', exact: true }).click()
    await expect(visitor).toHaveURL(`${path}?version=1.0.0`)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Version 1.0.0')
    await expect(visitor.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`${path}$`),
    )
    await expect(visitor.getByRole('link', { name: /Download version 1\.0\.0/ })).toBeVisible()
    await visitor.getByRole('link', { name: 'Current version: 1.1.0' }).click()
    await expect(visitor).toHaveURL(path)

    await visitor.goto(`${path}?utm_source=x&version=1.1.0`)
    await expect(visitor.getByText('This is the current version.')).toBeVisible()
    await expect(visitor.locator('.notes strong')).toHaveText('comet')
    if (scripts) await expectNoAxeFaults(visitor, 'a version')

    await page.request.put(`/api/v1/icon/${id}/versions/1.1.0`, {
      data: { yanked: true, reason: 'Broken.' },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    await visitor.goto(`${path}?version=1.1.0`)
    await expect(visitor.getByText(/Withdrawn on/)).toBeVisible()
    await expect(visitor.getByText('Broken.')).toBeVisible()
    await expect(visitor.getByRole('link', { name: /Download version/ })).toHaveCount(0)
  })
}

test('what is no version of the project is 404 in every language, and so is the internal path', async ({
  page,
  baseURL,
}) => {
  const { username } = await register(page)
  const { path } = await publishTwo(page, `Asked by ${username}`)
  const other = await publishByApi(page, `Other of ${username}`, 'moon')
  const statusOf = async (address: string) => (await ask(baseURL, address)).status
  for (const locale of LOCALES) {
    const own = localePath(locale, path)
    expect([locale, await statusOf(`${own}?version=1.0.0`)]).toEqual([locale, 200])
    expect([locale, await statusOf(`${own}?version=9.9.9`)]).toEqual([locale, 404])
    expect([locale, await statusOf(`${own}/version/1.0.0`)]).toEqual([locale, 404])
  }
  const refused = ['latest', '1.0', '%F0', '..%2F', '1.0.0-BETA', '1'.repeat(1_500)]
  for (const version of refused) {
    expect([version, await statusOf(`${path}?version=${version}`)]).toEqual([version, 404])
  }
  // The server refuses such addresses, of whatever page.
  for (const version of ['1.0.0%00', '1'.repeat(10_000)]) {
    expect([version, await statusOf(`${path}?version=${version}`)]).toEqual([version, 400])
  }
  expect(await statusOf(`/home/iconpack/detail/${other}?version=1.1.0`)).toBe(404)
  expect(await statusOf(`${path}?version=1.0.0&version=9.9.9`)).toBe(200)
  expect(await statusOf(`${path}?VERSION=9.9.9`)).toBe(200)
  const { status, headers } = await ask(baseURL, `${path}?version=&x=1`)
  expect([status, headers['location']]).toEqual([308, `${path}?x=1`])
})
