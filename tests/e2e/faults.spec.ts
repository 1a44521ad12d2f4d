import { expect, test } from 'playwright/test'
import {
  type BackendFault,
  FAULTS,
  forwardTo,
  startFaultyBackend,
} from '#tests/support/faulty-backend.ts'
import { startWebApp } from '#tests/support/web-app.ts'
import { headOnly } from '#tests/support/head.ts'
import { SESSION_SECRET } from '#tests/support/session-secret.ts'

// One site for the tests of this file.
test.describe.configure({ mode: 'default' })

let backend: Awaited<ReturnType<typeof startFaultyBackend>>
let web: Awaited<ReturnType<typeof startWebApp>>
/** A separate web app in front of a backend that can be made to fail, with the limits of a site. */
test.beforeAll(async () => {
  backend = await startFaultyBackend()
  web = await startWebApp(backend.url, { WAIT_FACTOR: '1', SESSION_SECRET })
})
test.afterAll(async () => {
  await web.stop()
  await backend.stop()
})
const heal = () => backend.behave(forwardTo(process.env['E2E_BACKEND_URL'] ?? ''))
const breakBy = (fault: BackendFault) => backend.behave(FAULTS[fault])

const TEXTS = {
  502: 'Le catalogue ne répond pas correctement',
  503: 'Nous revenons tout de suite',
  504: 'Le catalogue met trop de temps à répondre',
}
const CASES: [BackendFault, keyof typeof TEXTS][] = [
  ['html', 502],
  ['no envelope', 502],
  ['cut off', 502],
  ['50 MB', 502],
  ['answers 500', 503],
  ['never answers', 504],
]

test('while the backend fails, cached pages are served; others show a localised error and recover', async () => {
  test.setTimeout(120_000)
  heal()
  const known = '/fr/home/iconpack?sort=name'
  expect((await headOnly(fetch(`${web.url}${known}`))).status).toBe(200)

  for (const [at, [fault, status]] of CASES.entries()) {
    await test.step(fault, async () => {
      breakBy(fault)
      expect((await headOnly(fetch(`${web.url}${known}`))).status).toBe(200)

      const unknown = `/fr/home/plugin?minimum_version=8.0.${at}`
      const { length } = backend.requests
      const begun = performance.now()
      const answer = await fetch(`${web.url}${unknown}`)
      const tookMs = performance.now() - begun
      // Its reads run beside each other and are not repeated: one timeout of 5 s, within the 7.5 s of a page.
      const reads = backend.requests.slice(length).map(({ url }) => url)
      expect(reads.filter((url) => url.includes(`=8.0.${at}`)).toSorted()).toEqual([
        `/api/v1/index/categories?kind=plugin&minimum_version=8.0.${at}`,
        `/api/v1/plugin/list?minimum_version=8.0.${at}&view=card`,
      ])
      if (fault === 'never answers') expect(tookMs).toBeGreaterThan(4_900)
      // Far more than a busy machine adds.
      expect(tookMs).toBeLessThan(30_000)
      expect(answer.status).toBe(status)
      expect(answer.headers.get('cache-control')).toContain('no-store')
      const html = await answer.text()
      expect(html).toContain(TEXTS[status])
      expect(html).toContain('Réessayer')
      expect(html).not.toContain('Welcome to the proxy')

      // An API call times out after 150 s, far later than a page.
      if (fault !== 'never answers') {
        const call = await fetch(`${web.url}/api/v1/icon/list`)
        // JSON of another shape is passed on.
        if (fault === 'no envelope') await call.body?.cancel()
        else expect(await call.json()).toMatchObject({ code: call.status, data: null })
      }

      heal()
      expect((await headOnly(fetch(`${web.url}${unknown}`))).status).toBe(200)
    })
  }
})

for (const javaScriptEnabled of [true, false]) {
  const without = javaScriptEnabled ? '' : ', also without JavaScript'
  test(
    `a backend failure during sign-in is reported and the user name is kept${without}`,
    { tag: javaScriptEnabled ? '@long' : [] },
    async ({ browser }) => {
      const context = await browser.newContext({ javaScriptEnabled })
      try {
        const page = await context.newPage()
        for (const fault of ['html', 'answers 500', 'cut off'] as const) {
          breakBy(fault)
          await page.goto(`${web.url}/login`)
          await page.getByLabel('Username or email').fill('ada_lovelace')
          await page.getByLabel('Password', { exact: true }).fill('engine-1843')
          await page.getByLabel('Password', { exact: true }).press('Enter')
          await expect(page.getByText('The server can’t be reached.'), fault).toBeVisible()
          await expect(page.getByLabel('Username or email')).toHaveValue('ada_lovelace')
          // Without scripts, what was typed returns by a cookie.
          const names = (await context.cookies()).map(({ name }) => name)
          expect(names).toEqual(javaScriptEnabled ? [] : ['form'])
        }
      } finally {
        await context.close()
      }
    },
  )
}
