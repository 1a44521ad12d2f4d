import { createServer } from 'node:http'
import { expect, test } from 'playwright/test'
import sharp from 'sharp'
import { KINDS } from '#lib/contract/kind.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { pages } from '#lib/paths.ts'
import { readList } from './lists.ts'

test('home, lists, authors and projects have a card in every language', async ({ page }) => {
  const [pack] = (await readList(page, 'icon/list?limit=1')).items
  const [plugin] = (await readList(page, 'plugin/list?limit=1')).items
  const author = encodeURIComponent(pack?.author.name ?? '')
  for (const card of [
    'home',
    'flexpage',
    `author/${author}`,
    `icon/${pack?.id}`,
    `plugin/${plugin?.id}`,
  ]) {
    const bodies = await Promise.all(
      LOCALES.map(async (locale) => {
        const answer = await page.request.get(`/cards/${locale}/${card}.jpg`)
        expect(answer.status(), card).toBe(200)
        expect(answer.headers()['content-type'], card).toBe('image/jpeg')
        // Remaining lifetime: five minutes since the oldest data in the card was read.
        const control = answer.headers()['cache-control'] ?? ''
        const seconds = Number(/\bs-maxage=(\d+)/.exec(control)?.[1])
        expect(seconds, card).toBeGreaterThan(0)
        expect(seconds, card).toBeLessThanOrEqual(300)
        const body = await answer.body()
        const { width, height } = await sharp(body).metadata()
        expect({ width, height }, card).toEqual({ width: 1200, height: 630 })
        return body.toString('base64')
      }),
    )
    expect(new Set(bodies).size, `${card} is drawn in five languages`).toBe(LOCALES.length)
  }
})

test('an unknown card is 404 and not cached', async ({ page }) => {
  for (const card of [
    'en/icon/nothing-of-that-id.jpg',
    'en/house.jpg',
    'en/home.png',
    'en/author/no-such-name.jpg',
    'en/icon/a/b.jpg',
    'xx/home.jpg',
  ]) {
    const answer = await page.request.get(`/cards/${card}`)
    expect(answer.status(), card).toBe(404)
    expect(answer.headers()['cache-control'], card).toBe('no-store')
  }
})

test('a page links to its own card', async ({ page, baseURL }) => {
  const [pack] = (await readList(page, 'icon/list?limit=1')).items
  for (const [path, card] of [
    ['/ja/home/index', 'ja/home.jpg'],
    ['/home/faq', 'en/home.jpg'],
    ['/de/home/page?sort=name', 'de/flexpage.jpg'],
    [`/fr/home/author/${encodeURIComponent(pack?.author.name ?? '')}`, 'fr/author/'],
    [`/zh-cn/home/iconpack/detail/${pack?.id}`, `zh-cn/icon/${pack?.id}.jpg?v=`],
  ] as const) {
    await page.goto(path)
    for (const name of ['og:image', 'twitter:image']) {
      const image = page.locator(`meta[property="${name}"], meta[name="${name}"]`)
      const url = (await image.getAttribute('content')) ?? ''
      expect(url, path).toContain(`${baseURL}/cards/${card}`)
      expect((await page.request.get(url)).status(), url).toBe(200)
    }
  }
})

test('the oEmbed discovery link of a page returns its embed data', async ({ page, baseURL }) => {
  for (const kind of KINDS) {
    const [project] = (await readList(page, `${kind}/list?limit=1`)).items
    await page.goto(`/de${pages.detail({ kind, id: project?.id ?? '' })}`)
    const link = page.locator('link[type="application/json+oembed"]')
    const answer = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(answer.headers()['access-control-allow-origin']).toBe('*')
    expect(await answer.json()).toMatchObject({
      type: 'rich',
      title: project?.title,
      author_name: project?.author.name,
    })
    const xml = await page.locator('link[type="text/xml+oembed"]').getAttribute('href')
    expect((await page.request.get(xml ?? '')).headers()['content-type']).toContain('text/xml')
  }
  const status = async (query: string) =>
    (await page.request.get(`/oembed?${query}`, { maxRedirects: 0 })).status()
  const [pack] = (await readList(page, 'icon/list?limit=1')).items
  const own = encodeURIComponent(`${baseURL}/home/iconpack/detail/${pack?.id}`)
  expect(await status(`url=${own}`)).toBe(200)
  expect(await status(`url=${own}&format=yaml`)).toBe(501)
  expect(await status(`url=${own}-`)).toBe(404)
  expect(await status('url=https%3A%2F%2Fevil.example%2Fhome%2Ficonpack%2Fdetail%2Fa')).toBe(404)
  expect(await status('')).toBe(404)
})

test('another site may frame only the card, which opens the project in a new tab', async ({
  page,
  context,
  baseURL,
}) => {
  const [pack] = (await readList(page, 'icon/list?limit=1')).items
  const url = encodeURIComponent(`${baseURL}/ja/home/iconpack/detail/${pack?.id}`)
  const { html } = await (await page.request.get(`/oembed?url=${url}`)).json()
  const other = createServer((_, res) => {
    res.setHeader('content-type', 'text/html')
    res.end(`<!doctype html>${html}<iframe src="${baseURL}/home/index" title="Home"></iframe>`)
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : undefined
  try {
    await page.goto(`http://127.0.0.1:${port}/`)
    const card = page.frameLocator('iframe').first().getByRole('link')
    await expect(card).toContainText(pack?.title ?? '')
    await expect(card).toContainText('アイコンパック')
    await expect(card).toContainText('回ダウンロード')
    const picture = card.locator('img')
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0)
    expect(page.frames().filter((frame) => frame.url().endsWith('/home/index'))).toEqual([])
    const tab = context.waitForEvent('page')
    await card.click()
    await expect(await tab).toHaveURL(`${baseURL}/ja/home/iconpack/detail/${pack?.id}`)
  } finally {
    other.close()
  }
})

test('every other address forbids framing', async ({ page }) => {
  const [pack] = (await readList(page, 'icon/list?limit=1')).items
  const headers = async (path: string) => (await page.request.get(path)).headers()
  for (const path of [
    '/home/index',
    `/home/iconpack/detail/${pack?.id}`,
    '/login',
    '/no-such-page',
    '/embed/en/icon/nothing-of-that-id',
    '/api/v1/icon/list?limit=1',
    '/cards/en/home.jpg',
  ]) {
    const said = await headers(path)
    expect(said['content-security-policy'], path).toContain("frame-ancestors 'none'")
    expect(said['x-frame-options'], path).toBe('DENY')
  }
  // Twice, because the second response comes from the page cache.
  for (const _ of [1, 2]) {
    const said = await headers(`/embed/en/icon/${pack?.id}`)
    expect(said['content-security-policy']).toContain('frame-ancestors *')
    expect(said['content-security-policy']).toContain("default-src 'none'")
    expect(said).not.toHaveProperty('x-frame-options')
  }
})
