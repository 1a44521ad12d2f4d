import { expect, type Page, test } from 'playwright/test'
import { z } from 'zod'
import { packIconsSchema } from '#lib/contract/search.ts'
import { convertDrawing } from '#backend/services/drawing/convert.ts'
import { makeSheet } from '#backend/services/drawing/sheet.ts'
import { drawingOf } from '#tests/support/hostile/drawings.ts'
import { readList } from './lists.ts'

async function goToPack(page: Page) {
  const found = await readList(page, 'index/search?q=Barometer')
  const id = found.items[0]?.id ?? ''
  await page.goto(`/home/iconpack/detail/${id}`)
  return id
}

test('the drawings of a pack are one request, and each looks as it does alone', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/file\/[\w-]+\/(?:icons|sheets)\//.test(request.url())) asked.push(request.url())
  })
  const id = await goToPack(page)
  const answer = await page.request.get(`/api/v1/icon/${id}/icons`)
  const { items, sheets } = z.object({ data: packIconsSchema }).parse(await answer.json()).data
  expect(items.length).toBeGreaterThan(40)
  await page.getByRole('region', { name: 'Icons in this pack' }).scrollIntoViewIfNeeded()
  await page.locator('.icon-tiles > li').last().scrollIntoViewIfNeeded()
  await expect.poll(() => asked.map((url) => new URL(url).pathname)).toEqual([sheets?.[0]?.url])
  const differences = await page.evaluate(
    async ({ sheet, urls }) => {
      const load = async (src: string) => {
        const image = new Image()
        image.src = src
        await image.decode()
        return image
      }
      const draw = (paint: (context: CanvasRenderingContext2D) => void) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 })
        const context = canvas.getContext('2d')
        if (!context) throw new Error('no canvas')
        paint(context)
        return context.getImageData(0, 0, 64, 64).data
      }
      const whole = await load(sheet)
      const found: { painted: number; different: number }[] = []
      for (const [at, url] of urls.entries()) {
        const single = await load(url)
        const alone = draw((context) => context.drawImage(single, 0, 0, 64, 64))
        const [x, y] = [(at % 12) * 80, Math.floor(at / 12) * 80]
        const placed = draw((context) => context.drawImage(whole, -x, -y, 960, 800))
        const isAt = (at: number) => at % 4 === 3
        const painted = alone.filter((alpha, at) => isAt(at) && alpha > 128).length
        const isOther = (alpha: number, at: number) =>
          isAt(at) && Math.abs(alpha - (placed[at] ?? 0)) > 64
        found.push({ painted, different: alone.filter(isOther).length })
      }
      return found
    },
    { sheet: sheets?.[0]?.url ?? '', urls: items.slice(0, 60).map(({ url }) => url) },
  )
  for (const { painted, different } of differences) {
    expect(painted).toBeGreaterThan(20)
    expect(different).toBeLessThan(20)
  }
})

test(
  'a backend without sheets has each drawing by its own address',
  { tag: '@long' },
  async ({ page }) => {
    await page.route('**/api/v1/icon/*/icons', async (route) => {
      const { data } = await (await route.fetch()).json()
      await route.fulfill({ json: { code: 200, message: '', data: { items: data.items } } })
    })
    await goToPack(page)
    const drawn = page.waitForResponse(/\/icons\/cloud-rain(?:\.\d+)?\.svg$/)
    await page.getByRole('searchbox', { name: 'Filter by name' }).fill('cloud rain')
    expect((await drawn).status()).toBe(200)
    const shown = await page.locator('#icon-cloud-rain .icon-ground').evaluate((element) => {
      const { maskImage, maskSize } = getComputedStyle(element, '::before')
      return { maskImage, maskSize }
    })
    expect(shown.maskSize).toBe('contain')
    expect(shown.maskImage).toMatch(/\/icons\/cloud-rain(?:\.\d+)?\.svg/)
  },
)

test(
  'a drawing on a sheet neither paints outside of its cell nor uses parts of another',
  { tag: '@long' },
  async ({ page }) => {
    const paints = (inside: string, attributes = '') => {
      const converted = convertDrawing(drawingOf(inside, `viewBox="0 0 9 9" ${attributes}`))
      return 'svg' in converted ? converted.svg : null
    }
    const { svg } = makeSheet([
      paints('<path id="a" d="M-999-999h9999v9999h-9999z"/>', 'overflow="visible"'),
      null,
      paints(
        '<use href="#a"/><g overflow="visible" style="overflow:visible"><use href="#c0-a"/></g>',
      ),
      paints('<clipPath id="a"/><path d="M0 0h9v9h-9z"/>'),
      paints('<path clip-path="url(#a)" d="M0 0h9v9h-9z"/>'),
    ])
    await page.goto('/home/index')
    const painted = await page.evaluate(async (source) => {
      const image = new Image()
      image.src = `data:image/svg+xml,${encodeURIComponent(source)}`
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: 120, height: 100 })
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0, 120, 100)
      const cells = [0, 10, 20, 30, 40].map((x) => context?.getImageData(x, 0, 8, 8).data ?? [])
      const below = context?.getImageData(0, 10, 120, 90).data ?? []
      return [...cells, below].map((data) => data.some((value, at) => at % 4 === 3 && value > 0))
    }, svg ?? '')
    expect(painted).toEqual([true, false, false, true, true, false])
  },
)
