import { existsSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import { BUILD_ID_FILE } from '#server/next/build.ts'
import { statusOfError } from '#server/next/digest.ts'
import { prepareDocument } from '#server/next/document.ts'
import { setNonce, takeNonce } from '#server/next/nonce.ts'
import { headersOf } from '#server/next/exchange.ts'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { startWebApp } from '#tests/support/web-app.ts'
import { ask } from './raw.ts'

/*
 * What server/next assumes of a build (docs/next.md). Without the server around it, unless a test says so.
 * tests/unit/next/package.test.ts tests what the package alone shows.
 */

test.describe.configure({ mode: 'default' })

const NONCE = 'aB-_9'
const LIST = '/home/iconpack'
/** Stored, rendered for each request, and static. */
const PAGES = [LIST, '/home/search?q=x', '/home/faq', '/status/404']

let backend: Awaited<ReturnType<typeof startFaultyBackend>>
let next: Awaited<ReturnType<typeof startWebApp>>
test.beforeAll(async () => {
  backend = await startFaultyBackend()
  next = await startWebApp(backend.url, {}, 'tests/support/raw-next.ts')
})
test.afterAll(async () => {
  await next.stop()
  await backend.stop()
})
test.beforeEach(() => {
  const search = { term_matches: true, suggestions: [], term_is_cut: false }
  const list = { items: [], total: 0, total_is_estimate: false, next: null, ...search }
  backend.behave((_, res) => answer(res, 200, list))
})

/** A page as the server asks for it. */
function askFor(path: string, kind = 'document', segment?: string) {
  const headers = headersOf({ kind, ...(segment !== undefined && { segment }) }, new URL(next.url))
  setNonce(headers, NONCE)
  return ask(next.url, path, { headers })
}

test('documents can be taken apart', async () => {
  for (const path of PAGES) {
    const { body } = await askFor(path)
    const page = prepareDocument(Buffer.from(body), { target: path, nonce: NONCE })
    if (typeof page === 'string') {
      throw new Error(`Next no longer writes documents as document.ts reads them: ${path}: ${page}`)
    }
    const left = page.html.toString()
    expect(left, `Next has other scripts in ${path}.`).not.toMatch(/__next_f|<script[^>]* async/)
    expect(left, `Next preloads scripts of ${path} in another way.`).not.toContain('as="script"')
    const arrays = new Set(
      [...page.flight.json.toString().matchAll(/\["(\w+)",/g)].map(([, name]) => name),
    )
    expect([...arrays], `Next hydrates ${path} from other data.`).toEqual(['TURBOPACK', '__next_f'])
  }
})

test('every script of a document has the nonce of the request, which can be removed', async () => {
  for (const path of PAGES) {
    const { body, headers } = await askFor(path)
    const own = body.match(/<script[^>]* src="\/_next\/[^>]*>/g) ?? []
    const unmarked = own.filter((tag) => !tag.includes(` nonce="${NONCE}"`))
    expect(own.length, `Next has no scripts in ${path}.`).toBeGreaterThan(0)
    expect(unmarked, `Next no longer marks its scripts in ${path}.`).toEqual([])
    const { text, scripts } = takeNonce(body, NONCE)
    expect(scripts.length, `Next no longer marks its inline scripts in ${path}.`).toBeGreaterThan(2)
    expect(text, `Next has the nonce elsewhere in ${path}.`).not.toContain(NONCE)
    const links = String(headers['link']).replaceAll(`; nonce="${NONCE}"`, '')
    expect(links, 'Next has the nonce elsewhere in Link.').not.toContain(NONCE)
  }
})

test('payloads and segments are answered, without the hash in the address', async () => {
  for (const [path, segment] of [[LIST], [`${LIST}?_rsc=x`], [LIST, '/_tree'], ['/home/faq']]) {
    const { status, headers, body } = await askFor(path ?? '', 'payload', segment)
    expect(
      [status, headers['content-type']],
      `Next no longer answers with a payload: ${path}`,
    ).toEqual([200, 'text/x-component'])
    expect(
      takeNonce(body, NONCE).text,
      `Next has the nonce elsewhere in the payload of ${path}.`,
    ).not.toContain(NONCE)
  }
})

test('an error page has the digest of its error', async () => {
  backend.behave((_, res) => res.writeHead(500).end())
  const { status, body } = await askFor('/home/plugin')
  expect(status, 'Next no longer answers 500 where a page throws.').toBe(500)
  expect(
    statusOfError(Buffer.from(body), false),
    'Next no longer writes digests into the page.',
  ).toBe(502)
})

test('a malformed call of an action is answered with 500 and no digest of ours', async () => {
  const headers = {
    origin: next.url,
    host: new URL(next.url).host,
    'content-type': 'multipart/form-data; boundary=x',
  }
  const { status, body } = await ask(next.url, '/login', {
    method: 'POST',
    headers,
    body: 'garbage',
  })
  expect(
    [status, statusOfError(Buffer.from(body), true)],
    'Next answers malformed calls in another way.',
  ).toEqual([500, 400])
})

test('the length of a forwarded body is lost on its way', async () => {
  backend.behave((_, res) => res.setHeader('content-length', 5).end('bytes'))
  const { headers, body } = await ask(next.url, '/api/v1/file/an-id/a.png')
  expect(body).toBe('bytes')
  expect(
    headers['content-length'],
    'Next no longer drops Content-Length: delete setContentLength.',
  ).toBeUndefined()
})

test('files that a build adds are served for good', async () => {
  const { body } = await askFor(LIST)
  expect(existsSync(BUILD_ID_FILE), 'Next no longer writes this file.').toBe(true)
  const font = /href="(\/_next\/static\/media\/bricolage[^"]+)"/.exec(body)?.[1]
  expect(font, 'Next no longer writes fonts into .next/static/media.').toBeDefined()
  const island = /\/_next\/static\/islands-\w+\.js/.exec(body)?.[0]
  for (const address of [font ?? '', island ?? '']) {
    const { status, headers } = await ask(next.url, address)
    expect(
      [status, headers['cache-control']],
      `Next no longer serves ${address} for good.`,
    ).toEqual([200, 'public, max-age=31536000, immutable'])
  }
})

test('behind the server, pages run in the scope of their request and answers are kept', async () => {
  const site = await startWebApp(backend.url, { SURROGATE_KEYS: '1' })
  try {
    const before = backend.requests.length
    const { status, headers } = await ask(site.url, LIST)
    expect(status, 'Next no longer renders a page for a request without a connection.').toBe(200)
    expect(
      headers['surrogate-key'],
      'Next no longer runs a page in the context of its request.',
    ).toContain('list:icon')
    const asked = backend.requests.length
    expect(asked).toBeGreaterThan(before)
    await ask(site.url, `/de${LIST}`)
    expect(
      backend.requests.length,
      'Next no longer runs pages in the process that keeps answers.',
    ).toBe(asked)
    backend.behave((_, res) => res.writeHead(500).end())
    expect((await ask(site.url, '/home/plugin')).status).toBe(502)
    expect(site.log(), 'Next writes errors in another way than by console.error.').not.toContain(
      'ApiError',
    )
  } finally {
    await site.stop()
  }
})
