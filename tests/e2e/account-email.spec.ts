import { expect } from 'playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import { aPerson, codeFor, mailTo, register, test, withoutScripts } from './people.ts'

test(
  'an account changes its address without scripts, and sees what happened',
  { tag: '@long' },
  async ({ page }) => {
    const person = await register(page)
    const { email } = aPerson()
    const plain = await withoutScripts(page)
    await plain.goto('/home/user/account')
    await plain.getByLabel('New email address').fill(email)
    await plain.getByRole('button', { name: 'Send codes' }).click()
    await expect(plain.getByText('The codes are on their way.')).toBeVisible()
    expect(plain.url()).not.toContain('@')

    await plain.getByLabel('Code from the new address').fill(await codeFor(email))
    const confirmation = await mailTo(person.email, /confirms a change/)
    const code = /^\d{6}$/m.exec(confirmation?.text ?? '')?.[0] ?? ''
    await plain.getByLabel('Code from the current address').fill(code)
    await plain.locator('#email-password').fill('wrong-password-1')
    await plain.getByRole('button', { name: 'Change address' }).click()
    await expect(plain.locator('#email-password')).toHaveAccessibleDescription(
      /The password is wrong/,
    )
    await plain.locator('#email-password').fill(person.password)
    await plain.getByRole('button', { name: 'Change address' }).click()
    await expect(plain.getByText('The address is changed.')).toBeVisible()
    expect(await mailTo(person.email, /was changed/)).not.toBeNull()

    await page.goto('/home/user/account')
    await expect(page.getByRole('definition').getByText(email)).toBeVisible()
    await page.getByText('Sign-ins and changes of the last 90 days').click()
    await expect(page.getByText('Email address changed')).toBeVisible()
    await expectNoAxeFaults(page, 'the account with its events')
  },
)

test('a form of a page of the release before is accepted under its old address', async ({
  page,
}) => {
  await register(page)
  const sent = { headers: { 'sec-fetch-site': 'same-origin' }, maxRedirects: 0 }
  for (const [path, form, place] of [
    [
      '/api/account/sessions',
      { to: '/home/user', others: 'true' },
      '/home/user?result=sessions.done',
    ],
    ['/api/project/upload', { id: 'none', locale: 'de' }, '/de/home/user?result='],
    ['/api/admin/backup', { to: '/admin/system' }, '/admin/system?result=backup.role_missing'],
  ] as const) {
    const answer = await page.request.post(path, { ...sent, form })
    expect(answer.status(), path).toBe(303)
    expect(answer.headers()['location'], path).toContain(place)
  }
  expect((await page.request.post('/api/account/none', { ...sent, form: {} })).status()).toBe(404)
})
