import { expect, test } from 'playwright/test'
import type { StripPage } from '#lib/contract/file/contents.ts'
import { buildProject } from '#tests/support/builders.ts'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { startWebApp } from '#tests/support/web-app.ts'
import { axeFaults } from './axe.ts'

/* The worst strip that the contract lets through: another backend may check less than ours. */

const LABELS = ['W'.repeat(40), 'مسودة طويلة جدا', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦', '', '<img src=x>']
const ACTIONS: StripPage['keys'][number]['action'][] = [
  { type: 'page', page: 'nowhere' },
  { type: 'page', page: 'p0' },
  { type: 'text', text: 'W'.repeat(2000) },
  { type: 'text', text: '\u202Eمرحبا\n'.repeat(200) },
  { type: 'command', name: `a.${'b'.repeat(500)}` },
  { type: 'display', source: 'unheard.of' },
  { type: 'hotkey', keys: Array.from({ length: 5 }, () => 'W'.repeat(20)) },
  { type: 'page', page: 'p49' },
]
const KEYS: StripPage['keys'] = Array.from({ length: 60 }, (_, at) => ({
  x: at * 36,
  width: at % 10 === 9 ? 1 : 30,
  icon: at % 7 === 0 ? '/api/v1/file/missing/icons/none.svg' : null,
  label: LABELS[at % LABELS.length] ?? '',
  background: '#ffffff',
  foreground: '#ffffff',
  action: ACTIONS[at % ACTIONS.length] ?? { type: 'text', text: 'a' },
}))
const PAGES = Array.from({ length: 50 }, (_, at) => ({
  id: `p${at}`,
  name: at % 2 === 0 ? 'W'.repeat(200) : `صفحة ${at}`,
  keys: KEYS,
}))

async function startSite() {
  const backend = await startFaultyBackend()
  const image = { url: '/api/v1/file/a/a.webp', width: 1200, height: 750, alt: '' }
  const file = { name: 'a.flexbar', size: 1, sha256: 'a'.repeat(64), url: '/api/v1/file/a/a.zip' }
  const project = buildProject({ id: 'p1', kind: 'profile', language: 'ar', cover: image, file })
  backend.behave((req, res) => {
    const { pathname } = new URL(req.url ?? '', backend.url)
    const [, , , first, , third] = pathname.split('/')
    if (first !== 'profile') return answer(res, 404, null)
    if (third === 'pages')
      return answer(res, 200, { device: { width: 2170, height: 60 }, pages: PAGES })
    if (third === undefined && pathname.endsWith('/p1')) return answer(res, 200, project)
    if (pathname.endsWith('/list')) {
      const page = { total: 0, total_is_estimate: false, next: null, term_is_cut: false }
      return answer(res, 200, { items: [], ...page })
    }
    return answer(res, 200, { items: [] })
  })
  const web = await startWebApp(backend.url)
  const stop = async () => {
    await web.stop()
    await backend.stop()
  }
  return { url: web.url, stop }
}

test(
  'the worst strip stays in its place, can be tried by keyboard, and leads nowhere',
  { tag: '@long' },
  async ({ page }) => {
    test.slow()
    const site = await startSite()
    try {
      const errors: Error[] = []
      page.on('pageerror', (error) => errors.push(error))
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${site.url}/home/profile/detail/p1#try=1.1`)
      const view = page.getByRole('region', { name: 'Try it' })
      const height = () =>
        view.evaluate((section) => Math.round(section.getBoundingClientRect().height))
      const before = await height()
      const keys = view.locator('.strip-stage').filter({ visible: true }).getByRole('radio')
      await expect(keys).toHaveCount(60)
      await expect(keys.first()).toBeChecked()
      await keys.first().focus()
      // The page that is not drawn, the missing one and the page itself: the strip stays.
      for (let at = 1; at <= ACTIONS.length; at += 1) {
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('Enter')
        await expect(keys.nth(at)).toBeChecked()
      }
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await expect(keys.last()).toBeChecked()
      expect(new URL(page.url()).hash).toBe('#try=1.60')
      expect(await height()).toBe(before)
      expect(await page.locator('.strip-stage img').count()).toBe(0)
      for (const width of [390, 320, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
      // Keys of one pixel have no target of 24, and white text on white is the file's.
      const faults = (await axeFaults(page)).filter(([id]) => id !== 'target-size')
      expect(faults).toEqual([])
      expect(errors).toEqual([])
    } finally {
      await site.stop()
    }
  },
)
