import { createServer } from 'node:http'
import { expect, test } from 'playwright/test'
import sharp from 'sharp'
import { KINDS } from '#lib/contract/kind.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { paths } from '#lib/paths.ts'
import { onLoopback } from '#tests/support/on-loopback.ts'
import { layoutFaults } from './layout.ts'
import { readList } from './lists.ts'
import { shownName } from '#lib/contract/name/name.ts'

test('home, lists, authors and projects have a card in every language', async ({ request }) => {
  const [pack] = (await readList({ request }, 'icon/list?limit=1')).items
  const [plugin] = (await readList({ request }, 'plugin/list?limit=1')).items
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
        const answer = await request.get(`/cards/${locale}/${card}.jpg`)
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

test('an unknown card is 404 and not cached', async ({ request }) => {
  for (const card of [
    'en/icon/nothing-of-that-id.jpg',
    'en/house.jpg',
    'en/home.png',
    'en/author/no-such-name.jpg',
    'en/icon/a/b.jpg',
    'xx/home.jpg',
  ]) {
    const answer = await request.get(`/cards/${card}`)
    expect(answer.status(), card).toBe(404)
    expect(answer.headers()['cache-control'], card).toBe('no-store')
  }
})

test('a badge has what the project has, in every language, and other sites may show it', async ({
  request,
}) => {
  const [pack] = (await readList({ request }, 'icon/list?limit=1')).items
  if (!pack) throw new Error('no pack')
  const badge = (name: string, locale = 'en') =>
    request.get(`/badges/${locale}/icon/${pack.id}/${name}.svg`)
  const version = await badge('version')
  expect(await version.text()).toContain(`aria-label="Version: ${pack.version}"`)
  const { etag = '', ...headers } = version.headers()
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
  })
  const again = await request.get(version.url(), { headers: { 'if-none-match': etag } })
  expect(again.status()).toBe(304)
  expect(await (await badge('version', 'ja')).text()).toContain(`バージョン: ${pack.version}`)
  expect(await (await badge('application')).text()).toContain(`≥ ${pack.minimum_version}`)
  expect((await badge('downloads')).status()).toBe(200)
  // A pack has no owner of a repository.
  for (const name of ['verified', 'stars']) expect((await badge(name)).status(), name).toBe(404)
  expect((await badge('version', 'xx')).status()).toBe(404)
})

test('a page links to its own card', { tag: '@long' }, async ({ page, baseURL }) => {
  const [pack] = (await readList(page, 'icon/list?limit=1')).items
  for (const [path, card] of [
    ['/ja/home/index', 'ja/home.jpg?v='],
    ['/home/faq', 'en/home.jpg'],
    ['/de/home/page?sort=name', 'de/flexpage.jpg?v='],
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

test('the address of a card has a version: it stays for good, and without it the card is compared', async ({
  request,
}) => {
  const [pack] = (await readList({ request }, 'icon/list?limit=1')).items
  for (const path of ['/de/home/index', `/de/home/iconpack/detail/${pack?.id}`]) {
    const html = await (await request.get(path)).text()
    const { pathname, search } = new URL(
      /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '',
    )
    const ask = (query: string, headers = {}) => request.get(pathname + query, { headers })
    const now = await ask(search)
    const { etag = '', 'content-length': length } = now.headers()
    expect(search, path).toBe(`?v=${etag.replaceAll('"', '')}`)
    expect(now.headers()['cache-control'], path).toContain('max-age=31536000, immutable')
    for (const shared of ['', '?v=mhx2k1c0']) {
      const before = await ask(shared)
      expect([before.status(), before.headers()['etag']], shared).toEqual([200, etag])
      expect(before.headers()['cache-control'], shared).toContain('max-age=0, must-revalidate')
      const again = await ask(shared, { 'if-none-match': etag })
      expect([again.status(), (await again.body()).length], shared).toEqual([304, 0])
    }
    const head = await request.head(pathname + search)
    expect([head.status(), (await head.body()).length]).toEqual([200, 0])
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control']) {
      expect(head.headers()[name]?.replace(/s-maxage=\d+/, ''), name).toBe(
        now.headers()[name]?.replace(/s-maxage=\d+/, ''),
      )
    }
    expect(Number(length)).toBe((await now.body()).length)
  }
})

test('the search description and an embed have a tag, by which they are compared', async ({
  request,
}) => {
  const [pack] = (await readList({ request }, 'icon/list?limit=1')).items
  for (const path of ['/opensearch.xml?lang=de', `/embed/de/icon/${pack?.id}`]) {
    const { etag = '' } = (await request.get(path)).headers()
    expect(etag, path).toMatch(/^W\/"/)
    const again = await request.get(path, { headers: { 'if-none-match': etag } })
    expect([again.status(), (await again.body()).length], path).toEqual([304, 0])
  }
})

test(
  'the oEmbed discovery link of a page returns its embed data',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    for (const kind of KINDS) {
      const [project] = (await readList(page, `${kind}/list?limit=1`)).items
      await page.goto(`/de${paths.detail({ kind, id: project?.id ?? '' })}`)
      const link = page.locator('link[type="application/json+oembed"]')
      const answer = await page.request.get((await link.getAttribute('href')) ?? '')
      expect(answer.headers()['access-control-allow-origin']).toBe('*')
      expect(await answer.json()).toMatchObject({
        type: 'rich',
        title: project?.title,
        author_name: project && shownName(project.author),
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
  },
)

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
  const { url: website, stop } = await onLoopback(other)
  try {
    await page.goto(website)
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
    await stop()
  }
})

test('the card shows the whole cover, and all of its texts, in frames of several sizes', async ({
  page,
}) => {
  const projects = (await readList(page, 'profile/list?limit=100')).items
  const longest = projects.toSorted((a, b) => b.title.length - a.title.length)[0]
  for (const locale of ['en', 'de']) {
    await page.goto(`/embed/${locale}/profile/${longest?.id}`)
    for (const [width, height] of [
      [480, 152],
      [390, 152],
      [320, 152],
      [600, 200],
      [300, 120],
    ] as const) {
      await page.setViewportSize({ width, height })
      const where = `${locale}, ${width} × ${height}`
      expect(await layoutFaults(page), where).toEqual([])
      const { ratio, lines } = await page.locator('a').evaluate((card) => {
        const picture = card.querySelector('img')?.getBoundingClientRect()
        const downloads = card.querySelector('.about span')?.getClientRects()
        return { ratio: (picture?.width ?? 0) / (picture?.height ?? 1), lines: downloads?.length }
      })
      // A cover is 16:10. A low frame has no downloads.
      expect(ratio, where).toBeCloseTo(1.6, 1)
      expect(lines, where).toBe(height < 130 ? 0 : 1)
    }
  }
})

test('every other address forbids framing', async ({ request }) => {
  const [pack] = (await readList({ request }, 'icon/list?limit=1')).items
  const headers = async (path: string) => (await request.get(path)).headers()
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
