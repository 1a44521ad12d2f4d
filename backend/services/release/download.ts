import { inSpan } from '#lib/telemetry/trace.ts'
import { DomainError } from '#backend/errors.ts'
import {
  checkRateLimit,
  discard,
  type GitHub,
  type RepositoryName,
} from '#backend/services/plugin/github.ts'
import { type Asset, assetChanged } from './assets.ts'

/** Longest download of an asset, and longest wait for its first or its next bytes, in ms. */
const DOWNLOAD_MS = 300_000
const ANSWER_MS = 15_000
const REDIRECTS_MAX = 3

export const DOWNLOAD_TIMES = { downloadMs: DOWNLOAD_MS, answerMs: ANSWER_MS }

type Options = { times: typeof DOWNLOAD_TIMES; clock: () => Date }

/**
 * The bytes of an asset, from GitHub's API or the storage that it leads to; the token of the site is sent to the API only.
 * https://docs.github.com/en/rest/releases/assets#get-a-release-asset
 * @throws DomainError `asset_unreachable`, also while the bytes are read; `asset_changed` if there is no such asset any more, or if it
 * has more bytes than GitHub states; GitHubRateLimitError.
 */
export async function* downloadAsset(
  { apiUrl, token, stopped }: GitHub,
  { owner, name }: RepositoryName,
  asset: Omit<Asset, 'platform'>,
  { times, clock }: Options,
): AsyncGenerator<Uint8Array> {
  const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/releases/assets/${asset.id}`
  const silent = new AbortController()
  const wait = () => setTimeout(() => silent.abort(), times.answerMs)
  let timer = wait()
  const ends = [silent.signal, AbortSignal.timeout(times.downloadMs), ...(stopped ? [stopped] : [])]
  let size = 0
  try {
    const body = await open(new URL(`${apiUrl}${path}`), token, {
      signal: AbortSignal.any(ends),
      clock,
    })
    for await (const chunk of body) {
      clearTimeout(timer)
      size += chunk.byteLength
      if (asset.size !== undefined && size > asset.size) throw assetChanged(asset.name)
      yield chunk
      timer = wait()
    }
  } catch (error) {
    throw error instanceof DomainError ? error : unreachable(error)
  } finally {
    clearTimeout(timer)
  }
}

async function open(
  url: URL,
  token: string | undefined,
  { signal, clock }: { signal: AbortSignal; clock: () => Date },
) {
  const response = await follow(url, token, signal)
  if (response.ok && response.body) return response.body
  await discard(response)
  if (response.status === 404) throw new DomainError('asset_changed', 'The asset is gone.')
  checkRateLimit(response, clock())
  throw unreachable(`status ${response.status}`)
}

async function follow(first: URL, token: string | undefined, signal: AbortSignal) {
  let url = first
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const isApi = url.origin === first.origin
    const headers = {
      accept: 'application/octet-stream',
      'user-agent': 'keystrip',
      ...(isApi && token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const response = await inSpan('GitHub', { kind: 'client' }, () =>
      fetch(url, { headers, signal, redirect: 'manual' }),
    )
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return response
    await discard(response)
    const next = URL.parse(location, url)
    if (!next || !isAllowed(next, first)) throw unreachable('a redirect to another host')
    url = next
  }
  throw unreachable('too many redirects')
}

/** The API, and the storage of GitHub. */
const isAllowed = (url: URL, api: URL) =>
  url.origin === api.origin ||
  (url.protocol === 'https:' && url.hostname.endsWith('.githubusercontent.com'))

const unreachable = (cause: unknown) =>
  new DomainError('asset_unreachable', 'An asset of the release cannot be downloaded.', {
    subsystem: 'github',
    cause,
  })
