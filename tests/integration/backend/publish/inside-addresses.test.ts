import { gzipSync } from 'node:zlib'
import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fetchKeys } from '#backend/services/publisher/fetch-keys.ts'
import { createGitHubClient, fetchGitHub } from '#backend/services/plugin/github.ts'
import { DOWNLOAD_TIMES, downloadAsset } from '#backend/services/release/download.ts'
import {
  BUFFERED_BYTES,
  insideAddresses,
  pour,
  startServer,
  type TestServer,
} from '#tests/support/inside.ts'
import { newKey } from '#tests/support/oidc-issuer.ts'
import { NAME, releaseOf, startReleases } from '#tests/support/releases.ts'

const METADATA = '/.well-known/openid-configuration'
const REDIRECTS = [301, 302, 303, 307, 308]
/** An outside server that the site asks, and one inside that nothing may reach. */
let outside: TestServer
let inside: TestServer
beforeAll(async () => {
  outside = await startServer()
  inside = await startServer()
  inside.behave = (_req, res) => res.end('a secret of the inside')
})
afterAll(() => {
  outside.stop()
  inside.stop()
})
beforeEach(() => {
  Object.assign(inside, { connections: 0 })
  outside.asked.length = 0
})
afterEach(() => {
  if (inside.connections > 0) throw new Error(`${inside.connections} connections to the inside`)
})

const json = (res: ServerResponse, body: unknown) =>
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const redirect = (res: ServerResponse, status: number, location: string) =>
  res.writeHead(status, { location }).end()
const targets = () => insideAddresses(inside.port, '/keys')

describe('the keys of an issuer', () => {
  const isRefused = () =>
    fetchKeys(outside.url).then(
      () => false,
      () => true,
    )

  it('are not read from where its answers redirect to', async () => {
    for (const status of REDIRECTS) {
      for (const location of targets()) {
        outside.behave = (_req, res) => redirect(res, status, location)
        expect(await isRefused(), `${status} ${location}`).toBe(true)
        outside.behave = ({ url }, res) =>
          url === METADATA
            ? json(res, { issuer: outside.url, jwks_uri: `${outside.url}/keys` })
            : redirect(res, status, location)
        expect(await isRefused(), `keys ${status} ${location}`).toBe(true)
      }
    }
  })

  it('are not read from another host, port or scheme that its metadata name', async () => {
    const { port } = outside
    const others = [
      ...targets(),
      `http://127.0.0.1:${port}@127.0.0.1:${inside.port}/keys`,
      `http://localhost:${port}/keys`,
      `https://127.0.0.1:${port}/keys`,
      `http://127.0.0.1:${port}.example/keys`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'data:application/json,{"keys":[]}',
    ]
    for (const jwks_uri of others) {
      outside.behave = ({ url }, res) =>
        url === METADATA ? json(res, { issuer: outside.url, jwks_uri }) : res.writeHead(404).end()
      expect(await isRefused(), jwks_uri).toBe(true)
    }
    expect(new Set(outside.asked)).toEqual(new Set([METADATA]))
  })

  it('are read without the user name that the address of its keys has', async () => {
    outside.behave = (_req, res) =>
      json(res, { issuer: outside.url, jwks_uri: `http://ada:pw@127.0.0.1:${outside.port}/keys` })
    expect(await isRefused()).toBe(true)
    expect(outside.authorizations.join('')).toBe('')
  })

  const ENDLESS: [string, Uint8Array, Record<string, string>][] = [
    ['endless', Buffer.alloc(64 * 1024, '['), {}],
    [
      'endless and compressed',
      gzipSync(Buffer.alloc(16 * 1024 * 1024)),
      { 'content-encoding': 'gzip' },
    ],
  ]
  it.each(ENDLESS)(
    'are refused when the answer is %s, after a bounded part of it',
    async (_, chunk, headers) => {
      for (const slow of [METADATA, '/keys']) {
        let poured = Promise.resolve(0)
        outside.behave = ({ url }, res) => {
          if (url !== slow)
            return json(res, { issuer: outside.url, jwks_uri: `${outside.url}/keys` })
          poured = pour(res.writeHead(200, headers), chunk)
          return poured
        }
        expect(await isRefused()).toBe(true)
        expect(await poured).toBeLessThan(BUFFERED_BYTES)
      }
    },
  )

  it(
    'are refused when the answer trickles without an end',
    { tags: 'long', timeout: 60_000 },
    async () => {
      let poured = Promise.resolve(0)
      outside.behave = (_req, res) => (poured = pour(res.writeHead(200), Buffer.from(' '), 50))
      await expect(fetchKeys(outside.url)).rejects.toThrow(/timeout|aborted/i)
      expect(await poured).toBeGreaterThan(10)
    },
  )

  it('are read from the issuer itself', async () => {
    const { jwk } = await newKey('first', 'RS256')
    outside.behave = ({ url }, res) =>
      url === METADATA
        ? json(res, { issuer: outside.url, jwks_uri: `${outside.url}/keys` })
        : json(res, { keys: [jwk] })
    expect(await fetchKeys(outside.url)).toHaveLength(1)
  })
})

