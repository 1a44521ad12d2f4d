import { afterEach, expect, it, vi } from 'vitest'
import { DOWNLOAD_TIMES, downloadAsset } from '#backend/services/release/download.ts'

const API = 'https://api.github.com'
const STORAGE = 'https://objects.githubusercontent.com/a?signature=x'
const REPOSITORY = {
  owner: 'ada',
  name: 'plugin',
  id: 1,
  ownerId: 2,
  url: 'https://github.com/ada/plugin',
  branch: 'main',
  canPush: false,
  license: null,
  warnings: [],
}
afterEach(() => vi.unstubAllGlobals())

/** Answers requests by address: with bytes, or with the address of a redirect. */
type Answers = Record<string, { bytes: string } | { location: string }>
function answer(answers: Answers) {
  const sent: { url: string; token: string | null }[] = []
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    sent.push({ url: url.href, token: new Headers(init.headers).get('authorization') })
    expect(init.redirect).toBe('manual')
    const found = answers[url.href]
    if (!found) throw new TypeError('fetch failed')
    return 'bytes' in found
      ? new Response(found.bytes)
      : new Response(null, { status: 302, headers: { location: found.location } })
  })
  return sent
}

async function download() {
  const github = { apiUrl: API, token: 'secret' }
  const asset = { id: 7, name: 'a.flexplugin', size: 5 }
  const options = { times: DOWNLOAD_TIMES, clock: () => new Date() }
  const chunks: Uint8Array[] = []
  for await (const chunk of downloadAsset(github, REPOSITORY, asset, options)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
const FIRST = `${API}/repos/ada/plugin/releases/assets/7`

it('the token of the site is sent to the API of GitHub, and not to the storage that it leads to', async () => {
  const sent = answer({ [FIRST]: { location: STORAGE }, [STORAGE]: { bytes: 'bytes' } })
  expect(await download()).toBe('bytes')
  expect(sent).toEqual([
    { url: FIRST, token: 'Bearer secret' },
    { url: STORAGE, token: null },
  ])
})

it.each([
  'https://githubusercontent.com/',
  'https://objects.githubusercontent.com.example/',
  'https://example.com/objects.githubusercontent.com',
  'https://api.github.com.example/',
  'https://api.github.com@example.com/',
  'http://objects.githubusercontent.com/',
  'http://api.github.com/',
  'https://api.github.com:8443/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'ftp://objects.githubusercontent.com/',
  'data:text/plain,bytes',
])('a redirect to %s is not followed, from the API or from its storage', async (location) => {
  const all: Answers[] = [
    { [FIRST]: { location } },
    { [FIRST]: { location: STORAGE }, [STORAGE]: { location } },
  ]
  for (const answers of all) {
    const sent = answer(answers)
    await expect(download()).rejects.toMatchObject({ code: 'asset_unreachable' })
    expect(sent.map(({ url }) => url)).toEqual(Object.keys(answers))
  }
})
