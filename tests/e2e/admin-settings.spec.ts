import { expect, type Page } from 'playwright/test'
import { admin } from './admin.ts'
import { expectNoAxeFaults } from './axe.ts'
import { register, test, withoutScripts } from './people.ts'

/** Registers an administrator. @returns a page of theirs that runs no scripts. */
async function administrator(page: Page): Promise<Page> {
  const { username } = await register(page)
  await admin('role', username, 'administrator', '--reason', 'A test')
  return withoutScripts(page)
}

const formOf = (page: Page, label: string) =>
  page.locator('form').filter({ has: page.getByLabel(label, { exact: true }) })

// They change the settings of one site.
test.describe.configure({ mode: 'default' })

test(
  'an announcement is above public pages, in the language of the page, and goes',
  { tag: '@long' },
  async ({ page, browser }) => {
    const plain = await administrator(page)
    const visitor = await browser.newPage()
    try {
      await visitor.goto('/home/faq')
      const bar = visitor.getByRole('complementary', { name: 'Announcement' })
      await expect(bar).toHaveCount(0)
      await plain.goto('/admin/settings')
      await plain.getByLabel('English', { exact: true }).fill('Back at <b>noon</b>')
      await plain.getByLabel('Deutsch', { exact: true }).fill('Zurück um zwölf')
      await formOf(plain, 'Deutsch').getByRole('button', { name: 'Save' }).click()
      await expect(plain.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
      await expect(async () => {
        await visitor.goto('/home/faq')
        await expect(bar).toHaveText('Back at <b>noon</b>', { timeout: 500 })
      }).toPass({ timeout: 30_000 })
      await expectNoAxeFaults(visitor, 'a page with an announcement')
      await visitor.goto('/de/home/faq')
      await expect(visitor.getByText('Zurück um zwölf')).toBeVisible()
      await visitor.goto('/ja/home/faq')
      await expect(visitor.getByText('Back at <b>noon</b>')).toHaveAttribute('lang', 'en')
    } finally {
      for (const one of ['en', 'de']) await admin('settings', 'reset', `announcement.${one}`)
    }
    await expect(async () => {
      await visitor.goto('/home/faq')
      await expect(visitor.getByRole('complementary', { name: 'Announcement' })).toHaveCount(0)
    }).toPass({ timeout: 30_000 })
    await page.goto('/admin/audit')
    await expect(page.getByText('announcement.en: – → Back at <b>noon</b>')).toBeVisible()
  },
)

test(
  'title and text of the home page are set for one language',
  { tag: '@long' },
  async ({ page, browser }) => {
    const plain = await administrator(page)
    const visitor = await browser.newPage({ javaScriptEnabled: false })
    const title = visitor.getByRole('heading', { level: 1 })
    await visitor.goto('/home/index')
    const usual = (await title.textContent()) ?? ''
    try {
      await plain.goto('/admin/settings')
      await expect(plain.getByLabel('Title, English')).toHaveAttribute('placeholder', usual)
      await plain.getByLabel('Title, English').fill('Strips for <b>studios</b>')
      await plain.getByLabel('Text, English').fill('Made by our own team')
      await formOf(plain, 'Title, English').getByRole('button', { name: 'Save' }).click()
      await expect(plain.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
      await expect(async () => {
        await visitor.goto('/home/index')
        await expect(title).toHaveText('Strips for <b>studios</b>', { timeout: 500 })
      }).toPass({ timeout: 30_000 })
      await expect(visitor.getByText('Made by our own team')).toBeVisible()
      await visitor.goto('/de/home/index')
      await expect(title).not.toHaveText(/studios/)
    } finally {
      for (const name of ['home_title', 'home_text']) await admin('settings', 'reset', `${name}.en`)
    }
  },
)

test(
  'a provider that is switched off is not offered',
  { tag: '@long' },
  async ({ page, browser }) => {
    const plain = await administrator(page)
    const visitor = await browser.newPage({ javaScriptEnabled: false })
    const button = visitor.getByRole('button', { name: 'Continue with Discord' })
    try {
      await plain.goto('/admin/settings')
      await plain.getByLabel('Discord').selectOption('Switched off')
      await formOf(plain, 'Discord').getByRole('button', { name: 'Save' }).click()
      await expect(plain.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
      await expect(async () => {
        await visitor.goto('/login')
        await expect(button).toHaveCount(0, { timeout: 500 })
      }).toPass({ timeout: 30_000 })
    } finally {
      await admin('settings', 'reset', 'provider.discord')
    }
    await expect(async () => {
      await visitor.goto('/login')
      await expect(button).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 30_000 })
  },
)

test(
  'bad input and a conflict lose nothing that was typed, with and without scripts',
  { tag: '@long' },
  async ({ page }) => {
    const plain = await administrator(page)
    for (const one of [plain, page]) {
      await one.goto('/admin/settings')
      const list = one.getByLabel('List of addresses and domains')
      await list.fill('not a domain at all')
      await one.getByLabel('Who may register').selectOption('open')
      const save = formOf(one, 'Who may register').getByRole('button', { name: 'Save' })
      await save.click()
      await expect(one.getByRole('alert').filter({ hasText: 'Nothing was saved' })).toBeVisible()
      await expect(list).toHaveValue('not a domain at all')
      await expect(list).toHaveAttribute('aria-invalid', 'true')
      await list.fill('mine.example')
      await admin('settings', 'set', 'registration_allowed', 'theirs.example')
      await save.click()
      await expect(
        one.getByRole('alert').filter({ hasText: 'changed these settings' }),
      ).toBeVisible()
      await expect(list).toHaveValue('mine.example')
      await expect(list).toHaveAccessibleDescription(/theirs\.example/)
      await save.click()
      await expect(one.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
      expect((await admin('settings', 'get', 'registration_allowed')).said.trim()).toBe(
        'mine.example',
      )
      await admin('settings', 'reset', 'registration_allowed')
    }
    await expectNoAxeFaults(page, 'the settings')
  },
)

test(
  'a legal page is previewed, linked in the footer, and one of a variable cannot be changed',
  { tag: '@long' },
  async ({ page, browser }) => {
    const plain = await administrator(page)
    await plain.goto('/fr/admin/settings/privacy')
    const text = plain.getByLabel('Français', { exact: true })
    await text.fill('# Vos données\n\nElles restent **ici**. <script>alert(1)</script>')
    await plain.getByRole('button', { name: 'Aperçu' }).click()
    await expect(plain.getByRole('region', { name: 'Aperçu' }).getByRole('strong')).toHaveText(
      'ici',
    )
    await expect(text).toHaveValue(/^# Vos données/)
    await plain.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(plain.getByRole('status').filter({ hasText: 'Enregistré.' })).toBeVisible()
    const visitor = await browser.newPage()
    try {
      await expect(async () => {
        await visitor.goto('/fr/home/faq')
        await visitor
          .getByRole('contentinfo')
          .getByRole('link', { name: 'Confidentialité' })
          .click({ timeout: 500 })
      }).toPass({ timeout: 30_000 })
      await expect(visitor.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(
        'Vos données',
      )
    } finally {
      await admin('settings', 'reset', 'privacy.fr')
    }
    await plain.goto('/admin/settings/imprint')
    await expect(plain.getByLabel('English', { exact: true })).toBeDisabled()
    await expect(plain.getByText('Set by the variable IMPRINT_FILE')).toBeVisible()
  },
)
