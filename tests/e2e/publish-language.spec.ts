import { randomInt } from 'node:crypto'
import { expect } from 'playwright/test'
import { fillIn, viewPublished } from './form.ts'
import { register, test } from './people.ts'

test(
  'the form shows the detected language, and the chosen one is on detail page, card and suggestion',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    // Letters would count as words of a language.
    const title = `森の天気 ${randomInt(1e9)}`
    await page.goto('/home/user/uploadicon')
    await fillIn(page, 'icon', title)
    const language = page.getByRole('main').getByRole('combobox', { name: 'Language' })
    await expect(language.locator('option:checked')).toHaveText('Detect from the text')
    await page.getByLabel('Description').fill('静かな夜のための、天気のアイコンです。')
    await expect(language.locator('option:checked')).toHaveText('Detected: Japanese')
    await expect(page.getByLabel('Title')).toHaveAttribute('lang', 'ja')
    await language.selectOption({ label: 'Korean' })
    await expect(page.getByLabel('Title')).toHaveAttribute('lang', 'ko')
    await language.selectOption({ label: 'Japanese' })
    await page
      .getByLabel('Description')
      .fill('Trees and fruit, drawn for the keys of a quiet night.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await viewPublished(page)

    const heading = page.getByRole('heading', { level: 1, name: title })
    await expect(heading).toHaveAttribute('lang', 'ja')
    const crumb = page.getByRole('navigation').getByText(title, { exact: true })
    await expect(crumb).toHaveAttribute('lang', 'ja')
    await page.goto('/home/iconpack?sort=recent')
    await expect(page.getByRole('heading', { name: title })).toHaveAttribute('lang', 'ja')
    await page.goto('/home/index')
    const option = page.getByRole('listbox').getByRole('option').filter({ hasText: title })
    // Suggestions come once the page's scripts have loaded.
    await expect(async () => {
      await page.getByRole('main').locator('input[type=search]').fill('')
      await page.getByRole('main').locator('input[type=search]').fill(username)
      await expect(option).toBeVisible({ timeout: 3000 })
    }).toPass()
    await expect(option.locator('bdi').first()).toHaveAttribute('lang', 'ja')
  },
)