const REPOSITORY = { owner: 'ada', name: 'orchard' }
const asset = { id: 7, name: 'a.flexplugin', size: undefined, updatedAt: '', digest: null }

describe('requests to the API of GitHub', () => {
  const ask = () => {
    const github = { apiUrl: outside.url, token: 'the-token-of-the-site' }
    return fetchGitHub(createGitHubClient(github, new Date()), REPOSITORY, '')
  }

  it('do not follow redirects to the inside, nor second ones', async () => {
    for (const status of REDIRECTS) {
      for (const location of targets()) {
        outside.behave = (_req, res) => redirect(res, status, location)
        await expect(ask(), `${status} ${location}`).rejects.toThrow('GitHub')
        outside.behave = ({ url }, res) =>
          redirect(res, status, url === '/repositories/1' ? location : '/repositories/1')
        await expect(ask(), `second ${status} ${location}`).rejects.toThrow('GitHub')
      }
    }
  })
})

describe('downloads of assets', () => {
  const bytesOf = async (token = 'the-token-of-the-site') => {
    const github = { apiUrl: outside.url, token }
    const options = { times: DOWNLOAD_TIMES, clock: () => new Date() }
    const chunks: Uint8Array[] = []
    for await (const chunk of downloadAsset(github, REPOSITORY, asset, options)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  it('do not follow redirects to the inside', async () => {
    const { port } = inside
    const hosts = [
      `https://objects.githubusercontent.com@127.0.0.1:${port}/`,
      `https://127.0.0.1:${port}/.githubusercontent.com`,
      `https://127.0.0.1:${port}#.githubusercontent.com`,
      `https://127.0.0.1:${port}\\.githubusercontent.com`,
      `http://objects.githubusercontent.com:${port}/`,
      `https://githubusercontent.com.127.0.0.1:${port}/`,
      `https://xgithubusercontent.com:${port}/`,
    ]
    for (const status of REDIRECTS) {
      for (const location of [...targets(), ...hosts]) {
        outside.behave = (_req, res) => redirect(res, status, location)
        await expect(bytesOf(), `${status} ${location}`).rejects.toThrow('cannot be downloaded')
      }
    }
  })

  it('do not go on in circles', async () => {
    outside.behave = (_req, res) => redirect(res, 302, '/again')
    await expect(bytesOf()).rejects.toThrow('cannot be downloaded')
    expect(outside.asked).toHaveLength(4)
  })
})

describe('a release notice, and a release', () => {
  let site: Awaited<ReturnType<typeof startReleases>>
  beforeAll(async () => {
    site = await startReleases()
    await site.begin()
  })
  afterAll(() => site.stop())

  it(
    'that name internal addresses cause no request to any of them',
    { timeout: 60_000 },
    async () => {
      const address = `http://127.0.0.1:${inside.port}/x`
      const addresses = Object.fromEntries(
        [
          'url',
          'html_url',
          'assets_url',
          'tarball_url',
          'zipball_url',
          'browser_download_url',
          'callback_url',
        ].map((name) => [name, address]),
      )
      for (const repo_url of insideAddresses(inside.port, `/${NAME}`)) {
        const answer = await site.send(site.noticeOf({ ...addresses, repo_url }))
        expect(answer.status, repo_url).toBeGreaterThanOrEqual(400)
      }
      site.release([releaseOf('1.2.0', { assets: {} })])
      site.github.behave((res, path) => {
        if (!/\/releases\/(?!assets)/.test(path)) return false
        const listed = {
          ...addresses,
          id: 1,
          name: 'a.flexplugin',
          size: 5,
          updated_at: '2026-06-01T00:00:00Z',
        }
        return json(res, { ...addresses, tag_name: 'v1.2.0', body: '', assets: [listed] })
      })
      const answer = await site.send(site.noticeOf({ ...addresses }))
      expect(answer).toMatchObject({ details: { reason: 'asset_changed' } })
      // The asset is asked for by its id, at the API.
      expect(site.github.asked.at(-1)).toBe(`/repos/${NAME}/releases/assets/1`)
    },
  )
})
