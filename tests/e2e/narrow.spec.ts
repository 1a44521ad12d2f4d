import type { ServerResponse } from 'node:http'
import { expect, type Page, test } from 'playwright/test'
import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { buildProject } from '#tests/support/builders.ts'
import { localePath } from '#lib/i18n/path.ts'
import { type Path, paths } from '#lib/paths.ts'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { SESSION_SECRET } from '#tests/support/session-secret.ts'
import { startWebApp } from '#tests/support/web-app.ts'
import { isWhole } from '#tests/support/whole.ts'
import { addStyle } from './add-style.ts'
import { layoutFaults } from './layout.ts'
import { readList } from './lists.ts'

const LONG = 'W'.repeat(200)
const NAME = 'M'.repeat(100)
const ACCOUNT = { uid: 'u1', username: NAME, email: `${'w'.repeat(27)}@example.com` }
const AUTHOR = { uid: 'u1', name: NAME }

/** Starts a site in which every text is a single word of the maximum length in the contract. */
async function startSite({ isEmpty = false } = {}) {
  const backend = await startFaultyBackend()
  backend.behave((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', backend.url)
    const [, , , kind = '', second = '', third] = pathname.split('/')
    const projectOf = (id: string) =>
      buildProject({
        id,
        kind: KINDS.find((one) => one === kind) ?? 'icon',
        title: LONG,
        description: `${LONG}\n\n# ${LONG}\n\n- ${LONG}\n\n\`${LONG}\`\n\n\`\`\`\n${LONG}\n\`\`\`\n\n| ${LONG} | b |\n| - | - |\n| 1 | 2 |`,
        author: AUTHOR,
        tags: [LONG.slice(0, 40)],
        version: '100000.100000.100000',
        downloads: 1_234_567,
        operating_systems: ['macos', 'windows', 'linux', 'other'],
      })
    if (kind === 'auth') return json(res, { token: 'the-token' })
    if (kind === 'account' && second === 'info') return answer(res, 200, ACCOUNT)
    if (kind === 'account' && second === 'sessions') {
      const at = '2026-01-01T00:00:00.000Z'
      const session = { browser: LONG.slice(0, 60), system: LONG.slice(0, 60), current: false }
      return answer(res, 200, { items: [{ ...session, id: 'a', created_at: at, used_at: at }] })
    }
    if (!isEmpty && kind === 'account' && second === 'projects')
      return answer(res, 200, overviewOf(projectOf))
    if (second === 'list' || kind === 'index') {
      const items = isEmpty ? [] : [projectOf('p1'), projectOf('p2'), projectOf('p3')]
      const author = searchParams.has('author') ? AUTHOR : undefined
      const found = {
        term_matches: !isEmpty,
        suggestions: isEmpty ? [LONG] : [],
        term_is_cut: true,
      }
      const rest = { total: items.length, total_is_estimate: false, next: null, author }
      return answer(res, 200, { items, ...rest, ...found })
    }
    if (third === 'versions') {
      const version = { version: '1.0.0', notes: LONG, created_at: '2026-01-01T00:00:00.000Z' }
      return answer(res, 200, { items: [version] })
    }
    if (second && third === undefined) return answer(res, 200, projectOf(second))
    return answer(res, 404, null)
  })
  const web = await startWebApp(backend.url, { SESSION_SECRET })
  const stop = async () => {
    await web.stop()
    await backend.stop()
  }
  return { url: web.url, stop }
}

/** An own project with long words in every place. */
function overviewOf(projectOf: (id: string) => Project) {
  const version = `1.0.0-${LONG.slice(0, 50)}`
  const day = { views: 2_000_000_000, downloads: 2_000_000_000, installs: 2_000_000_000 }
  const item = {
    ...projectOf('p1'),
    kind: 'plugin',
    version,
    license: null,
    owner_verified: false,
    is_deprecated: true,
    hidden: null,
    days: [{ day: '2026-01-30', ...day }],
    versions: ['2026-01-02', '2026-01-30'].map((at) => ({ version, at: `${at}T00:00:00.000Z` })),
    scheduled: { version, publish_at: '2026-02-01T00:00:00.000Z' },
    has_held_version: true,
    last_release: { state: 'refused', reason: 'release_refused' },
  }
  const storage = { used: 9, quota: 10 }
  const kinds = KINDS.map((kind) => ({ kind, count: 1_234_567 }))
  return { items: [item], kinds, from: '2026-01-01', next: 2, storage }
}

function json(res: ServerResponse, rest: Record<string, unknown>) {
  res.writeHead(200, { 'content-type': 'application/json' })
  res.end(JSON.stringify({ code: 200, message: '', data: null, ...rest }))
}

/** Describes the elements that overflow the page on the right; null without overflow. */
function widest(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return null
    const isOut = (one: Element) => one.getBoundingClientRect().right > clientWidth + 1
    const out = [...document.querySelectorAll('main *')].filter(
      (one) => isOut(one) && ![...one.children].some(isOut),
    )
    const said = out.slice(0, 3).map((one) => `${one.tagName} ${one.textContent?.slice(0, 40)}`)
    return `${scrollWidth} px: ${said.join(', ')}`
  })
}

