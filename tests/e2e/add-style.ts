import type { Page } from 'playwright/test'

/** Adds a style sheet as scripts may: the policy of the site forbids style elements. */
export function addStyle(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, css)
}
