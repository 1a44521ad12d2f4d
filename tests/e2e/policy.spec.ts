import { type BrowserContext, expect, type Page } from 'playwright/test'
import { KINDS } from '#lib/contract/kind.ts'
import { documents, paths } from '#lib/paths.ts'
import { startSite } from '#tests/integration/server/stub-site.ts'
import { isWhole } from '#tests/support/whole.ts'
import { publicScreens, userScreens } from '#tests/long/screens.ts'
import { container } from './form.ts'
import { readList } from './lists.ts'
import { publishByApi } from './own-projects.ts'
import { register, test } from './people.ts'

/** Violations of a policy in any page of the context, from now on; the array grows. */
async function violationsIn(context: BrowserContext): Promise<string[]> {
  const violations: string[] = []
  await context.exposeBinding('reportViolation', ({ frame }, text: string) => {
    violations.push(`${new URL(frame.url()).pathname}: ${text}`)
  })
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, 'reportViolation')
      const text = `${event.effectiveDirective} ${event.blockedURI} ${event.sample}`
      if (typeof report === 'function') report(text)
    })
  })
  return violations
}

/** Shows a page and lets its scripts run. */
async function visit(page: Page, path: string) {
  await page.goto(path)
  await page.mouse.move(200, 200)
  await page.mouse.move(220, 220)
  // Beside other work there may be no idle time at all.
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })),
  )
}

test('no public page violates its policy, with its scripts running', async ({ page }) => {
  test.slow()
  const screens = [...(await publicScreens(page)), `/ja${paths.home}`]
  for (const path of screens.filter((_, at) => isWhole || at % 3 === 0)) {
    await visit(page, path)
    // Firefox judges them by `default-src`.
    await expect(page.locator('link[rel=prefetch]'), path).toHaveCount(0)
  }
})

// Forms and dialogs: every test of `people.ts` fails if its pages violate their policy.
test('no page of the user area violates its policy', { tag: '@long' }, async ({ page }) => {
  test.slow()
  const { username } = await register(page)
  const id = await publishByApi(page, 'A pack under a policy')
  for (const path of [
    ...userScreens(username),
    paths.edit('icon', { id }),
    paths.deleteProject({ kind: 'icon', id }),
    paths.withdraw({ kind: 'icon', id }, '1.0.0'),
  ]) {
    await visit(page, path)
  }
})

/** What an injection could look like. Each sets `planted`. */
const PLANTED = [
  '<script>planted=1</script>',
  '<script nonce="guess">planted=1</script>',
  '<script nonce="">planted=1</script>',
  '<script src="data:text/javascript,planted=1"></script>',
  '<script type="module">globalThis.planted=1</script>',
  '<img src="/nothing.png" onerror="planted=1">',
  '<svg onload="planted=1"></svg>',
  '<iframe srcdoc="<script>parent.planted=1</script>"></iframe>',
  '<base href="https://evil.example/"><object data="data:text/html,x"></object>',
].join('')

