import { expect } from 'playwright/test'
import { KINDS } from '#lib/contract/kind.ts'
import { paths } from '#lib/paths.ts'
import { accountMenu, aPerson, register, test } from './people.ts'
import { ask } from './raw.ts'

const PRIVATE = [
  '/home/user',
  '/home/user/account/ada',
  ...KINDS.map((kind) => `/home/user/${kind}/ada`),
]
/** Headers that have bypassed the guards of various frameworks. */
const BYPASSES: Record<string, string>[] = [
  { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
  { 'x-middleware-subrequest': 'src/middleware' },
  { 'x-middleware-prefetch': '1', purpose: 'prefetch' },
  { 'x-middleware-next': '1' },
  { 'x-middleware-rewrite': '/en/home/index' },
  { 'x-middleware-override-headers': 'cookie', 'x-middleware-request-cookie': 'signed_in=1' },
  { 'x-invoke-path': '/home/index', 'x-invoke-status': '200' },
  { 'x-matched-path': '/home/index' },
  { 'x-nextjs-data': '1' },
  { rsc: '1' },
  { rsc: '1', 'next-router-prefetch': '1' },
  { 'x-rewrite-url': '/home/index', 'x-original-url': '/home/index' },
  { 'x-request-target': '/home/index' },
  { cookie: 'signed_in=1' },
  { cookie: 'session=x; signed_in=1' },
  { authorization: 'Bearer x' },
  { 'x-internal-secret': 'x', 'x-client-address': '127.0.0.1' },
]

test('no header bypasses the guard of the user area', async ({ baseURL }) => {
  for (const path of PRIVATE) {
    for (const headers of [{}, ...BYPASSES]) {
      const answer = await ask(baseURL, path, { headers })
      const about = `${path} ${JSON.stringify(headers)}`
      expect(answer.status, about).toBe(307)
      expect(answer.headers['location'], about).toMatch(/\/login\?redirect=%2Fhome%2Fuser/)
      expect(answer.headers['cache-control'], about).toContain('no-store')
      expect(answer.body.includes('account/export'), about).toBe(false)
    }
  }
})

test('no spelling of a path bypasses the guard of the user area', async ({ baseURL }) => {
  for (const [path, status] of [
    ['/home/%75ser/account/ada', 307],
    ['/home/us%65r/account/ada', 307],
    ['/%68ome/user/account/ada', 307],
    ['/home%2Fuser/account/ada', 307],
    ['/home/user%2Faccount%2Fada', 307],
    ['/home/./user/account/ada', 404],
    ['/home/x/../user/account/ada', 404],
    ['/home/%2e/user/account/ada', 404],
    ['/home/%2e%2e/home/user/account/ada', 404],
    ['/home//user/account/ada', 404],
    ['//home/user/account/ada', 404],
    ['/home/user/account/ada/', 308],
    ['/home/user/account/ada/.', 404],
    ['/home/user./account/ada', 307],
    ['/home/user;x/account/ada', 404],
    ['/home/USER/account/ada', 308],
    ['/HOME/user/account/ada', 308],
    ['/en/home/user/account/ada', 308],
    ['/EN/home/user/account/ada', 308],
    ['/FR/home/user/account/ada', 308],
    ['/fr/fr/home/user/account/ada', 404],
    ['/pt/home/user/account/ada', 307],
    ['/home/user/account/ada.rsc', 307],
    ['/home/user/account/ada.json', 307],
    ['/home/user.rsc', 307],
    ['/home/user/account/ada.segments/_tree.segment.rsc', 307],
    ['/_next/data/x/home/user/account/ada.json', 307],
    ['/_next/image/../../home/user/account/ada', 404],
    ['/home/user\\account\\ada', 400],
    ['/home/user/account/ada%00', 400],
    ['/api/../home/user/account/ada', 404],
    ['http://x.example/home/user/account/ada', 307],
  ] as const) {
    const answer = await ask(baseURL, path)
    expect(answer.status, path).toBe(status)
    expect(answer.body.includes('account/export'), path).toBe(false)
    const location = String(answer.headers['location'] ?? '')
    if (answer.status === 307 && location.includes('/login')) {
      expect(location, path).not.toMatch(/redirect=%2F(\w\w)%2F\1%2F/)
    }
  }
})

test('the return URL contains path, query and language unchanged, each once', async ({
  baseURL,
}) => {
  for (const [path, location] of [
    ['/home/user/x?y', '/login?redirect=%2Fhome%2Fuser%2Fx%3Fy'],
    ['/fr/home/user/x?y', '/fr/login?redirect=%2Ffr%2Fhome%2Fuser%2Fx%3Fy'],
    ['/de/home/user?a=1&b=%26', '/de/login?redirect=%2Fde%2Fhome%2Fuser%3Fa%3D1%26b%3D%2526'],
  ]) {
    const answer = await ask(baseURL, path ?? '')
    expect(answer.status).toBe(307)
    expect(answer.headers['location']).toBe(location)
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  const english = await ask(baseURL, '/en/home/user/x?y=1')
  expect(english.headers['location']).toMatch(/\/home\/user\/x\?y=1$/)
})

test('pages of the user area are not cached', async ({ request }) => {
  const { username } = await register({ request })
  for (const path of [`/home/user/account/${username}`, `/home/user/icon/${username}`]) {
    const answer = await request.get(path)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['cache-control'], path).toContain('no-store')
  }
  const state = await request.get('/api/session')
  expect(state.headers()['cache-control']).toBe('private, no-store')
  expect(await state.json()).toMatchObject({ hasLogin: true, userInfo: { username } })
})

test(
  "an edit form without a project leads to one's own projects of the kind",
  { tag: '@long' },
  async ({ page }) => {
    const { username } = await register(page)
    for (const kind of KINDS) {
      await page.goto(`/de${paths.edit(kind)}`)
      await expect(page).toHaveURL(`/de${paths.ownProjects(kind, username)}`)
    }
  },
)

test('public pages are identical for signed-in visitors and set no cookie', async ({ request }) => {
  const before = await request.get('/home/iconpack')
  await register({ request })
  const after = await request.get('/home/iconpack')
  expect((await after.text()) === (await before.text())).toBe(true)
  expect(after.headers()['set-cookie']).toBeUndefined()
})

test('no page contains the e-mail address of another author', async ({ request, browser }) => {
  const ada = await register({ request })
  const reader = await browser.newPage()
  await register(reader)
  for (const path of ['account', ...KINDS]) {
    await reader.goto(`/home/user/${path}/${ada.username}`)
    await expect(reader.getByRole('heading', { level: 1 })).toContainText(ada.username)
    expect((await reader.content()).includes(ada.email)).toBe(false)
  }
  await expect(reader.getByText("This author hasn't uploaded any pages yet.")).toBeVisible()
})

test('an unreadable session cookie is deleted on the redirect to sign-in', async ({ baseURL }) => {
  for (const session of ['x', 'Fe26.2*1*a*b*c**d*e~2', 'x'.repeat(5000), '%00']) {
    const answer = await ask(baseURL, '/home/user', { headers: { cookie: `session=${session}` } })
    expect(answer.status).toBe(307)
    expect(String(answer.headers['set-cookie'])).toMatch(/session=; Max-Age=0; Path=\//)
  }
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const CHANGES = [
  '/api/session/end',
  '/api/session/google',
  '/api/session/github',
  '/api/session/discord',
  '/api/form/enter',
  '/home/report',
  '/fr/home/report',
  '/home/installed',
]

test('a cross-site POST is rejected everywhere, with a message', async ({ baseURL }) => {
  const { origin } = new URL(baseURL ?? '')
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'https://sub.evil.example' },
    { 'sec-fetch-site': 'cross-site', origin },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ]
  for (const path of CHANGES) {
    for (const headers of foreign) {
      const about = `${path} ${JSON.stringify(headers)}`
      const answer = await ask(baseURL, path, {
        method: 'POST',
        headers: { ...FORM, ...headers },
        body: 'to=/',
      })
      expect(answer.status, about).toBe(403)
      expect(answer.headers['set-cookie'], about).toBeUndefined()
      if (path.startsWith('/api/')) expect(JSON.parse(answer.body)).toMatchObject({ code: 403 })
      else {
        const words = path.startsWith('/fr') ? 'un autre site' : 'another site'
        expect(answer.body.includes(words), about).toBe(true)
      }
    }
  }
})

test('a POST without a form content type is rejected', async ({ baseURL }) => {
  const { origin } = new URL(baseURL ?? '')
  for (const path of CHANGES.slice(0, 4)) {
    const answer = await ask(baseURL, path, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin },
      body: 'to=/',
    })
    expect(answer.status, path).toBe(415)
  }
})

