import { type APIRequestContext, expect, type Page } from 'playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import { publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'

/** Counts views of an icon pack from several networks, without the session of its author, whose views do not count. */
async function view(request: APIRequestContext, id: string, networks: number) {
  for (let at = 1; at <= networks; at += 1) {
    const answer = await request.post('/api/v1/statistic/record', {
      headers: {
        'sec-fetch-site': 'same-origin',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
        'x-forwarded-for': `198.51.100.${at}`,
      },
      data: { kind: 'icon', id, event: 'view' },
    })
    expect(await answer.json()).toMatchObject({ data: { counted: true } })
  }
}

const today = () => new Date().toISOString().slice(0, 10)

/** Publishes an icon pack whose views are of the day of its publication. Views are counted by day in UTC. */
async function publishSeen(page: Page, request: APIRequestContext, title: string) {
  for (;;) {
    const day = today()
    const id = await publishByApi(page, title)
    await view(request, id, 3)
    if (today() === day) return
    await page.request.delete(`/api/v1/icon?id=${id}`, {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
  }
}

const titles = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 })

for (const hasScripts of [true, false]) {
  test.describe(hasScripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: hasScripts })

    test(
      'own projects are sorted, read, edited and deleted in the overview',
      { tag: '@long' },
      async ({ page, request }) => {
        const { username } = await register(page)
        const [quiet, seen] = [`Apples of ${username}`, `Zinnias of ${username}`]
        await publishByApi(page, quiet)
        await publishSeen(page, request, seen)
        await page.goto('/home/user')
        await expect(titles(page)).toHaveText([seen, quiet])
        const card = page.getByRole('article').filter({ hasText: seen })
        await expect(card.getByRole('img', { name: /Most views on a day: 3;/ })).toBeVisible()
        await expect(card.getByRole('img', { name: /Versions: 1\.0\.0\./ })).toBeVisible()
        await card.getByText('Figures by day').click()
        const published = card.getByRole('row').filter({ hasText: '1.0.0' })
        await expect(published).toContainText(/1\.0\.0\s*3\s*0\s*0/)
        if (hasScripts) await expectNoAxeFaults(page, 'the overview')

        await page.getByRole('link', { name: 'Name A-Z' }).click()
        await expect(titles(page)).toHaveText([quiet, seen])
        await expect(page).toHaveURL('/home/user?sort=name')
        await page.getByRole('link', { name: 'Trend', exact: true }).click()
        await expect(titles(page)).toHaveText([seen, quiet])
        await page
          .getByRole('navigation', { name: 'Projects by kind' })
          .getByRole('link', { name: /^Plugins/ })
          .click()
        await expect(page.getByText("You haven't uploaded any plugins yet.")).toBeVisible()
        await page.goBack()

        await card.getByRole('link', { name: 'Add a licence' }).click()
        await expect(page).toHaveURL(/\/home\/user\/editicon\?id=[\w-]+#field-license$/)
        await page.goto('/home/user')
        await card.getByRole('link', { name: `Edit ${seen}` }).click()
        await expect(page.getByLabel('Title')).toHaveValue(seen)

        await page.goto('/home/user')
        const remove = hasScripts ? 'button' : 'link'
        await card.getByRole(remove, { name: `Delete ${seen}` }).click()
        const question = hasScripts ? page.getByRole('dialog') : page.getByRole('main')
        await question.getByRole('button', { name: 'Delete' }).click()
        await expect(page.getByText('Delete Icon pack Success').first()).toBeVisible()
        await expect(titles(page)).toHaveText([quiet])
      },
    )

    test('an account without projects is led to publishing', { tag: '@long' }, async ({ page }) => {
      await register(page)
      await page.goto('/home/user')
      if (hasScripts) await expectNoAxeFaults(page, 'the empty overview')
      await page.getByRole('link', { name: 'Publish your first project' }).click()
      await expect(page).toHaveURL('/home/publish')
    })
  })
}

test(
  'pages and orders that do not exist are 404; the list of another account has no actions',
  { tag: '@long' },
  async ({ page, browser }) => {
    const other = await browser.newPage()
    const { username } = await register(other)
    await publishByApi(other, `Apples of ${username}`)
    await other.close()
    await register(page)
    for (const query of ['?sort=views', '?page=0', '?page=2']) {
      expect((await page.goto(`/home/user${query}`))?.status(), query).toBe(404)
    }
    await page.goto(`/home/user/icon/${username}`)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
    await expect(page.getByText('Figures by day')).toHaveCount(0)
  },
)

test(
  'the counts of an account are saved as a picture, by the account alone',
  { tag: '@long' },
  async ({ page, browser }) => {
    const { username } = await register(page)
    const card = '/api/overview-card?locale=de'
    expect((await page.request.get(card)).status()).toBe(404)
    await publishByApi(page, `Apples of ${username}`)
    await page.goto('/home/user')
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Save as a picture' }).click()
    expect((await downloading).suggestedFilename()).toBe('overview.jpg')
    const answer = await page.request.get(card)
    expect(answer.headers()).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
    })
    const visitor = await browser.newPage()
    expect((await visitor.request.get(card)).status()).toBe(401)
  },
)
