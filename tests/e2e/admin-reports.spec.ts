import { expect, type Page } from 'playwright/test'
import { admin } from './admin.ts'
import { expectNoAxeFaults } from './axe.ts'
import { publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'

/** Registers a moderator. */
async function asModerator(page: Page): Promise<void> {
  const { username } = await register(page)
  expect(await admin('role', username, 'moderator', '--reason', 'A test')).toMatchObject({
    code: 0,
  })
}

test('a visitor reports without scripts, a moderator asks and hides, the author answers', async ({
  page,
  browser,
}) => {
  test.slow()
  const { username } = await register(page)
  const title = `Orchard of ${username}`
  const id = await publishByApi(page, title, `sun-${username}`)

  const plain = await browser.newPage({ javaScriptEnabled: false })
  await plain.goto(`/de/home/iconpack/detail/${id}`)
  await plain.getByRole('link', { name: 'Melden', exact: true }).click()
  await plain.getByRole('link', { name: /^Schadsoftware/ }).click()
  await plain.getByRole('button', { name: 'Meldung senden' }).click()
  await expect(plain.getByLabel('Was Ihnen aufgefallen ist')).toHaveAccessibleDescription(
    /Bei diesem Grund erforderlich/,
  )
  const hostile = '<img src="https://evil.example/x.png"><script>alert(1)</script>'
  await plain.getByLabel('Was Ihnen aufgefallen ist').fill(`Ein Miner ${hostile}`)
  await plain.getByRole('button', { name: 'Meldung senden' }).click()
  await expect(plain).toHaveURL(/\/de\/home\/report\/status\?code=/)
  await expect(plain.getByText('Sie wird geprüft.')).toBeVisible()

  const moderator = await (await browser.newContext()).newPage()
  const outside: string[] = []
  moderator.on('request', (request) => {
    if (request.url().includes('evil.example')) outside.push(request.url())
  })
  await asModerator(moderator)
  await moderator.goto('/admin/reports')
  await expectNoAxeFaults(moderator, 'the queue of reports')
  await moderator.getByRole('link', { name: title }).click()
  await expect(moderator.getByText(hostile)).toBeVisible()
  await expectNoAxeFaults(moderator, 'a report')
  const second = await moderator.context().newPage()
  await second.goto(moderator.url())
  await moderator.getByLabel('Your words').fill('What does it run?')
  await moderator.getByRole('button', { name: 'Ask the author' }).click()
  await expect(moderator.getByRole('status').first()).toContainText('Done.')
  await second.getByRole('button', { name: 'Dismiss' }).click()
  await expect(second.getByRole('alert').first()).toContainText('already dealt with it')

  await page.goto('/home/user')
  await page.getByRole('link', { name: '1 report is waiting for your answer' }).click()
  await expect(page.getByLabel('Your message')).toBeVisible()
  await expectNoAxeFaults(page, 'reports about own projects')
  await page.getByLabel('Your message').fill('A clock.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('A clock.')).toBeVisible()

  await moderator.reload()
  await expect(moderator.getByText('A clock.')).toBeVisible()
  await moderator.getByRole('heading', { level: 1 }).click()
  await moderator.keyboard.press('s')
  await expect(moderator.getByLabel('Reason').first()).toHaveValue(/\w/)
  await expectNoAxeFaults(moderator, 'an account from a report')
  await moderator.getByRole('link', { name: /^Back to report/ }).click()
  await moderator.getByRole('heading', { level: 1 }).click()
  await moderator.keyboard.press('h')
  await expect(moderator.getByText('Hidden', { exact: true }).first()).toBeVisible()
  expect((await plain.goto(`/home/iconpack/detail/${id}`))?.status()).toBe(404)
  await moderator.getByRole('button', { name: 'Undo' }).click()
  await expect(moderator.getByRole('button', { name: 'Dismiss' })).toBeVisible()
  expect((await plain.goto(`/home/iconpack/detail/${id}`))?.status()).toBe(200)
  expect(outside).toEqual([])
})