test('signing out redirects only within this site', async ({ baseURL }) => {
  const { origin } = new URL(baseURL ?? '')
  for (const to of ['https://evil.example', '//evil.example', '/\\evil.example', '/%2F/evil']) {
    const answer = await ask(baseURL, '/api/session/end', {
      method: 'POST',
      headers: { ...FORM, origin },
      body: new URLSearchParams({ to }).toString(),
    })
    expect(answer.status).toBe(303)
    expect(answer.headers['location']).toBe('/')
  }
})

test('signing in redirects only within this site', { tag: '@long' }, async ({ page }) => {
  const person = await register(page)
  await page.context().clearCookies()
  for (const redirect of ['https://evil.example', '//evil.example', '/\\evil.example', '/login']) {
    await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`)
    await page.getByLabel('Username or email').fill(person.username)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/home/index')
    await accountMenu(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(accountMenu(page)).toBeHidden()
  }
})

test(
  'a lost connection during sign-in is reported, and the form keeps its content',
  { tag: '@long' },
  async ({ page }) => {
    const { username } = aPerson()
    await page.goto('/login')
    await page.getByLabel('Username or email').fill(username)
    await page.getByLabel('Password', { exact: true }).fill('engine-1843')
    await page.route('**/api/form/enter', (route) => route.abort())
    await page.keyboard.press('Enter')
    await expect(
      page.getByText('The server can’t be reached. What you typed is still here'),
    ).toBeVisible()
    await expect(page.getByLabel('Username or email')).toHaveValue(username)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('engine-1843')
  },
)
