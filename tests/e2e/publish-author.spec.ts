import { expect, type Page } from 'playwright/test'
import { paths } from '#lib/paths.ts'
import { publishByApi } from './own-projects.ts'
import { register, test, withoutScripts } from './people.ts'

const MINA = '小鳥遊ミナ'
const ABOUT = 'Draws weather for people who look out of the window.'

type Entered = { name?: string; about?: string; links: string }

/** Fills in the form of the author's page. */
async function enter(page: Page, { name = MINA, about = ABOUT, links }: Entered) {
  await page.goto('/home/user/account')
  await page.getByLabel('Display name').fill(name)
  await page.getByLabel('About you').fill(about)
  await page.getByLabel('Links').fill(links)
  await page.locator('#author').getByRole('button', { name: 'Save' }).click()
}

async function expectShown(page: Page, username: string) {
  await expect(async () => {
    await page.goto(paths.author(username))
    await expect(page.getByText(ABOUT)).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MINA)
  await expect(page.getByRole('main').getByText(username, { exact: true })).toBeVisible()
  const links = page.getByRole('list', { name: 'Links' })
  await expect(links.getByRole('link', { name: 'ada.example/work' })).toHaveAttribute(
    'rel',
    /nofollow ugc/,
  )
  await expect(links.getByRole('link', { name: 'Feed' })).toHaveAttribute('href', /\.xml$/)
}

test(
  'an author describes themselves, and the public page shows it at once',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    await publishByApi(page, 'Says who')
    await page.goto(paths.author(username))
    await enter(page, { links: 'http://ada.example' })
    const links = page.getByLabel('Links')
    await expect(links).toHaveAccessibleDescription(/^At most 4 addresses/)
    await expect(page.getByLabel('About you')).toHaveValue(ABOUT)
    await links.fill('ada.example/work\n')
    await page.locator('#author').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Your public page is saved.')).toBeVisible()
    await expect(page.getByLabel('Links')).toHaveValue('https://ada.example/work')
    await expectShown(page, username)
  },
)

test('the same works without scripts', { tag: '@long' }, async ({ page: signedIn }) => {
  const { username } = await register(signedIn)
  await publishByApi(signedIn, 'Says who, plainly')
  const page = await withoutScripts(signedIn)
  await enter(page, { links: 'http://ada.example' })
  await expect(page).toHaveURL(/result=author\.bad_links&.*#author-links$/)
  await expect(page.getByLabel('About you')).toHaveValue(ABOUT)
  await enter(page, { name: '\u3164', links: 'https://ada.example/work' })
  await expect(page).toHaveURL(/#author-display_name$/)
  await expect(page.getByLabel('Display name')).toHaveAccessibleDescription(
    /^At least one character/,
  )
  await expect(page.getByLabel('Links')).toHaveValue('https://ada.example/work')
  await enter(page, { links: 'https://ada.example/work' })
  await expect(page.getByText('Your public page is saved.')).toBeVisible()
  await expectShown(page, username)
})
