import { expect } from 'playwright/test'
import { PROVIDER_TABLE } from '#lib/contract/provider.ts'
import { accountMenu, aPerson, test } from './people.ts'

for (const provider of ['github', 'discord'] as const) {
  const { name } = PROVIDER_TABLE[provider]

  test(`signing in by ${name} leads there and back to where one wanted to go`, async ({ page }) => {
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
    await expect(page).toHaveURL('/ja/home/user/icon/x?y')
    await accountMenu(page).locator('summary').click()
    await expect(accountMenu(page)).toContainText(username)
  })

  test(`signing in by ${name} that is cancelled says so and leads back`, async ({ page }) => {
    await page.goto('/fr/login?redirect=%2Ffr%2Fhome%2Ffaq')
    await page.getByRole('button', { name: `Continuer avec ${name}` }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vous avez annulé')
    await page.getByRole('link', { name: 'Retour à la connexion' }).click()
    await expect(page).toHaveURL('/fr/login?redirect=%2Ffr%2Fhome%2Ffaq')
  })
}

test('signing in by Google leads there and back', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL('/home/index')
  await expect(accountMenu(page)).toBeVisible()
})

test('a return that was not begun here, was changed, or was used before signs nobody in', async ({
  page,
}) => {
  await page.goto('/github-callback?code=stolen&state=made-up')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('That took too long')

  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  const state = new URL(page.url()).searchParams.get('state') ?? ''
  await page.goto(`/github-callback?code=stolen&state=${state}x`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This did not come from you')
  await page.goto(`/github-callback?code=stolen&state=${state}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('That took too long')

  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  const next = new URL(page.url()).searchParams.get('state') ?? ''
  await page.goto(`/github-callback?code=stolen&state=${next}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'GitHub does not know this sign-in',
  )
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Discord' }).click()
  const other = new URL(page.url()).searchParams.get('state') ?? ''
  await page.goto(`/discord-callback?error=server_error&state=${other}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Discord said no')
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual([])
})

test('a code for one browser signs nobody in in another', async ({ page, browser }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  const back = page.waitForRequest(/github-callback/)
  await page.route(/github-callback/, (route) => route.abort())
  await page.getByRole('button', { name: 'Authorize' }).click()
  const address = (await back).url()
  const other = await browser.newContext()
  const victim = await other.newPage()
  await victim.goto(address)
  await expect(victim.getByRole('heading', { level: 1 })).toHaveText('That took too long')
  await other.close()
})

test('without JavaScript the providers are ways in, too', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page).toHaveURL('/home/index')
  expect((await context.cookies()).map(({ name }) => name)).toContain('session')
  await context.close()
})
