import { PACKAGE_ENDING, PACKAGE_PLATFORMS } from '#lib/contract/plugin-package.ts'
import { inSpan } from '#lib/telemetry/trace.ts'
import { DomainError } from '#backend/errors.ts'
import type { GitHub } from '#backend/services/plugin/github.ts'
import type { GitHubRelease } from '#backend/services/plugin/releases.ts'
import type { Repository } from '#backend/services/plugin/repository.ts'

/** Longest download of an asset, and longest wait for its first byte, in ms. */
const DOWNLOAD_MS = 300_000
const ANSWER_MS = 15_000
const REDIRECTS_MAX = 3

export type Asset = GitHubRelease['assets'][number] & { id: number }

/** The packages among the assets of a release. @throws DomainError `too_many_packages`. */
export function packagesOf({ assets }: GitHubRelease): Asset[] {
  const found = assets.flatMap((asset) =>
    asset.id !== undefined && asset.name.toLowerCase().endsWith(PACKAGE_ENDING)
      ? [{ ...asset, id: asset.id }]
      : [],
  )
  if (found.length <= PACKAGE_PLATFORMS.length) return found
  const message = `The release has ${found.length} packages; ${PACKAGE_PLATFORMS.length} are allowed.`
  throw new DomainError('too_many_packages', message)
}

/** What identifies the bytes of an asset at GitHub. */
export const fingerprintOf = ({ id, name, size, updated_at, digest }: Asset): string =>
  JSON.stringify([id, name, size, updated_at, digest])

/**
 * The bytes of an asset, from GitHub's API or the storage that it leads to; the token of the site is sent to the API only.
 * https://docs.github.com/en/rest/releases/assets#get-a-release-asset
 * @throws DomainError `asset_unreachable`, also while the bytes are read; `asset_changed` if there is no such asset any more.
 */
export async function* downloadAsset(
  { apiUrl, token }: GitHub,
  { owner, name }: Repository,
  { id }: Asset,
  stopped: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/releases/assets/${id}`
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ANSWER_MS)
  const signal = AbortSignal.any([stopped, late.signal, AbortSignal.timeout(DOWNLOAD_MS)])
  try {
    const response = await follow(new URL(`${apiUrl}${path}`), token, signal)
    clearTimeout(timer)
    if (response.status === 404) throw new DomainError('asset_changed', 'The asset is gone.')
    if (!response.ok || !response.body) throw unreachable(`status ${response.status}`)
    for await (const chunk of response.body) yield chunk
  } catch (error) {
    throw error instanceof DomainError ? error : unreachable(error)
  } finally {
    clearTimeout(timer)
  }
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
    await response.body?.cancel()
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
