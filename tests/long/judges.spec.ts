import { expect, type Page } from 'playwright/test'
import { LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import type { Path } from '#lib/paths.ts'
import { register, test } from '#tests/e2e/people.ts'
import {
  checkStructuredData,
  checkWithCodeSniffer,
  checkWithEqualAccess,
  checkWithNu,
  hasJava,
  installJudges,
} from '#tests/judges/judges.ts'
import { figure } from '#tests/support/figure.ts'
import { publicScreens, userScreens } from './screens.ts'
import { addStyle } from '../e2e/add-style.ts'

test.beforeAll(installJudges)

/** Visits every kind of page in each language: public ones first, then those of a new account. */
async function visitAll(page: Page, visit: (path: string) => Promise<void>): Promise<void> {
  for (const path of inEachLanguage(await publicScreens(page))) await visit(path)
  const { username } = await register(page)
  for (const path of inEachLanguage(userScreens(username))) await visit(path)
}

const inEachLanguage = (screens: readonly Path[]) =>
  screens.flatMap((screen) => LOCALES.map((locale) => localePath(locale, screen)))

const readHtml = async (page: Page, path: string) => (await page.request.get(path)).text()

/** Shows everything that a judge has to see: closed parts, and content that is laid out late. */
async function reveal(page: Page): Promise<void> {
  await addStyle(page, '* { content-visibility: visible !important }')
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
}

test('the Nu validator finds no error and no warning in any page', async ({ page }) => {
  test.skip(!(await hasJava()), 'no Java runtime')
  const documents = new Map<string, string>()
  await visitAll(page, async (path) => void documents.set(path, await readHtml(page, path)))
  const found = await checkWithNu(documents)
  figure('Nu validator: documents', documents.size)
  figure('Nu validator: errors and warnings', found.length)
  expect(found).toEqual([])
})

test('structured data has no error and no warning by the rules for rich results', async ({
  page,
}) => {
  const paths = inEachLanguage(await publicScreens(page))
  const found: string[] = []
  for (const path of paths) {
    const issues = await checkStructuredData(await readHtml(page, path))
    found.push(...issues.map((issue) => `${path}: ${issue}`))
  }
  figure('Structured data: documents', paths.length)
  figure('Structured data: issues', found.length)
  expect(found).toEqual([])
})

const JUDGES = { HTML_CodeSniffer: checkWithCodeSniffer, 'IBM Equal Access': checkWithEqualAccess }

for (const [name, check] of Object.entries(JUDGES)) {
  test(`${name} finds no violation on any page, in both themes`, async ({ page }) => {
    const found: string[] = []
    let count = 0
    await visitAll(page, async (path) => {
      count += 1
      await page.goto(path)
      await reveal(page)
      for (const theme of ['dark', 'light']) {
        await page.evaluate((value) => {
          document.documentElement.dataset['theme'] = value
          // Finishes transitions: colours are measured.
          for (const one of document.getAnimations()) one.finish()
        }, theme)
        found.push(...(await check(page)).map((issue) => `${path} (${theme}): ${issue}`))
      }
    })
    figure(`${name}: pages in two themes`, count)
    figure(`${name}: violations`, found.length)
    expect(found).toEqual([])
  })
}
