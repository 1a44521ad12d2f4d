import { expect, test } from 'playwright/test'

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
