import { expect, type Page } from 'playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import { addVersion, publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'

test.use({ javaScriptEnabled: false })

const statusOfVersions = (page: Page) =>
  page.getByRole('region', { name: 'Versions' }).getByRole('status')

test('without scripts, a project is deleted after a page has asked, by its author only', async ({
  page,
  browser,
}) => {
  const { username } = await register(page)
  const [first, second] = [
    await publishByApi(page, `Orchard of ${username}`),
    await publishByApi(page, `Meadow of ${username}`),
  ]
  await page.goto(`/fr/home/user/icon/${username}`)
  const list = page.getByRole('main').getByRole('article')
  await expect(list).toHaveCount(2)
  const card = list.filter({ hasText: 'Orchard' })
  await card.getByRole('link', { name: 'Supprimer' }).click()
  await expect(page).toHaveURL(`/fr/home/user/delete/icon/${first}`)
  await expect(page.getByText(`Orchard of ${username}`)).toBeVisible()
  await page.getByRole('link', { name: 'Annuler' }).click()
  await expect(list).toHaveCount(2)

  const outsider = await browser.newPage()
  await register(outsider)
  const refused = await outsider.goto(`/home/user/delete/icon/${first}`)
  expect(refused?.status()).toBe(404)

  await card.getByRole('link', { name: 'Supprimer' }).click()
  await page.getByRole('button', { name: 'Supprimer' }).click()
  await expect(page).toHaveURL(`/fr/home/user/icon/${username}?result=deleted`)
  await expect(page.getByRole('status').getByText('Pack d’icônes supprimé')).toBeVisible()
  await expect(list).toHaveCount(1)
  expect((await page.request.get(`/home/iconpack/detail/${first}`)).status()).toBe(404)

  // Deleted in another window meanwhile.
  await page.goto(`/home/user/delete/icon/${second}`)
  await page.request.delete(`/api/v1/icon?id=${second}`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The project no longer exists')).toBeVisible()
  await expect(page.getByText("You haven't uploaded any icon packs yet.")).toBeVisible()
})

test(
  'without scripts, a version is withdrawn with a reason and offered again; after the end of the session the way leads through sign-in',
  { tag: '@long' },
  async ({ page, browser }) => {
    const person = await register(page)
    const id = await publishByApi(page, `Orchard of ${person.username}`)
    await addVersion(page, id, '1.1.0')
    const edit = `/home/user/editicon?id=${id}`
    await page.goto(edit)
    const versions = page.getByRole('region', { name: 'Versions' }).getByRole('listitem')
    await page.getByRole('link', { name: 'Withdraw version 1.1.0' }).click()
    const question = `/home/user/withdraw/icon/${id}/1.1.0`
    await expect(page).toHaveURL(question)
    const reason = page.getByLabel('Why? (optional)')
    await reason.fill('x'.repeat(301))
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await expect(reason).toHaveAccessibleDescription(/Max 300 characters/)
    await expect(reason).toBeFocused()
    await expect(reason).toHaveValue('x'.repeat(301))

    const scripted = await browser.newContext({
      javaScriptEnabled: true,
      storageState: await page.context().storageState(),
    })
    for (const path of [question, `/home/user/delete/icon/${id}?result=unavailable`]) {
      const screen = await scripted.newPage()
      await screen.goto(path)
      await expectNoAxeFaults(screen, path)
    }
    await scripted.close()

    const session = await page.context().cookies()
    await page.context().clearCookies()
    await reason.fill('A broken drawing')
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await expect(page).toHaveURL(
      `/login?${new URLSearchParams({ redirect: question, ended: '1' }).toString()}`,
    )
    await page.context().addCookies(session)
    await page.goto(question)
    await reason.fill('A broken drawing')
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await expect(statusOfVersions(page)).toHaveText('Version 1.1.0 is withdrawn')
    await expect(versions.first()).toContainText('A broken drawing')
    await expect(versions.last()).toContainText('The only version still offered')
    expect((await page.goto(question))?.status(), 'it is not offered any more').toBe(404)

    await page.goto(edit)
    await page.getByRole('button', { name: 'Offer version 1.1.0 again' }).click()
    await expect(statusOfVersions(page)).toHaveText('Version 1.1.0 is offered again')
    await expect(page.getByRole('link', { name: 'Withdraw version 1.1.0' })).toBeVisible()
  },
)

test(
  'without scripts, a version that was published by mistake is discarded',
  { tag: '@long' },
  async ({ page }) => {
    const person = await register(page)
    const id = await publishByApi(page, `Orchard of ${person.username}`)
    await addVersion(page, id, '21.0.0')
    await page.goto(`/home/user/editicon?id=${id}`)
    const versions = page.getByRole('region', { name: 'Versions' })
    await page.getByRole('link', { name: 'Discard version 21.0.0' }).click()
    await expect(page).toHaveURL(`/home/user/withdraw/icon/${id}/21.0.0?change=discarded`)
    await expect(page.getByRole('heading', { name: 'Discard version 21.0.0?' })).toBeVisible()
    const reason = page.getByLabel('Why? (optional)')
    await reason.fill('x'.repeat(301))
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(reason).toHaveAccessibleDescription(/Max 300 characters/)
    await expect(page.getByRole('heading', { name: 'Discard version 21.0.0?' })).toBeVisible()
    await reason.fill('It was to be 2.1.0')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(statusOfVersions(page)).toHaveText('Version 21.0.0 is discarded')
    await expect(versions).toContainText('Discarded versions')
    await expect(versions).toContainText('It was to be 2.1.0')
    await expect(versions.getByRole('link', { name: /^Discard version/ })).toHaveCount(0)
    await page.goto(`/home/iconpack/detail/${id}`)
    await expect(page.getByText('21.0.0')).toHaveCount(0)
  },
)
