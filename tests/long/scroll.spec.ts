import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { packIconsSchema, searchSchema } from '#lib/contract/search.ts'
import { figure } from '#tests/support/figure.ts'

const ICONS = 5_760
/** Scroll distance per frame, in pixels. */
const STEP = 60
const SECONDS = 5

test('a pack of 5760 icons scrolls without stalling', async ({ page, baseURL }) => {
  const read = async <T extends z.ZodType>(path: string, data: T) => {
    const answer = await page.request.get(`/api/v1${path}`)
    return data.parse(z.object({ data: z.unknown() }).parse(await answer.json()).data)
  }
  const found = await read('/index/search?kind=icon&limit=1', searchSchema)
  const id = found.items[0]?.id ?? ''
  const { items } = await read(`/icon/${id}/icons`, packIconsSchema)
  const many = Array.from({ length: ICONS }, (_, at) => ({
    name: `icon-${at}`,
    url: items[at % items.length]?.url ?? '',
  }))
  await page.route(`**/api/v1/icon/${id}/icons`, (route) =>
    route.fulfill({ json: { code: 200, message: '', data: { items: many } } }),
  )
  await page.goto(`${baseURL}/home/iconpack/detail/${id}`)
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('icon')
  await page.locator(`[aria-setsize="${ICONS}"]`).first().waitFor()
  const frames = await page.evaluate(
    ({ step, seconds }) =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = []
        const begun = performance.now()
        let before = begun
        function next(now: number) {
          gaps.push(now - before)
          before = now
          scrollBy({ top: step, behavior: 'instant' })
          if (now - begun < seconds * 1000) requestAnimationFrame(next)
          else resolve(gaps)
        }
        requestAnimationFrame(next)
      }),
    { step: STEP, seconds: SECONDS },
  )
  const sorted = frames.toSorted((a, b) => a - b)
  const slowest = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
  figure(
    'frames a second while 5760 icons are scrolled through (no graphics card)',
    (frames.length / SECONDS).toFixed(0),
  )
  figure('the slowest of a hundred frames, ms', slowest.toFixed(0))
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(STEP * 10)
})
