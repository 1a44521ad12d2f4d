import { createHash } from 'node:crypto'
import { type Browser, expect, type Page } from 'playwright/test'

/** Makes a secret on the settings page of a plugin. @returns it, and the addresses that the page names. */
export async function setUpReleases(page: Page, id: string) {
  await page.goto(`/home/user/settings/plugin/${id}`)
  await page.getByRole('button', { name: 'Create secret' }).click()
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue()
  const addressOf = (name: string) =>
    page.locator('#releases dl > div', { hasText: name }).locator('dd').innerText()
  return {
    secret,
    apiBaseUrl: await addressOf('api-base-url'),
    webhook: await addressOf('payload URL'),
  }
}

/** Loads a public page until it shows a version: it is cached, and expires with the release. */
export async function expectVersion(page: Page, address: string, version: string): Promise<void> {
  const shown = async () => {
    const html = await (await page.request.get(address)).text()
    return /<dt>Version<\/dt><dd>([^<]*)/.exec(html)?.[1]
  }
  await expect.poll(shown).toBe(version)
  await page.goto(address)
}

/** Visitors of other computers: what their browsers say of them, in `navigator` and in client hints. */
export const COMPUTERS = {
  Windows: { platform: 'Win32', hint: 'Windows', userAgent: 'Windows NT 10.0; Win64; x64' },
  macOS: { platform: 'MacIntel', hint: 'macOS', userAgent: 'Macintosh; Intel Mac OS X 10_15_7' },
  Linux: { platform: 'Linux x86_64', hint: 'Linux', userAgent: 'X11; Linux x86_64' },
} as const

/** A page in a browser of its own on another computer. */
export async function visitorOn(browser: Browser, system: keyof typeof COMPUTERS): Promise<Page> {
  const { platform, hint, userAgent } = COMPUTERS[system]
  const page = await (await browser.newContext()).newPage()
  const devtools = await page.context().newCDPSession(page)
  const version = browser.version()
  await devtools.send('Emulation.setUserAgentOverride', {
    userAgent: `Mozilla/5.0 (${userAgent}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`,
    platform,
    userAgentMetadata: {
      brands: [{ brand: 'Chromium', version: version.split('.')[0] ?? '' }],
      platform: hint,
      platformVersion: '',
      architecture: 'x86',
      model: '',
      mobile: false,
    },
  })
  return page
}

/** Downloads what the page offers, else what it lists first, and compares it with the hash that the page shows. @returns the bytes. */
export async function downloadOffer(page: Page): Promise<Buffer> {
  const offer = page
    .locator('aside :is([data-thumb-bar], [data-offer=none]) a[download]:visible')
    .first()
  const href = (await offer.getAttribute('href')) ?? ''
  const listed = page.locator('aside li:has([dir=ltr])', {
    has: page.locator(`a[href="${href}"]`),
  })
  const bytes = await (await page.request.get(new URL(href, page.url()).href)).body()
  const hash = createHash('sha256').update(bytes).digest('hex')
  await expect(listed).toContainText(hash)
  return bytes
}