// The browser shows files in documents with styles of its own.
test.describe('what is planted, and files', () => {
  test.use({ areViolationsExpected: true })

  test('files, drawings, pictures, feeds and embedded cards have policies of their own', async ({
    page,
    context,
  }) => {
    const violations = await violationsIn(context)
    const [pack] = (await readList(page, 'icon/list?limit=1')).items
    const id = pack?.id ?? ''
    for (const path of [
      `/api/v1/icon/${id}`,
      pack?.cover.sources?.[0]?.url ?? '',
      documents.card('en', 'home'),
      documents.embed('en', { kind: 'icon', id }),
      documents.icon,
      '/livez',
      documents.feed('en', 'all'),
      documents.sitemapOfPages,
      '/api/nothing',
    ]) {
      const answer = await page.request.get(path)
      const policy = answer.headers()['content-security-policy'] ?? ''
      expect(policy, path).toContain("default-src 'none'")
      expect(policy, path).not.toContain('script-src')
      await page.goto(path)
    }
    expect(violations).toEqual([])
  })

  test('a planted script is blocked on every kind of page', async ({ page, context }) => {
    test.slow()
    const { username } = await register(page)
    const screens = [
      ...(await publicScreens(page)),
      ...userScreens(username),
      '/no-such-page',
      documents.embed('en', { kind: 'icon', id: '0' }),
    ]
    const violations = await violationsIn(context)
    // Behind the renderer and the server, where nothing but the policy is left.
    await page.route('**/*', async (route) => {
      if (!route.request().isNavigationRequest()) return route.continue()
      const response = await route.fetch()
      const body = (await response.text()).replace('</body>', `${PLANTED}</body>`)
      return route.fulfill({ response, body })
    })
    for (const path of screens.filter((_, at) => isWhole || at % 6 === 0)) {
      violations.length = 0
      await page.goto(path)
      await page.mouse.move(200, 200)
      await expect.poll(() => violations.length, path).toBeGreaterThanOrEqual(5)
      expect(await page.evaluate(() => Reflect.has(window, 'planted')), path).toBe(false)
      expect(await page.evaluate(() => document.baseURI), path).not.toContain('evil')
    }
  })

  test('a script planted between the renderer and the server is blocked, theirs runs', async ({
    page,
  }) => {
    const site = await startSite((req, res) => {
      const nonce = /'nonce-([^']+)'/.exec(String(req.headers['content-security-policy']))?.[1]
      res.setHeader('content-type', 'text/html')
      if (req.url === '/home') res.setHeader('cache-control', 's-maxage=60')
      res.end(`<script nonce="${nonce}">started=1</script><body>${PLANTED}</body>`)
    })
    try {
      // The first answer is rendered, the second is stored; the last is streamed.
      for (const path of ['/home', '/home', '/home/user']) {
        await page.goto(`${site.url}${path}`)
        expect(await page.evaluate(() => Reflect.has(window, 'started')), path).toBe(true)
        expect(await page.evaluate(() => Reflect.has(window, 'planted')), path).toBe(false)
      }
    } finally {
      await site.stop()
    }
  })

  test('an uploaded file is no script, whatever is in it', async ({ page, context }) => {
    await register(page)
    const violations = await violationsIn(context)
    const script = { name: 'a.js', mimeType: 'text/javascript', buffer: Buffer.from('planted=1') }
    const pack = await container('.iconpack', 'sun')
    const answers = await Promise.all(
      [pack, script].map((file) =>
        page.request.post('/api/v1/file/upload', {
          headers: { 'sec-fetch-site': 'same-origin' },
          multipart: { purpose: 'project', file },
        }),
      ),
    )
    const stored = JSON.stringify(await answers[0]?.json())
    const id = /"id":"([^"]+)"/.exec(stored)?.[1] ?? ''
    await page.goto(paths.home)
    for (const path of [`/api/v1/file/${id}`, '/icon.svg', '/api/v1/icon/list?limit=1']) {
      violations.length = 0
      const outcome = await page.evaluate(
        (src) =>
          new Promise((resolve) => {
            const element = document.createElement('script')
            element.addEventListener('load', () => resolve('loaded'))
            element.addEventListener('error', () => resolve('blocked'))
            element.src = src
            document.head.append(element)
          }),
        path,
      )
      expect(outcome, path).toBe('blocked')
      expect(violations.join(), path).toContain('script-src-elem')
    }
  })
})

test('every kind of page has the policy of its kind', async ({ request }) => {
  const policyOf = async (path: string) =>
    (await request.get(path)).headers()['content-security-policy'] ?? ''
  const stored = await policyOf(paths.home)
  expect(await policyOf(paths.home)).toBe(stored)
  for (const path of [
    ...KINDS.map((kind) => paths.list(kind)),
    paths.faq,
    paths.search(),
    '/login',
  ]) {
    const scripts = (await policyOf(path)).split('; ').find((part) => part.startsWith('script-src'))
    expect(scripts, path).toMatch(/^script-src http:\/\/localhost:\d+\/_next\/static\/ /)
    expect(scripts, path).not.toMatch(/unsafe|'self'|\*/)
  }
})
