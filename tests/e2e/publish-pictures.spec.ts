import { expect, type Page } from 'playwright/test'
import { COLOURS } from '#tests/support/animations.ts'
import { publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'

const [, GIF = Buffer.alloc(0)] = COLOURS[0] ?? []
const gif = (name: string) => ({ name, mimeType: 'image/gif', buffer: GIF })
const ANIMATION = /\/picture\/[^/]+\/animation$/

/** Publishes a pack whose cover and only gallery picture move, and opens its page. */
async function publishMoving(page: Page) {
  const { username } = await register(page)
  const files = { cover: gif('cover.gif'), one: gif('moving.gif') }
  const alternative_texts = ['', 'Three colours']
  const title = `Motion of ${username}`
  const id = await publishByApi(page, title, 'sun', { ...files, alternative_texts })
  await page.goto(`/home/iconpack/detail/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

const coverSwitch = (page: Page) =>
  page.getByRole('checkbox', { name: 'Play the animation: Picture 1' })
const gallerySwitch = (page: Page) =>
  page.getByRole('checkbox', { name: 'Play the animation: Three colours' })

const cover = (page: Page) => page.locator('.stage li').first()
/** The animation of the cover; it is decorative beside the still picture. */
const frames = (page: Page) => cover(page).locator('img[src$="/animation"]')
const isDecoded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0

test(
  'an animation is still until its switch is on, by keyboard and pointer',
  { tag: '@long' },
  async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    await publishMoving(page)
    const still = cover(page).locator('img').first()
    await expect.poll(() => still.evaluate(isDecoded)).toBe(true)
    expect(asked.filter((path) => ANIMATION.test(path))).toEqual([])
    await expect(frames(page)).toBeHidden()

    const before = await cover(page).boundingBox()
    await coverSwitch(page).focus()
    await page.keyboard.press('Space')
    await expect(frames(page)).toBeVisible()
    await expect.poll(() => frames(page).evaluate(isDecoded)).toBe(true)
    expect(await cover(page).boundingBox()).toEqual(before)
    await page.keyboard.press('Space')
    await expect(frames(page)).toBeHidden()

    // What is seen is the label around the box.
    await page.locator('label', { has: gallerySwitch(page) }).click()
    await expect(gallerySwitch(page)).toBeChecked()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('link', { name: 'Three colours' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
)

test(
  'without scripts nothing moves by itself, and the switch works',
  { tag: '@long' },
  async ({ page, browser }) => {
    await publishMoving(page)
    const plain = await browser.newPage({ javaScriptEnabled: false })
    await plain.goto(page.url())
    await expect(frames(plain)).toBeHidden()
    await plain.locator('label', { has: coverSwitch(plain) }).click()
    await expect(frames(plain)).toBeVisible()
  },
)

test(
  'lists, share cards and structured data have the first frame',
  { tag: '@long' },
  async ({ page }) => {
    await publishMoving(page)
    const head = await page.locator('head').innerHTML()
    const data = await page.locator('script[type="application/ld+json"]').allTextContents()
    expect(data.join()).toContain('image.webp')
    for (const text of [head, ...data]) expect(text).not.toContain('/animation')
    await page.goto('/home/iconpack')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.locator('img[src$="/animation"]')).toHaveCount(0)
  },
)
