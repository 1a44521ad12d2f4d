import { expect, type Page, test } from 'playwright/test'
import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import { readList } from './lists.ts'
import { addStyle } from './add-style.ts'
import { useScripts } from './intent.ts'
import { shownName } from '#lib/contract/name/name.ts'

const announcements = (page: Page) => page.locator('[data-announcer]')

/** Addresses of one page of each type. */
async function screens(page: Page): Promise<string[]> {
  const details = await Promise.all(
    KINDS.map(async (kind) => {
      const { items } = await readList(page, `${kind}/list?limit=1`)
      return `/home/${KIND_TABLE[kind].path}/detail/${items[0]?.id}`
    }),
  )
  return [
    '/home/index',
    '/home/iconpack?os=macos&category=weather',
    ...details,
    '/home/search?q=icon&kind=icon',
    '/home/search?q=cloud&kind=icon&view=icons',
    '/home/author/Hollis-Rook',
    '/home/faq',
    '/home/publish/plugin',
    '/home/publish/automation',
    '/home/developers',
    '/home/about/imprint',
  ]
}

test('the number of results is announced after filtering, “Show more” and searching, and not when a page loads', async ({
  page,
}) => {
  await page.goto('/home/iconpack')
  const { total } = await readList(page, 'icon/list?limit=1')
  await expect(announcements(page)).toHaveCount(1)
  await useScripts(page)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(announcements(page)).toContainText(`${total} projects`)
  await expect(page.getByRole('article').nth(24).getByRole('link')).toBeFocused()
  const { total: found } = await readList(page, 'icon/list?category=weather&limit=1')
  await page.getByRole('navigation', { name: 'Category' }).getByText('Weather').click()
  await expect(announcements(page)).toContainText(`${found} project`)

  await page.goto('/home/search?q=icon')
  await useScripts(page)
  const box = page.getByRole('main').getByRole('combobox', { name: /^Search for/ })
  const field = page.getByRole('main').locator('input[type=search]')
  await field.fill('Barometer')
  await expect(box).toBeVisible()
  expect(await announcements(page).innerText()).toBe('')
  const results = await readList(page, 'index/search?q=Barometer')
  await field.press('Enter')
  await expect(announcements(page)).toContainText(`${results.total} project`)
  // The term can be refined at once.
  await expect(field).toBeFocused()
  await field.fill('barometerology')
  await field.press('Enter')
  await expect(announcements(page)).toContainText('Nothing found for “barometerology”')
})

test(
  'the number of matching icons is announced once typing pauses',
  { tag: '@long' },
  async ({ page }) => {
    const found = await readList(page, 'index/search?q=Barometer')
    await page.goto(`/home/iconpack/detail/${found.items[0]?.id}`)
    const filter = page.getByRole('searchbox', { name: 'Filter by name' })
    await filter.fill('cloud rain')
    await expect(announcements(page)).toHaveText(/^2 of \d+ icons$/)
    await filter.fill('no such icon')
    await expect(announcements(page)).toContainText('No icon with that name')
  },
)

test(
  'on every public page no heading level is skipped, cards are one level below the heading of their list, links of the same name lead to the same place, and landmarks have distinct labels',
  { tag: '@long' },
  async ({ page }) => {
    for (const screen of await screens(page)) {
      await page.goto(screen)
      // Off-screen content has no accessible text until it is rendered.
      await addStyle(page, '* { content-visibility: visible !important }')
      const headings = await page.locator('main :is(h1, h2, h3, h4, h5, h6)').evaluateAll((all) =>
        all.map((heading) => ({
          level: Number(heading.tagName[1]),
          isCard: heading.closest('li > article') !== null,
        })),
      )
      const levels = headings.map(({ level }) => level)
      const above = headings.map(
        (_, at) => headings.slice(0, at).findLast(({ isCard }) => !isCard)?.level ?? 0,
      )
      const misplaced = headings.filter(
        ({ isCard, level }, at) => isCard && level !== (above[at] ?? 0) + 1,
      )
      expect(misplaced, `levels ${levels.join(' ')} on ${screen}`).toEqual([])
      const skipped = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)
      expect(skipped, `levels ${levels.join(' ')} on ${screen}`).toEqual([])

      const places = new Map<string, Set<string>>()
      const snapshot = await page.getByRole('main').ariaSnapshot()
      for (const [, name = '', url = ''] of snapshot.matchAll(
        /- link "([^\n]*)":\n(?:(?!\s+- (?:link|\/url))[^\n]*\n)*?\s+- \/url: (.*)/g,
      )) {
        places.set(name, (places.get(name) ?? new Set()).add(url))
      }
      if (screen !== '/home/about/imprint') expect(places.size, screen).toBeGreaterThan(0)
      const ambiguous = [...places].filter(([, urls]) => urls.size > 1)
      expect(ambiguous, screen).toEqual([])

      const roles = ['navigation', 'complementary', 'search', 'form'] as const
      const whole = await page.locator('body').ariaSnapshot()
      for (const role of roles) {
        const landmarks = [...whole.matchAll(new RegExp(`- ${role}( "[^"]*")?:`, 'g'))]
        const labels = landmarks.map(([, label]) => label)
        expect(labels, `${role} on ${screen}`).not.toContain(undefined)
        expect(new Set(labels).size, `${role} on ${screen}`).toBe(labels.length)
      }
    }
  },
)

test('a card of a list reads its title, summary, author, downloads and date, each with a label and apart from the next', async ({
  page,
}) => {
  const [first] = (await readList(page, 'icon/list?limit=1')).items
  await page.goto('/home/iconpack')
  const card = page.getByRole('article').first()
  await expect(card).toMatchAriaSnapshot(`
    - heading "${first?.title}" [level=2]:
      - link "${first?.title}"
    - paragraph: ${first?.summary}
    - paragraph: ${first && shownName(first.author)}
    - paragraph:
      - text: /[\\d,]+ downloads? Updated/
      - time: /\\w+ \\d+, \\d{4}/
  `)
  await expect(card.locator('time')).toHaveAttribute('datetime', first?.updated_at ?? '')
  // Tools that read the text without its layout find the words apart, too.
  const text = (await card.textContent()) ?? ''
  expect(text).toMatch(/\d downloads? Updated \w/)
})

test('the name of every control contains its visible text', { tag: '@long' }, async ({ page }) => {
  for (const screen of await screens(page)) {
    await page.goto(screen)
    const wrong = await page.locator('main :is(a, button)[aria-label]').evaluateAll((controls) =>
      controls.flatMap((control) => {
        const label = control.getAttribute('aria-label') ?? ''
        const shown = control instanceof HTMLElement ? control.innerText.trim() : ''
        return label.toLowerCase().includes(shown.toLowerCase()) ? [] : [`${label}: ${shown}`]
      }),
    )
    expect(wrong, screen).toEqual([])
  }
})

test(
  'the light box reads the number of the picture and its description',
  { tag: '@long' },
  async ({ page }) => {
    const found = await readList(page, 'index/search?q=Barometer')
    await page.goto(`/home/iconpack/detail/${found.items[0]?.id}`)
    const links = page.getByRole('region', { name: 'Gallery' }).getByRole('link')
    const alt = await links.nth(1).getByRole('img').getAttribute('alt')
    await useScripts(page)
    await links.first().press('Enter')
    const status = page.getByRole('dialog').getByRole('status')
    await expect(status).toContainText('Picture 1 of 3')
    await page.keyboard.press('ArrowRight')
    await expect(status).toHaveText(`Picture 2 of 3: ${alt}`)
  },
)
