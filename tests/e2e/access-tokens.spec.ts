import { expect, type Page } from 'playwright/test'
import { TOKEN_PATTERN } from '#lib/contract/access-token.ts'
import { paths } from '#lib/paths.ts'
import { publishByApi } from './own-projects.ts'
import { mailTo, register, test } from './people.ts'
import { headOnly } from '#tests/support/head.ts'

/** Changes a project as a program does: from no page, with an access token. */
async function rename(page: Page, token: string, id: string, title: string) {
  const answer = await headOnly(
    fetch(new URL('/api/v1/icon', page.url()), {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id, title }),
    }),
  )
  return { status: answer.status, cookies: answer.headers.getSetCookie() }
}

/** The secret that the page shows. */
async function shownSecret(page: Page): Promise<string> {
  const secret = await page.getByLabel('Access token', { exact: true }).inputValue()
  expect(secret).toMatch(TOKEN_PATTERN)
  return secret
}

test(
  'a token for one project is created on its settings page, publishes, is named in its history, and is revoked',
  { tag: '@long' },
  async ({ page }) => {
    const person = await register(page)
    const id = await publishByApi(page, 'Meadow')
    await page.goto(`/home/user/icon/${person.username}`)
    await page.getByRole('link', { name: 'Settings of Meadow' }).click()
    await expect(page.getByRole('heading', { name: 'Meadow' })).toBeVisible()
    await expect(page.getByText('Published with version 1.0.0')).toBeVisible()
    await page.getByRole('link', { name: 'New token for this project' }).click()
    await expect(page.getByText('It can change only Meadow.')).toBeVisible()

    await page.getByRole('button', { name: 'Create token' }).click()
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Enter a name/)
    await page.getByLabel('Name').fill('Build server')
    await page.getByRole('checkbox', { name: 'Publish' }).uncheck()
    await page.getByRole('button', { name: 'Create token' }).click()
    await expect(page.getByText('Choose at least one.')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Build server')
    await page.getByRole('checkbox', { name: 'Publish' }).check()
    await page.getByRole('button', { name: 'Create token' }).click()
    await expect(page.getByText('You won’t be able to see it again.')).toBeVisible()
    const secret = await shownSecret(page)
    await mailTo(person.email, /^New access token for your Keystrip account$/)

    expect(await rename(page, secret, id, 'Meadow at night')).toEqual({ status: 200, cookies: [] })
    await page.getByRole('link', { name: 'Done' }).click()
    await expect(page.getByRole('heading', { name: 'Meadow at night' })).toBeVisible()
    await expect(page.getByText('through Build server')).toBeVisible()

    await page.getByRole('link', { name: 'All access tokens' }).click()
    await expect(
      page.locator('#tokens').getByRole('link', { name: 'Publish from your build server' }),
    ).toHaveAttribute('href', paths.automation('tokens'))
    await expect(page.getByRole('link', { name: 'Meadow at night' })).toBeVisible()
    await page.getByRole('button', { name: 'Revoke the token Build server' }).click()
    await expect(page.getByText('The token is revoked and no longer works.')).toBeVisible()
    await expect(page.getByText('You have no access tokens.')).toBeVisible()
    expect((await rename(page, secret, id, 'Stolen')).status).toBe(401)
  },
)

test('without scripts a token is created and shown once; its secret is in no address and readable in no cookie', async ({
  browser,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await register(page)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.goto('/de/home/user/tokens')
  await page.getByLabel('Name').fill('  ')
  await page.getByRole('button', { name: 'Token erstellen' }).click()
  await expect(page.getByText('Geben Sie einen Namen', { exact: false })).toBeVisible()
  await page.getByLabel('Name').fill('CI')
  await page.getByRole('checkbox', { name: 'Eigene Daten lesen' }).check()
  await page.getByLabel('Gültigkeit').selectOption('365')
  await page.getByRole('button', { name: 'Token erstellen' }).click()
  await expect(
    page.getByText('Es wird nicht noch einmal angezeigt.', { exact: false }),
  ).toBeVisible()
  const secret = await page.getByLabel('Zugriffstoken', { exact: true }).inputValue()
  expect(secret).toMatch(TOKEN_PATTERN)
  const stored = JSON.stringify([addresses, await page.context().cookies()])
  expect(stored).not.toContain(secret)
  await page.getByRole('link', { name: 'Fertig' }).click()
  await expect(page.locator('#tokens')).toContainText('Eigene Daten lesen und Veröffentlichen')
  await expect(page.locator('#tokens')).not.toContainText(secret)
})

test(
  'the settings of a project are those of its author only',
  { tag: '@long' },
  async ({ page, browser }) => {
    await register(page)
    const id = await publishByApi(page, 'Meadow')
    const other = await browser.newPage()
    expect((await other.goto(`/home/user/settings/icon/${id}`))?.url()).toContain(
      '/login?redirect=',
    )
    await register(other)
    expect((await other.goto(`/home/user/settings/icon/${id}`))?.status()).toBe(404)
    expect((await other.goto(`/home/user/tokens?kind=icon&id=${id}`))?.status()).toBe(404)
  },
)
