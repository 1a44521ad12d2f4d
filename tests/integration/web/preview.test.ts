import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createBuckets } from '#lib/limits/buckets.ts'
import { setProcessState } from '#lib/process-state.ts'
import { signedIn, SITE, stubWebApp } from '#tests/support/session.ts'

const WORST = 'a\n=\n'.repeat(2048)

beforeEach(() => stubWebApp('http://127.0.0.1:9'))

/** Requests a preview as a page of the site does, signed in with `token`. */
async function preview(text: string, token: string | null, headers: Record<string, string> = {}) {
  const { POST } = await import('#app/api/preview/route.ts')
  const cookie = token === null ? '' : await signedIn(token)
  const response = await POST(
    new Request(`${SITE}/api/preview`, {
      method: 'POST',
      body: text,
      headers: { 'sec-fetch-site': 'same-origin', cookie, ...headers },
    }),
  )
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('a preview', () => {
  it('is rendered like the page', async () => {
    const { status, body, headers } = await preview('# One\n\n<b>*two*', 'ada')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(body).toMatchObject({
      data: {
        html: '<h3 id="\ufdd0one">One</h3>\n<p><em>two</em></p>',
        changes: { cut: 1 },
        isPlain: false,
      },
    })
  })

  it('is plain text, like the page, when formatting is too costly', async () => {
    const { body } = await preview(WORST, 'ada')
    expect(body).toMatchObject({
      data: { html: expect.stringMatching(/^<p>a<br>=<br>/), isPlain: true },
    })
  })

  it('requires a session and a request from this site', async () => {
    expect(await preview('a', null)).toMatchObject({ status: 401 })
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect(await preview('a', 'ada', foreign)).toMatchObject({ status: 403 })
  })

  it('of more than 8192 characters is rejected', async () => {
    expect(await preview('x'.repeat(8193), 'ada')).toMatchObject({ status: 413 })
    expect(await preview('図'.repeat(8192), 'ada')).toMatchObject({ status: 200 })
    expect(await preview('図'.repeat(100_000), 'ada')).toMatchObject({ status: 413 })
  })

  it('is limited to 30 of a session at once, in the limits of the web app, and pays for its rendering', async () => {
    const buckets = createBuckets({ now: () => 0 })
    const charge = vi.spyOn(buckets, 'chargeAccount')
    setProcessState('buckets', buckets)
    for (let time = 0; time < 30; time += 1) {
      expect((await preview('*once*', 'eve')).status).toBe(200)
    }
    const refused = await preview('a', 'eve')
    expect(refused).toMatchObject({ status: 429, body: { code: 429 } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await preview('a', 'bob')).status).toBe(200)
    // One text of each.
    const [eve, bob] = charge.mock.calls
    expect(charge).toHaveBeenCalledTimes(2)
    expect(eve?.[0]).not.toBe(bob?.[0])
    expect(eve?.[1]).toBeGreaterThan(0)
  })
})

describe('a card of the overview', () => {
  it('is limited to 10 of a session at once, in the limits of the web app', async () => {
    setProcessState('buckets', createBuckets({ now: () => 0 }))
    const { GET } = await import('#app/api/overview-card/route.ts')
    const card = async (cookie: string) =>
      GET(new Request(`${SITE}/api/overview-card`, { headers: { cookie } }))
    expect((await card('')).status).toBe(401)
    const cookie = await signedIn('eve')
    // There is no backend.
    for (let time = 0; time < 10; time += 1) expect((await card(cookie)).status).toBe(503)
    const refused = await card(cookie)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await card(await signedIn('bob'))).status).toBe(503)
  })
})
