import { expect } from 'playwright/test'
import { HtmlValidate } from 'html-validate'
import { LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { readList } from '#tests/e2e/lists.ts'
import { register, test } from '#tests/e2e/people.ts'
import { publicScreens, userScreens } from './screens.ts'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
})

/**
 * The kinds are in the document twice, and the style sheet displays one of the two (decision 72). The validator does not
 * read it, and takes them for two landmarks of the same name.
 */
const withoutTabs = (html: string) =>
  html.replace(/<div class="header-tabs">.*?<\/nav><\/div>/s, '')

/** Violations of the HTML standard in a document: rule, line, column and message. */
async function faultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(withoutTabs(html))
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, line, column, message }) => `${ruleId} ${line}:${column} ${message}`),
  )
}

test('every kind of page is valid HTML in every language', async ({ page }) => {
  for (const screen of await publicScreens(page)) {
    for (const locale of LOCALES) {
      const html = await (await page.request.get(localePath(locale, screen))).text()
      expect.soft(await faultsOf(html), localePath(locale, screen)).toEqual([])
    }
  }
})

test('pages of a signed-in account are valid HTML', async ({ page }) => {
  const { username } = await register(page)
  for (const screen of userScreens(username)) {
    const answer = await page.request.get(screen)
    expect.soft(answer.status(), screen).toBe(200)
    expect.soft(await faultsOf(await answer.text()), screen).toEqual([])
  }
})

test('an embedded card is valid HTML', async ({ page }) => {
  const [pack] = (await readList(page, 'icon/list?limit=1')).items
  const html = await (await page.request.get(`/embed/ja/icon/${pack?.id}`)).text()
  expect(await faultsOf(html)).toEqual([])
})
