import { expect, test } from 'playwright/test'
import { FLIGHT, useScripts } from './intent.ts'
import { readList } from './lists.ts'

test('the language switch keeps page, query, fragment and scroll position, and is remembered', async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto('/home/iconpack?sort=name#nowhere')
  await useScripts(page)
  await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }))
  await page.getByRole('banner').locator('summary[aria-label="Language"]').click()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(400)
  await page.getByRole('link', { name: '日本語' }).click()
  await expect(page).toHaveURL('/ja/home/iconpack?sort=name#nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('アイコンパック')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  expect(await page.evaluate(() => scrollY)).toBe(place)
  await expect(page.getByRole('banner').locator('summary[aria-label="言語"]')).toBeFocused()
  await page.goto('/')
  await expect(page).toHaveURL('/ja/home/index')
  const cookies = await context.cookies(baseURL)
  expect(cookies.find(({ name }) => name === 'locale')?.value).toBe('ja')
})

test(
  'a language chosen before the scripts run keeps query and fragment, and is remembered',
  { tag: '@long' },
  async ({ page, context, baseURL }) => {
    await page.route(FLIGHT, (route) => route.abort())
    await page.goto('/home/iconpack?sort=name#nowhere')
    await page.getByRole('banner').locator('summary[aria-label="Language"]').click()
    await page.getByRole('link', { name: '日本語' }).click()
    await expect(page).toHaveURL('/ja/home/iconpack?sort=name#nowhere')
    const cookies = await context.cookies(baseURL)
    expect(cookies.find(({ name }) => name === 'locale')?.value).toBe('ja')
  },
)

test('without scripts the language switch keeps the query, as far as the page reads it', async ({
  request,
}) => {
  for (const [path, kept] of [
    ['/home/search?q=sun&category=weather', '?q=sun&category=weather'],
    ['/home/iconpack?os=linux&sort=name&utm_source=x', '?sort=name&os=linux'],
    ['/login?redirect=%2Fhome%2Fuser', '?redirect=%2Fhome%2Fuser'],
    ['/home/faq?x=1', ''],
  ] as const) {
    const html = await (await request.get(path)).text()
    const href = `/ja${path.replace(/\?.*/, '')}${kept}`.replaceAll('&', '&amp;')
    expect(html, path).toContain(`<a href="${href}" hrefLang="ja"`)
  }
})

test('no URL except the root depends on who the visitor is', async ({ playwright, baseURL }) => {
  const visitors: Record<string, string>[] = [
    { 'accept-language': 'de', 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
    { 'accept-language': 'ja', cookie: 'locale=fr' },
  ]
  for (const headers of visitors) {
    const visitor = await playwright.request.newContext({
      ...(baseURL !== undefined && { baseURL }),
      extraHTTPHeaders: headers,
    })
    const [pack] = (await (await visitor.get('/api/v1/icon/list?limit=1')).json()).data.items
    for (const [path, lang] of [
      ['/home/index', 'en'],
      ['/zh-cn/home/iconpack', 'zh-CN'],
      [`/home/iconpack/detail/${pack.id}`, 'en'],
      ['/fr/home/faq', 'fr'],
      ['/de/home/publish/automation', 'de'],
    ] as const) {
      const answer = await visitor.get(path, { maxRedirects: 0 })
      expect(answer.status(), path).toBe(200)
      expect((await answer.text()).includes(`<html lang="${lang}"`), path).toBe(true)
      expect(answer.headers(), path).not.toHaveProperty('set-cookie')
    }
    await visitor.dispose()
  }
})

test('viewing a page in another language sets no cookie', async ({ page, context }) => {
  const [pack] = (await readList(page, 'icon/list?limit=1')).items
  await page.goto(`/de/home/iconpack/detail/${pack?.id}`)
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/de/home/profile')
  expect(await context.cookies()).toEqual([])
})
