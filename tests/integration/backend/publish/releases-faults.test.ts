// @module-tag long
import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NOTHING_NEW, packageOf, releaseOf, startReleases } from '#tests/support/releases.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const MB = 1024 * 1024
const MAX_BYTES = 2 * MB

const site = await stoppedAtEnd(startReleases({ uploadMaxBytes: MAX_BYTES }))
beforeEach(async () => {
  await site.begin()
  site.release([releaseOf('1.2.0')])
})

type Answer = (res: ServerResponse) => unknown
const answer = (part: string, how: Answer) => site.github.answer(part, how)
const ASSETS = '/releases/assets/'
const json = (res: ServerResponse, status: number, body: unknown, headers = {}) =>
  res
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body))

/** Sends bytes until the client ends the connection. */
function flood(res: ServerResponse, sent: { bytes: number }) {
  const chunk = Buffer.alloc(64 * 1024, 'PK')
  const more = () => {
    while (!res.destroyed && sent.bytes < 256 * MB) {
      sent.bytes += chunk.length
      if (!res.write(chunk)) return void res.once('drain', more)
    }
    res.end()
  }
  more()
}

describe('a package that is not as GitHub states', () => {
  const bytes = packageOf('1.2.0')

  it.each<[string, Answer]>([
    ['longer', (res) => res.end(Buffer.concat([bytes, Buffer.from('x')]))],
    ['shorter', (res) => res.end(bytes.subarray(0, -1))],
    ['of another digest', (res) => res.end(Buffer.from(bytes).fill(0, 40, 41))],
    ['of another kind', (res) => res.end('<!doctype html>')],
    ['gone', (res) => json(res, 404, {})],
  ])('is refused if it is %s', async (_, how) => {
    answer(ASSETS, how)
    expect(await site.outcome()).toMatchObject({
      state: 'refused',
      reason: 'asset_changed',
      ...NOTHING_NEW,
    })
  })

  it('is refused at the first byte that is too many', async () => {
    const sent = { bytes: 0 }
    answer(ASSETS, (res) => flood(res, sent))
    expect(await site.outcome()).toMatchObject({
      state: 'refused',
      reason: 'asset_changed',
      ...NOTHING_NEW,
    })
    expect(sent.bytes).toBeLessThan(16 * MB)
  })

  it('is tried again if its connection ends before it does', async () => {
    answer(ASSETS, (res) => {
      res.writeHead(200, { 'content-length': bytes.length })
      res.write(bytes.subarray(0, 100), () => res.destroy())
    })
    expect(await site.outcome()).toMatchObject({
      state: 'waiting',
      reason: 'asset_unreachable',
      ...NOTHING_NEW,
    })
  })

  it('larger than an upload may be is not downloaded at all', async () => {
    const assets = {
      'a.win32.flexplugin': bytes,
      'b.linux.flexplugin': Buffer.alloc(MAX_BYTES + 1),
    }
    site.release([releaseOf('1.2.0', { assets })])
    site.github.asked.splice(0)
    expect(await site.outcome()).toMatchObject({
      state: 'refused',
      reason: 'too_large',
      details: { name: 'b.linux.flexplugin' },
      ...NOTHING_NEW,
    })
    expect(site.github.asked.filter((path) => path.includes(ASSETS))).toEqual([])
  })
})

describe('a redirect of a package', () => {
  let asked = 0
  const other = createServer((_, res) => {
    asked += 1
    res.end(packageOf('1.2.0'))
  })
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    port = typeof address === 'object' && address ? address.port : 0
  })
  afterAll(() => new Promise((resolve) => other.close(resolve)))

  it.each<[string, () => string]>([
    ['to a loopback address', () => `http://127.0.0.1:${port}/`],
    ['to a name of it', () => `http://localhost:${port}/`],
    ['to another host', () => 'https://githubusercontent.com.example/'],
    ['to the storage of GitHub without encryption', () => 'http://objects.githubusercontent.com/'],
    ['to a file', () => 'file:///etc/passwd'],
    ['to no address', () => 'http://['],
    ['that has no end', () => '/repos/x/y/releases/assets/1'],
  ])('%s is not followed', async (_, location) => {
    asked = 0
    site.github.asked.splice(0)
    answer(ASSETS, (res) => res.writeHead(302, { location: location() }).end())
    expect(await site.outcome()).toMatchObject({
      state: 'waiting',
      reason: 'asset_unreachable',
      ...NOTHING_NEW,
    })
    expect(asked).toBe(0)
    const requests = site.github.asked.filter((path) => path.includes(ASSETS))
    expect(requests.length).toBeLessThanOrEqual(4)
  })
})

describe('an invalid answer of the API', () => {
  it.each(['/releases/latest', '/contents/', '/repos/'])(
    'is tried again: HTML from %s',
    async (part) => {
      answer(part, (res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<html>'))
      expect(await site.outcome()).toMatchObject({
        state: 'waiting',
        reason: 'github_nonsense',
        ...NOTHING_NEW,
      })
    },
  )

  it('is tried again: a release with more assets than GitHub allows', async () => {
    const assets = Array.from({ length: 1001 }, (_, id) => ({ id, name: `${id}.txt`, size: 1 }))
    answer('/releases/latest', (res) => json(res, 200, { tag_name: 'v1.2.0', assets }))
    expect(await site.outcome()).toMatchObject({
      state: 'waiting',
      reason: 'github_nonsense',
      ...NOTHING_NEW,
    })
  })

  it('is refused: a release with four megabytes of text', async () => {
    site.release([releaseOf('1.2.0', { body: 'x'.repeat(4 * MB) })])
    expect(await site.outcome()).toMatchObject({
      state: 'refused',
      reason: 'github_too_large',
      ...NOTHING_NEW,
    })
  })

  it.each([
    ['a tag', { tag_name: 'v1.2.0\u0000\ud800 x', assets: [] }, 'bad_version'],
    [
      'the name of a package',
      { tag_name: 'v1.2.0', assets: [{ id: 1, name: '\u0000\ud800.flexplugin', size: 9e9 }] },
      'too_large',
    ],
  ])('is refused with its reason: %s that no database stores', async (_, release, reason) => {
    answer('/releases/latest', (res) => json(res, 200, release))
    expect(await site.outcome()).toMatchObject({ state: 'refused', reason, ...NOTHING_NEW })
  })

  it('does no harm: 1000 assets and notes of the greatest length', async () => {
    const others = Array.from({ length: 997 }, (_, at) => [`${at}.txt`, Buffer.from('x')])
    const { assets } = releaseOf('1.2.0')
    const body = '**x** '.repeat(20_000)
    site.release([
      releaseOf('1.2.0', { body, assets: { ...Object.fromEntries(others), ...assets } }),
    ])
    await site.look()
    await site.untilLast({ state: 'published' })
    expect(await site.readPlugin()).toMatchObject({ packages: [{}, {}] })
  })

  it('is refused: more packages than there are platforms', async () => {
    const named = Array.from({ length: 1000 }, (_, at) => [`${at}.flexplugin`, packageOf('1.2.0')])
    site.release([releaseOf('1.2.0', { assets: Object.fromEntries(named) })])
    expect(await site.outcome()).toMatchObject({
      state: 'refused',
      reason: 'too_many_packages',
      ...NOTHING_NEW,
    })
  })
})
