import { type APIRequestContext, expect } from 'playwright/test'
import { publicRoutes } from '#bench/routes.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { endpoints } from '#lib/paths.ts'
import { publicScreens, userScreens } from '#tests/long/screens.ts'
import { isWhole } from '#tests/support/whole.ts'
import { readList } from './lists.ts'
import { aPerson, type Person, register, test } from './people.ts'

/** A document, and what the client router asks for. */
const VARIANTS: Record<string, string>[] = [
  {},
  { rsc: '1' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
]
const ACCOUNT_PATHS = Object.values(CALLS)
  .filter(
    ({ method, access, path }) => method === 'get' && access === 'account' && !/\{/.test(path),
  )
  .map(({ path }) => API_BASE + path)

test('no route answers with what belongs to another account, in any order of requests', async ({
  request: ofVisitor,
  playwright,
  baseURL,
  extraHTTPHeaders,
}) => {
  test.slow()
  const [anna, ben] = [aPerson(), aPerson()]
  const options = { baseURL, extraHTTPHeaders }
  const ofAnna = await playwright.request.newContext(options)
  const ofBen = await playwright.request.newContext(options)
  await register({ request: ofAnna }, anna)
  await register({ request: ofBen }, ben)

  const visitor = { request: ofVisitor }
  const lists = await Promise.all(KINDS.map((kind) => readList(visitor, `${kind}/list?limit=2`)))
  const routes = publicRoutes(
    baseURL ?? '',
    lists.flatMap(({ items }) => items),
  )
  const paths = new Set([
    ...routes.filter(({ init }) => !init).map(({ pathAt }) => pathAt(0)),
    ...(await publicScreens(visitor)),
    ...userScreens(anna.username),
    ...userScreens(ben.username),
    ...ACCOUNT_PATHS,
    endpoints.session,
    endpoints.sessionCorner,
  ])
  /** Answers that name an account, by the account that asked. */
  const personal = new Map<Person | undefined, number>()
  const askers: [APIRequestContext, Person | undefined][] = [
    [ofAnna, anna],
    [ofBen, ben],
    [ofVisitor, undefined],
    [ofAnna, anna],
  ]
  for (const [at, path] of [...paths].entries()) {
    for (const variant of isWhole || at % 4 === 0 ? VARIANTS : VARIANTS.slice(0, 1)) {
      for (const [request, asker] of askers) {
        const answer = await request.get(path, { headers: variant })
        const text = (await answer.body()).toString('latin1')
        const what = `${path} ${JSON.stringify(variant)} for ${asker?.username ?? 'a visitor'}`
        for (const person of [anna, ben]) {
          // A user name in the address is known to who asks, and may be repeated.
          const marks = path.includes(person.username)
            ? [person.email]
            : [person.email, person.username]
          if (!marks.some((mark) => text.includes(mark))) continue
          expect(person.username, what).toBe(asker?.username)
          personal.set(asker, (personal.get(asker) ?? 0) + 1)
          const { 'cache-control': control = '', 'cache-status': status = '' } = answer.headers()
          expect(control, what).toMatch(/private|no-store/)
          expect(status, what).not.toContain('hit')
        }
      }
    }
  }
  expect(paths.size).toBeGreaterThan(60)
  // The walk would be worth nothing if no answer had named an account.
  expect(personal.get(anna)).toBeGreaterThan(20)
  expect(personal.get(ben)).toBeGreaterThan(10)
  await Promise.all([ofAnna, ofBen].map((request) => request.dispose()))
})
