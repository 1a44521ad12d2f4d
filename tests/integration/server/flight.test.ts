import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { currentScope, expireTags } from '#lib/cache/state.ts'
import type { HandlerOptions } from '#server/site.ts'
import { type StubSite, startSite } from './stub-site.ts'

let site: StubSite
afterEach(() => site.stop())

type Stub = {
  /** Text in the data of the scripts. */
  data: string
  status: number
  headers: Record<string, string>
  /** Addresses that were rendered, and headers of the last request. */
  rendered: string[]
  asked: Record<string, unknown>
}

/** A site whose every page is one of the framework, with data of scripts that can be changed. */
async function pages(options: Partial<HandlerOptions> = {}) {
  const stub: Stub = { data: '1:a', status: 200, headers: {}, rendered: [], asked: {} }
  site = await startSite((req, res) => {
    stub.rendered.push(req.url ?? '')
    stub.asked = { ...req.headers, method: req.method }
    currentScope()?.page?.tags.add('icon')
    res.writeHead(stub.status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 's-maxage=300',
      ...stub.headers,
    })
    const policy = String(req.headers['content-security-policy'])
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    res.end(
      `<html><head></head><body><script src="/_next/static/main.js" async="" nonce="${nonce}"></script>` +
        `<script nonce="${nonce}">(self.__next_f=self.__next_f||[]).push([0])</script>` +
        `<script nonce="${nonce}">self.__next_f.push([1,${JSON.stringify(stub.data)}])</script></body></html>`,
    )
  }, options)
  return stub
}

const blockSchema = z.object({ flight: z.string() })

/** Address of the data of a page's scripts. */
async function flightOf(path: string): Promise<string> {
  const { text } = await site.ask(path)
  const block = /id="page-scripts">(.*?)<\/script>/.exec(text)?.[1] ?? ''
  return blockSchema.parse(JSON.parse(block)).flight
}

const KEPT = 'public, max-age=31536000, s-maxage=300, immutable'

it('the data of a page’s scripts is kept by browsers for good, under an address with its hash', async () => {
  const stub = await pages()
  const address = await flightOf('/home/iconpack?sort=name')
  expect(address).toMatch(/^\/_flight\/[\w-]{27}\/home\/iconpack\?sort=name$/)
  const answer = await site.ask(address)
  expect(answer.status).toBe(200)
  expect(JSON.parse(answer.text)).toEqual([
    ['__next_f', [0]],
    ['__next_f', [1, '1:a']],
  ])
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': KEPT,
    'x-content-type-options': 'nosniff',
  })
  expect(stub.rendered).toEqual(['/home/iconpack?sort=name'])
  expect(await flightOf('/home/iconpack?sort=name')).toBe(address)
})

it('data that a change has purged is rendered again; other data has another address', async () => {
  const stub = await pages()
  const address = await flightOf('/home/iconpack')
  expireTags(['icon'])
  expect((await site.ask(address)).headers['cache-control']).toBe(KEPT)
  expect(stub.rendered).toEqual(['/home/iconpack', '/home/iconpack'])

  expireTags(['icon'])
  stub.data = '1:b'
  const moved = await site.ask(address)
  expect(moved.status).toBe(302)
  expect(moved.headers['cache-control']).toBe('no-store')
  expect((await site.ask(String(moved.headers.location))).text).toContain('1:b')
  const unknown = await site.ask(`/_flight/${'x'.repeat(27)}/home/iconpack`)
  expect(unknown.headers.location).toBe(moved.headers.location)
  expect(stub.rendered).toHaveLength(3)
})

it('the data of a page that was deleted or hidden is not found', async () => {
  const stub = await pages()
  const address = await flightOf('/home/iconpack/detail/1')
  expireTags(['icon'])
  stub.status = 404
  const answer = await site.ask(address)
  expect(answer.status).toBe(404)
  expect(answer.text).not.toContain('1:a')
})

it.each([
  '/home/user/account',
  '/de/home/user',
  '/login',
  '/api/session',
  '/status/404',
  '//home/index',
  '/home/../home/user',
  '/_next/static/main.js',
  `/_flight/${'x'.repeat(27)}/home/index`,
])('no other address can be rendered through that of data: %s', async (path) => {
  const stub = await pages()
  const answer = await site.ask(`/_flight/${'x'.repeat(27)}${path}`)
  expect(answer.status).toBe(404)
  expect(stub.rendered).toEqual([])
})

it('a page is rendered for its data without anything of the visitor', async () => {
  const stub = await pages()
  const headers = {
    cookie: 'a=b',
    rsc: '1',
    'next-url': '/x',
    authorization: 'Bearer x',
    range: 'bytes=0-1',
  }
  const answer = await site.ask(`/_flight/${'x'.repeat(27)}/home/index`, {
    method: 'HEAD',
    headers,
  })
  expect(answer.status).toBe(302)
  expect(stub.asked['method']).toBe('GET')
  for (const name of Object.keys(headers)) expect(stub.asked, name).not.toHaveProperty(name)
})

it('a page and its data are rendered for a user agent, which decides how the framework sends metadata', async () => {
  const stub = await pages()
  await site.ask('/home/installed', { headers: { 'user-agent': '' } })
  expect(stub.asked['user-agent']).toBeTruthy()
  await site.ask(`/_flight/${'x'.repeat(27)}/home/installed`, {
    headers: { 'user-agent': 'Mozilla' },
  })
  expect(stub.asked['user-agent']).toBeTruthy()
  expect(stub.asked['user-agent']).not.toBe('Mozilla')
})

it('only reading is allowed', async () => {
  await pages()
  const address = await flightOf('/home/index')
  const answer = await site.ask(address, {
    method: 'POST',
    headers: { origin: 'https://keystrip.test' },
  })
  expect(answer.status).toBe(405)
})

it('a search is rendered per request, and its scripts wait too', async () => {
  const stub = await pages()
  stub.headers = { 'cache-control': 'private, no-store' }
  const address = await flightOf('/home/search?q=moon')
  expect((await site.ask(address)).text).toContain('1:a')
  expect(stub.rendered).toHaveLength(1)
})

it.each([
  '/home/search?q=moon',
  '/home/installed',
  '/de/home/report?kind=icon&id=1',
  '/home/strip',
])('the data of a page that is not stored comes also after any change: %s', async (path) => {
  const stub = await pages()
  stub.headers = { 'cache-control': 'private, no-store' }
  const address = await flightOf(path)
  expireTags(['icon'])
  expect((await site.ask(address)).text).toContain('1:a')
  expect(stub.rendered).toEqual([path, path])
})

it('pages with forms of an account keep their scripts at once', async () => {
  await pages()
  for (const path of ['/login', '/home/user/account', '/de/home/user/icon']) {
    const { text } = await site.ask(path)
    expect(text, path).toContain('<script src="/_next/static/main.js" async=""')
  }
})

it('a page that is not as the framework writes it stays as it is, and that is reported', async () => {
  const onUnprepared = vi.fn<(path: string, reason: string) => void>()
  site = await startSite(
    (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/html', 'cache-control': 's-maxage=300' })
      res.end('<p>other')
    },
    { onUnprepared },
  )
  expect((await site.ask('/home/index')).text).toBe('<p>other')
  expect(onUnprepared).toHaveBeenCalledWith('/home/index', 'It has no head or no body.')
  expect((await site.ask(`/_flight/${'x'.repeat(27)}/home/index`)).status).toBe(404)
})
