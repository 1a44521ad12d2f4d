import { expect } from 'playwright/test'
import { said, save } from '#tests/e2e/edit.ts'
import { draftSaved, fillIn, picture, viewPublished } from '#tests/e2e/form.ts'
import { useScripts } from '#tests/e2e/intent.ts'
import { accountMenu, aPerson, codeFor, register, test } from '#tests/e2e/people.ts'
import { refuseStorage, watchFaults } from './faults.ts'

/* What a creator does, in Chromium and in the Firefox of the distribution (docs/long-tests.md#engines). */

/**
 * Playwright fills a field of a stock Firefox by a script. React compares its value with the last one that it knows, which scripts change too:
 * without that one it handles the event.
 */
function noticeFilled() {
  const forget = ({ isTrusted, target }: Event) => {
    const tracker: unknown = target && Reflect.get(target, '_valueTracker')
    if (isTrusted || typeof tracker !== 'object' || tracker === null) return
    const setValue: unknown = Reflect.get(tracker, 'setValue')
    if (typeof setValue === 'function') setValue.call(tracker, '\0')
  }
  addEventListener('input', forget, { capture: true })
}

test('a creator registers, publishes a pack, edits and deletes it, with Back, Forward and reload', async ({
  page,
  browserName,
}) => {
  if (browserName === 'firefox') await page.addInitScript(noticeFilled)
  const faults = watchFaults(page)
  const person = aPerson()
  const title = `Orchard of ${person.username}`
  await page.goto('/login')
  await useScripts(page)
  await page.getByLabel('Username or email').pressSequentially(person.email)
  await page.getByRole('link', { name: 'Create one' }).click()
  // Entered once for all modes of the screen.
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect(page.getByRole('button', { name: /^Retry in \d+ s$/ })).toBeVisible()
  await page.getByLabel('Verification code').fill(await codeFor(person.email))
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(accountMenu(page)).toBeVisible()

  await page.goto('/home/user')
  await page.goto('/home/user/uploadicon')
  await fillIn(page, 'icon', title)
  await draftSaved(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/home\/user$/)
  await page.goForward()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByLabel('What does it show?')).toHaveCount(2)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(said(page, 'Upload Icon pack Success')).toBeVisible()
  await viewPublished(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const address = page.url()
  await page.goBack()
  await expect(page).toHaveURL(/\/published\//)

  const id = address.split('/').at(-1) ?? ''
  await page.goto(`/home/user/editicon?id=${id}`)
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await page.getByLabel('Title').fill(`Second ${title}`)
  await save(page)
  await expect(page).toHaveURL(/\/detail\//)
  await expect(said(page, 'Edit Icon pack Success')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Second ${title}`)

  await page.goto(`/home/user/icon/${person.username}`)
  await page.getByRole('button', { name: `Delete Second ${title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText("You haven't uploaded any icon packs yet.")).toBeVisible()

  await accountMenu(page).locator('summary').click()
  await accountMenu(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(accountMenu(page)).toBeHidden()
  await page.goBack()
  // Not from memory: the page of an account is its own.
  await expect(page).toHaveURL(/\/login\?redirect=/)
  expect(faults).toEqual([])
})

test('a creator crops a cover without dragging', async ({ page }) => {
  const faults = watchFaults(page)
  await register(page)
  await page.goto('/home/user/uploadprofile')
  await page.getByLabel('Cover: Choose').setInputFiles(await picture('wide.png', 900))
  const dialog = page.getByRole('dialog', { name: 'Which part is shown?' })
  await dialog.getByRole('button', { name: 'To the left' }).click()
  await dialog.getByRole('button', { name: 'Use this part' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('What does it show?')).toHaveCount(1)
  expect(faults).toEqual([])
})

test('what a creator types without a connection is saved when there is one', async ({ page }) => {
  const faults = watchFaults(page)
  await register(page)
  await page.goto('/home/user/uploadicon')
  await page.route('**', (route) => route.abort())
  await page.getByLabel('Title').pressSequentially('Typed in a tunnel')
  await expect(page.getByText('Draft not saved: no connection')).toBeVisible()
  await page.unroute('**')
  // It is tried again at intervals that grow.
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Typed in a tunnel')
  expect(faults).toEqual([])
})

test('a creator whose browser refuses storage publishes', async ({ page }) => {
  await refuseStorage(page)
  const faults = watchFaults(page)
  const { username } = await register(page)
  await page.goto('/home/user/uploadicon')
  await fillIn(page, 'icon', `Refused of ${username}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await viewPublished(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Refused of ${username}`)
  expect(faults).toEqual([])
})
