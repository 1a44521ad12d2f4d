import { chromium } from 'playwright'
import { z } from 'zod'
import { searchSchema, packIconsSchema } from '#lib/contract/search.ts'
import { findChromium } from './chromium.ts'

const ICONS = 5_760
/** A screen after the other, this many pixels a frame. */
const STEP = 60
const SECONDS = 5

/**
 * Scrolls through a pack of 5760 icons in a real browser for a few seconds.
 * @returns frames in a second, and how long the slowest of a hundred took, in milliseconds.
 */
export async function scrollIcons(base: string): Promise<{ rate: number; p99: number }> {
  const browser = await chromium.launch({
    executablePath: findChromium(console.log),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const read = async <T extends z.ZodType>(path: string, data: T) => {
      const answer = await fetch(`${base}/api/v1${path}`)
      const body: unknown = await answer.json()
      return data.parse(z.object({ data: z.unknown() }).parse(body).data)
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
    await page.goto(`${base}/home/iconpack/detail/${id}`)
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
    const sorted = z
      .array(z.number())
      .parse(frames)
      .toSorted((a, b) => a - b)
    return {
      rate: sorted.length / SECONDS,
      p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    }
  } finally {
    await browser.close()
  }
}
