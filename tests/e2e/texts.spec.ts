import { expect, type Page, test } from 'playwright/test'
import { MARKDOWN } from '#app/[locale]/dev/look/samples.ts'
import { buildProject } from '#tests/support/builders.ts'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { startWebApp } from '#tests/support/web-app.ts'
import { expectNoAxeFaults } from './axe.ts'

// One site for the tests of this file.
test.describe.configure({ mode: 'default' })

let backend: Awaited<ReturnType<typeof startFaultyBackend>>
let web: Awaited<ReturnType<typeof startWebApp>>
/** A project that has every construct in its description and in its notes. */
test.beforeAll(async () => {
  backend = await startFaultyBackend()
  const project = buildProject({ id: 'p1', description: MARKDOWN })
  backend.behave((req, res) => {
    const { pathname } = new URL(req.url ?? '', backend.url)
    const isProject = pathname.endsWith('/icon/p1')
    answer(
      res,
      200,
      isProject ? project : { items: [], total: 0, total_is_estimate: false, next: null },
    )
  })
  web = await startWebApp(backend.url)
})
test.afterAll(async () => {
  await web.stop()
  await backend.stop()
})
const detail = () => `${web.url}/home/iconpack/detail/p1`

const rest = (page: Page) => page.locator('details.rest')

test('a link into the folded end of a text opens it, with and without scripts', async ({
  browser,
}) => {
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({ javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(detail())
    await expect(page.getByRole('heading', { name: 'Tasks' })).toBeHidden()
    await page.getByText('Contents').click()
    await page.getByRole('link', { name: 'Tasks' }).click()
    await expect(page.getByRole('heading', { name: 'Tasks' })).toBeInViewport()
    await expect(rest(page)).toHaveAttribute('open')
    await expect(page.getByRole('button', { name: 'Copy code' })).toHaveCount(
      javaScriptEnabled ? 2 : 0,
    )
    await context.close()
  }
})

test(
  'code of a text is copied, and all of a text is accessible',
  { tag: '@long' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${detail()}#d-tasks`)
    await page.getByRole('button', { name: 'Copy code' }).last().click()
    await expect(page.getByText('Code copied', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('no language\n')
    await expectNoAxeFaults(page, 'all constructs of a text')
  },
)
