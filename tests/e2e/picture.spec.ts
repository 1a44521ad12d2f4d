import { expect, test } from 'playwright/test'
import { readList } from './lists.ts'

test('a list shows its covers at the widths of the backend; the framework scales no images', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.goto('/home/iconpack')
  const cover = page.getByRole('article').first().locator('img')
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  expect(await cover.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('/picture/')
  await expect(cover).toHaveAttribute('fetchpriority', 'high')
  expect(asked.filter((path) => path.startsWith('/_next/image'))).toEqual([])
  const scaler = `/_next/image?url=${encodeURIComponent('/icons/512.png')}&w=640&q=75`
  expect((await page.request.get(scaler)).status()).toBe(404)
})

test('a picture is cacheable, is revalidated by its ETag, and has only one address', async ({
  request,
}) => {
  const { items } = await readList({ request }, 'icon/list?limit=1')
  const [source] = items[0]?.cover.sources ?? []
  const { url = '', width } = source ?? {}
  const answer = await request.get(url)
  const { etag = '', ...headers } = answer.headers()
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String((await answer.body()).length),
    'cache-control': 'public, max-age=31536000, s-maxage=300, immutable',
    'x-content-type-options': 'nosniff',
  })
  const again = await request.get(url, { headers: { 'if-none-match': etag } })
  expect(again.status()).toBe(304)
  for (const other of [`${url}/cover.webp`, `${url}1`, url.replace(String(width), '333')]) {
    expect((await request.get(other)).status(), other).toBe(404)
  }
})
