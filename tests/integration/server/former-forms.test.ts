import { afterEach, expect, it } from 'vitest'
import { type StubSite, startSite } from './stub-site.ts'

/* Forms of pages of 0.2.0 are posted to the pages. What becomes of them: tests/integration/web/former-forms.test.ts. */

let site: StubSite
afterEach(() => site.stop())

const OWN = { 'sec-fetch-site': 'same-origin' }
/** The site with handlers that answer with the address that a request reached, and the headers for the router that it has. */
const start = (status = 200) =>
  startSite((req, res) => {
    const left = Object.keys(req.headers).filter((name) => /^(?:next-|rsc)/.test(name))
    res.statusCode = status
    res.end([req.url, ...left].join(' '))
  })

const PAGES = [
  '/login',
  '/de/login',
  '/zh-cn/register',
  '/resetpwd',
  '/home/user/tokens',
  '/home/user/publishers',
  '/de/home/user/settings/icon/a1?kind=icon',
  '/de/home/user/hidden/icon/a1',
]

it.each(PAGES)('a POST to %s reaches the table of forms', async (page) => {
  site = await start()
  const asked = (headers: Record<string, string>) =>
    site.ask(page, { method: 'POST', headers: { ...OWN, ...headers } })
  expect((await asked({})).text).toBe('/api/form/former')
  const ofRouter = { 'next-action': 'a'.repeat(42), 'next-router-state-tree': 'x', rsc: '1' }
  expect((await asked(ofRouter)).text).toBe('/api/form/former?script=1')
  expect(await asked({ 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 })
})

it('its page is read as before, and other pages get no POST', async () => {
  site = await start()
  expect((await site.ask('/home/user/tokens')).text).toBe('/home/user/tokens')
  for (const page of ['/home/user', '/home/user/account/ada', '/admin', '/login/x', '/x/login/y'])
    expect((await site.ask(page, { method: 'POST', headers: OWN })).status, page).toBe(405)
})

it.each([400, 413, 500])(
  'an error %s of it is a page in the language of the form',
  async (status) => {
    site = await start(status)
    const answered = await site.ask('/de/login', { method: 'POST', headers: OWN })
    expect([answered.status, answered.text]).toEqual([status, `<p lang="de">page of ${status}</p>`])
  },
)