const PUBLIC = [
  '/home/index',
  '/home/faq',
  '/home/publish',
  '/home/publish/plugin',
  '/home/publish/automation',
  '/home/developers',
  '/home/search?q=w',
  `/home/search?q=${LONG}`,
  '/home/search?q=w&kind=icon&view=icons',
  `/home/author/${NAME}`,
  `/home/iconpack?author=${NAME}`,
  ...KINDS.flatMap((kind) => {
    const { path } = KIND_TABLE[kind]
    return [`/home/${path}`, `/home/${path}/detail/p1`]
  }),
  '/login',
  '/login?by=code',
  '/register',
  '/resetpwd',
  '/github-callback?outcome=expired',
  '/nothing-here',
]
const OWN = [
  '/home/user',
  `/home/user/account/${NAME}`,
  '/home/user/account/someone',
  ...KINDS.map((kind) => `/home/user/${kind}/${NAME}`),
]

test.use({ viewport: { width: 320, height: 700 } })

for (const isEmpty of isWhole ? [false, true] : [false]) {
  test(`no page scrolls sideways at 320 px with words of maximum length${isEmpty ? ', with empty lists' : ''}`, async ({
    page,
  }) => {
    // Renders three dozen pages without a warm cache.
    test.slow()
    const site = await startSite({ isEmpty })
    const visit = async (path: string) => {
      // German has the longest words.
      await page.goto(`${site.url}/de${path}`, { waitUntil: 'domcontentloaded' })
      expect.soft(await widest(page), path).toBeNull()
    }
    try {
      for (const path of PUBLIC) await visit(path)
      const data = { account: 'someone', password: 'engine-1843' }
      const headers = { 'sec-fetch-site': 'same-origin' }
      await page.request.post(`${site.url}/api/v1/auth/log_in`, { headers, data })
      for (const path of OWN) {
        await visit(path)
        await expect(page).not.toHaveURL(/\/login/)
      }
    } finally {
      await site.stop()
    }
  })
}

/** Public pages of the running site: one of each layout, and all others in `npm run test:long`. */
async function publicPages(page: Page): Promise<Path[]> {
  const lists = KINDS.map((kind) => readList(page, `${kind}/list?limit=1&sort=popular`))
  const projects = (await Promise.all(lists)).flatMap(({ items }) => items)
  const [pack, plugin, profile, flexpage] = projects
  if (!pack || !plugin || !profile || !flexpage) throw new Error('the catalogue lacks a kind')
  const sample = [
    paths.home,
    paths.list('icon'),
    paths.detail(pack),
    paths.detail(profile),
    paths.search({ q: 'weather' }),
    paths.search({ q: 'barometerology' }),
    paths.search({ q: 'cloud', kind: 'icon', view: 'icons' }),
    paths.author(pack.author.name),
    paths.automation(),
    paths.register(),
  ]
  if (!isWhole) return sample
  return [
    ...sample,
    paths.list('plugin'),
    paths.list('profile'),
    paths.list('flexpage'),
    paths.detail(plugin),
    paths.detail(flexpage),
    paths.formats(pack),
    paths.history(pack),
    paths.search(),
    paths.search({ q: 'icon' }),
    paths.faq,
    paths.publish,
    paths.howTo('plugin'),
    paths.developers(),
    paths.accountCalls,
    paths.strip,
    paths.installed,
    paths.report({ kind: 'icon', id: pack.id }),
    paths.about('imprint'),
    paths.login(),
    paths.resetPassword(),
    '/github-callback?outcome=expired',
    '/nothing-here',
  ]
}

/** Makes a name too long for its two lines, and the numbers of the results as long as they can be. */
const lengthen = (page: Page) =>
  page.evaluate(() => {
    for (const one of document.querySelectorAll('.icon-tiles a'))
      one.textContent = 'arrow-'.repeat(9)
    for (const one of document.querySelectorAll('.tabs .number')) one.textContent = '10,000+'
  })

const LAYOUTS = [
  { locale: 'en', theme: 'dark', widths: [320, 768, 1280, 1366] },
  { locale: 'en', theme: 'light', widths: [390, 600, 1024, 1920], tag: '@long' },
  { locale: 'fr', theme: 'light', widths: [320, 768, 1280, 1366], tag: '@long' },
  { locale: 'fr', theme: 'dark', widths: [390, 600, 1024, 1920], tag: '@long' },
] as const

for (const { locale, theme, widths, ...rest } of LAYOUTS) {
  test(
    `no public page scrolls sideways, has controls over each other or cuts a text: ${locale}, ${theme}, ${widths.join(', ')} px`,
    { tag: 'tag' in rest ? rest.tag : [] },
    async ({ page }) => {
      test.slow()
      for (const path of await publicPages(page)) {
        await page.goto(localePath(locale, path), { waitUntil: 'domcontentloaded' })
        await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme)
        // What is below the window is laid out, too.
        await addStyle(page, '* { content-visibility: visible !important }')
        await lengthen(page)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          expect.soft(await layoutFaults(page), `${path} at ${width} px`).toEqual([])
        }
      }
    },
  )
}

test(
  'the categories of a list take at most two rows from 768 px on, in every language',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 800 })
    for (const locale of ['en', 'de', 'fr', 'ja', 'zh-cn'] as const) {
      await page.goto(localePath(locale, paths.list('icon')))
      const tops = await page
        .locator('.categories li')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
      expect(tops.length).toBeGreaterThan(5)
      expect(new Set(tops).size, locale).toBeLessThanOrEqual(2)
    }
  },
)
