import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page, test } from 'playwright/test'
import { AUTOMATION_PARTS, documents, paths } from '#lib/paths.ts'
import { expectNoAxeFaults } from './axe.ts'
import { useScripts } from './intent.ts'

const TITLE = 'Publish from your build server'
const run = promisify(execFile)

/** The sample with a caption. */
const sample = (page: Page, caption: string) =>
  page.locator('figure').filter({ has: page.getByText(caption, { exact: true }) })

test('the page about publishing by programs is found where one publishes, and leads to its parts', async ({
  page,
}) => {
  for (const from of [paths.publish, paths.howTo('plugin')]) {
    await page.goto(from)
    await page.getByRole('main').getByRole('link', { name: TITLE }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE)
  }
  for (const part of AUTOMATION_PARTS) {
    await page.getByRole('main').getByRole('listitem').locator(`a[href="#${part}"]`).first().click()
    await expect(page).toHaveURL(paths.automation(part))
    await expect(page.locator(`#${part}`).getByRole('heading', { level: 2 })).toBeInViewport()
  }
})

test(
  'every sample is copied as it is shown, and names the address of the site',
  { tag: '@long' },
  async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(paths.automation())
    await useScripts(page)
    const samples = page.getByRole('main').locator('figure')
    const count = await samples.count()
    expect(count).toBe(10)
    for (let at = 0; at < count; at += 1) {
      await samples
        .nth(at)
        .getByRole('button', { name: /^Copy: / })
        .click()
      const shown = await samples.nth(at).locator('pre').textContent()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
    }
    await expect(sample(page, 'Payload URL').locator('pre')).toHaveText(
      `${baseURL}/api/v1/plugins/webhook`,
    )
    await expect(sample(page, '.github/workflows/publish.yml').locator('pre')).toContainText(
      `api-base-url: ${baseURL}\n`,
    )
  },
)

test(
  'a sample that is wider than the screen is scrolled by keyboard',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(paths.automation())
    const code = sample(page, '.github/workflows/release.yml').locator('pre')
    await code.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => code.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  },
)

test(
  'the reasons of refusals unfold, and axe reports no violations in them',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(paths.automation('releases'))
    await expect(page.getByText('notice_forged')).toBeHidden()
    for (const summary of await page.locator('article summary').all()) await summary.click()
    await expect(page.getByText('notice_forged')).toBeVisible()
    await expect(page.getByText('You haven’t proved that you own the repository')).toBeVisible()
    await expectNoAxeFaults(page, 'the reasons of refusals')
  },
)

test(
  'without scripts the page is complete and has no buttons that do nothing',
  { tag: '@long' },
  async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`/ja${paths.automation()}`)
    await expect(page.locator('article').getByRole('heading', { level: 2 })).toHaveCount(5)
    await expect(page.locator('figure pre')).toHaveCount(10)
    await expect(page.locator('figure button:visible')).toHaveCount(0)
    await page.locator('summary').filter({ hasText: '通知が拒否されたとき' }).click()
    await expect(page.getByText('notice_forged')).toBeVisible()
    await context.close()
  },
)

test(
  'the command line is installed from the site as the page shows, and reads its files',
  { tag: '@long' },
  async ({ page }) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'automation-'))
    const shell = (script: string) =>
      run('bash', ['-euo', 'pipefail', '-c', script], {
        cwd: folder,
        env: {
          NODE_ENV: 'production',
          HOME: folder,
          PATH: `${folder}/bin:${process.env['PATH']}`,
          npm_config_prefix: folder,
          npm_config_audit: 'false',
          npm_config_update_notifier: 'false',
        },
      })
    await page.goto(paths.automation('command'))
    const shown = async (caption: string) =>
      (await sample(page, caption).locator('pre').textContent()) ?? ''
    await shell(await shown('Set up'))
    const template = new URL(documents.template('.iconpack'), page.url())
    await shell(`curl -fsS -o orchard.iconpack ${template.href}`)
    const { stdout } = await shell(await shown('Check a file'))
    expect(stdout).toContain('orchard.iconpack: valid, iconpack “My icon pack”')

    const address = documents.commandLine
    const first = await page.request.get(address)
    expect(first.headers()['content-type']).toBe('application/gzip')
    expect(await first.body()).toEqual(await readFile('.next/keystrip-cli.tgz'))
    const headers = { 'if-none-match': first.headers()['etag'] ?? '' }
    expect((await page.request.get(address, { headers })).status()).toBe(304)
    await rm(folder, { recursive: true })
  },
)
