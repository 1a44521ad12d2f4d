import { expect } from 'playwright/test'
import { PROVIDER_TABLE } from '#lib/contract/provider.ts'
import { expectNoAxeFaults } from './axe.ts'
import { accountMenu, aPerson, register, test } from './people.ts'

for (const provider of ['github', 'discord'] as const) {
  const { name } = PROVIDER_TABLE[provider]

  test(
    `signing in with ${name} returns to the requested page`,
    { tag: provider === 'github' ? [] : '@long' },
    async ({ page }) => {
      const { username, email } = aPerson()
      await page.goto('/ja/login?redirect=%2Fja%2Fhome%2Fuser%2Ficon%2Fx%3Fy')
      await page.getByRole('button', { name: `${name} で続ける` }).click()
      await expect(page.getByRole('heading', { name: 'Authorize the site?' })).toBeVisible()
      const asked = new URL(page.url()).searchParams
      expect(asked.get('redirect_uri')).toMatch(
        new RegExp(`^http://localhost:\\d+/${provider}-callback$`),
      )
      expect(asked.get('code_challenge_method')).toBe('S256')
      await page.getByLabel('id').fill(String(parseInt(username.slice(1), 16) % 1e9))
      await page.getByLabel('name').fill(username)
      await page.getByLabel('email').fill(email)
      await page.getByRole('button', { name: 'Authorize' }).click()
      await expect(page).toHaveURL(/\/ja\/home\/user\/name\?redirect=/)
      await expect(page.locator('[name=username]')).toHaveValue(username)
      await page.getByRole('button', { name: 'この名前を使う' }).click()
      await expect(page).toHaveURL('/ja/home/user/icon/x?y')
      await accountMenu(page).locator('summary').click()
      await expect(accountMenu(page)).toContainText(username)
    },
  )

  test(
    `cancelling a sign-in with ${name} shows a message and a link back`,
    { tag: provider === 'github' ? '@long' : [] },
    async ({ page }) => {
      await page.goto('/fr/login?redirect=%2Ffr%2Fhome%2Ffaq')
      await page.getByRole('button', { name: `Continuer avec ${name}` }).click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connexion annulée')
      await page.getByRole('link', { name: 'Retour à la connexion' }).click()
      await expect(page).toHaveURL('/fr/login?redirect=%2Ffr%2Fhome%2Ffaq')
    },
  )
}

test('signing in with Google returns to the site', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL('/home/user/name?redirect=%2Fhome%2Findex')
  await page.getByRole('link', { name: 'Not now' }).click()
  await expect(page).toHaveURL('/home/index')
  await expect(accountMenu(page)).toBeVisible()
})

test('a callback that was not started here, was modified, or was already used does not sign in', async ({
  page,
}) => {
  await page.goto('/github-callback?code=stolen&state=made-up')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in expired')

  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  const state = new URL(page.url()).searchParams.get('state') ?? ''
  await page.goto(`/github-callback?code=stolen&state=${state}x`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in not recognised')
  await page.goto(`/github-callback?code=stolen&state=${state}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in expired')

  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  const next = new URL(page.url()).searchParams.get('state') ?? ''
  await page.goto(`/github-callback?code=stolen&state=${next}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'GitHub didn’t recognise this sign-in',
  )
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Discord' }).click()
  const other = new URL(page.url()).searchParams.get('state') ?? ''
  await page.goto(`/discord-callback?error=server_error&state=${other}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Discord refused the sign-in')
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual([])
})

test(
  'a code issued to one browser does not sign in another browser',
  { tag: '@long' },
  async ({ page, browser }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with GitHub' }).click()
    await expect(page.getByRole('heading', { name: 'Authorize the site?' })).toBeVisible()
    const consent = new URL('/consent', page.url())
    for (const field of await page.locator('form input').all()) {
      consent.searchParams.set((await field.getAttribute('name')) ?? '', await field.inputValue())
    }
    // Asked for without the browser, which would follow the answer and use the code up.
    const answer = await page.request.get(consent.href, { maxRedirects: 0 })
    const address = answer.headers().location ?? ''
    expect(address).toContain('/github-callback?')
    const victim = await browser.newPage()
    await victim.goto(address)
    await expect(victim.getByRole('heading', { level: 1 })).toHaveText('Sign-in expired')
  },
)

test('signing in with a provider works without JavaScript', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL('/home/user/name?redirect=%2Fhome%2Findex')
  await page.getByRole('link', { name: 'Not now' }).click()
  await expect(page).toHaveURL('/home/index')
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('session')
})

for (const scripts of [true, false]) {
  test(
    `a new account from a provider chooses its user name once (${scripts ? 'with' : 'without'} JavaScript)`,
    { tag: scripts ? '@long' : [] },
    async ({ browser }) => {
      const taken = await browser.newPage()
      const existing = await register(taken)
      const page = await browser.newPage({ javaScriptEnabled: scripts })
      const { username, email } = aPerson()
      await page.goto('/login?redirect=%2Fhome%2Ffaq')
      await page.getByRole('button', { name: 'Continue with Discord' }).click()
      await page.getByLabel('id').fill(String(parseInt(username.slice(1), 16) % 1e9))
      await page.getByLabel('name').fill(`Žofie ${username.slice(0, 9)}`)
      await page.getByLabel('email').fill(email)
      await page.getByRole('button', { name: 'Authorize' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose your username')
      const field = page.getByLabel('Username')
      await expect(field).toHaveValue(`Zofie-${username.slice(0, 9)}`)
      for (const [typed, words] of [
        ['Žofie', '4 to 20 characters: letters a to z without accents'],
        [existing.username.toUpperCase(), 'This username is taken'],
      ] as const) {
        await field.fill(typed)
        await field.press('Enter')
        await expect(field).toHaveAccessibleDescription(new RegExp(words))
        await expect(field).toHaveAttribute('aria-invalid', 'true')
        await expect(field).toHaveValue(typed)
      }
      if (scripts) await expectNoAxeFaults(page, 'choosing a name')
      await field.fill(` ${username} `)
      await field.press('Enter')
      await expect(page).toHaveURL('/home/faq')
      await page.goto('/home/user/account')
      await expect(page).toHaveURL(`/home/user/account/${username}`)
      await expect(page.getByRole('link', { name: 'Choose another name' })).toHaveCount(0)
      await page.goto('/home/user/name?redirect=%2Fhome%2Ffaq')
      await expect(page).toHaveURL('/home/faq')
    },
  )
}
