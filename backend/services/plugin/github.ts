import { z } from 'zod'
import { parseBoundedJson } from '#backend/text/bounded-json.ts'
import { decodeUnicode } from '#backend/text/decode.ts'
import type { ErrorCode } from '#lib/contract/error-code.ts'
import { inSpan } from '#lib/telemetry/trace.ts'
import { readBounded, readBytes, TooLargeError } from '#lib/limits/read-bounded.ts'
import { GitHubRateLimitError, DomainError } from '#backend/errors.ts'

/** Timeouts of one response and of all responses of a check, in ms. */
const TIMEOUT_MS = 5_000
const CHECK_MS = 15_000
/** Maximum number of requests of a check, including redirects. */
const REQUESTS_MAX = 20
/** Maximum size of a decompressed response; a folder of 1000 entries has 700 kB. */
const RESPONSE_MAX_BYTES = 1024 * 1024
/** The same of a release: one with a thousand files, the most that GitHub allows, has 2 MB. */
const RELEASE_MAX_BYTES = 4 * 1024 * 1024
const RAW_MAX_BYTES = 256 * 1024

export type GitHub = {
  apiUrl: string
  token: string | undefined
  /** Ends every request when it aborts. */
  stopped?: AbortSignal
}
/** What GitHub still allows the site: requests that are left of those of an hour, and seconds until there are more. */
export type Allowance = { left: number; all: number; seconds: number }
/** A client for one check, with the remaining time and number of requests. */
export type GitHubClient = GitHub & {
  signal: AbortSignal
  requests: number
  now: Date
  /** As the last answer states it. */
  allowance?: Allowance
}

/** @param ms Longest duration of all requests. */
export const createGitHubClient = (github: GitHub, now: Date, ms = CHECK_MS): GitHubClient => ({
  ...github,
  now,
  signal: AbortSignal.any([AbortSignal.timeout(ms), ...(github.stopped ? [github.stopped] : [])]),
  requests: REQUESTS_MAX,
})

/** Owner and name of a repository; after the first response its current ones. */
export type RepositoryName = { owner: string; name: string }
/** https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types */
const MEDIA_TYPES = {
  json: 'application/vnd.github+json',
  raw: 'application/vnd.github.raw+json',
  sha: 'application/vnd.github.sha',
} as const
type Media = keyof typeof MEDIA_TYPES
const MISSING = [404, 409, 422, 451] as const
type Missing = (typeof MISSING)[number]
type Result = { text: string } | { missing: Missing }

/**
 * Sends a request to GitHub's REST API below a repository. Redirects to other hosts are not followed.
 * @returns the text of the response, or the status of a missing resource: 404, also if it is private;
 * 409 for an empty repository; 422 for an unknown commit; 451 if it is blocked for legal reasons.
 * @throws DomainError `github_unauthorized`, `github_forbidden`, `github_failing`, `github_nonsense`,
 * `github_too_large`, `github_slow`, `github_unreachable`; GitHubRateLimitError.
 */
export async function fetchGitHub(
  client: GitHubClient,
  repository: RepositoryName,
  path: string,
  media: Media = 'json',
): Promise<Result> {
  const signal = AbortSignal.any([client.signal, AbortSignal.timeout(TIMEOUT_MS)])
  const maxBytes = path.startsWith('/releases/') ? RELEASE_MAX_BYTES : RESPONSE_MAX_BYTES
  const read = (response: Response) =>
    media === 'raw' ? readFile(response) : readText(response, maxBytes)
  const result = await request(client, { repository, path, media, signal }, read)
  return typeof result === 'string' ? { text: result } : result
}

/**
 * The bytes of a file of a repository; `null` if it is missing. Only the signal of the client limits the time.
 * @throws as `fetchGitHub`; DomainError `github_too_large` above `maxBytes`.
 */
export async function fetchBytes(
  client: GitHubClient,
  repository: RepositoryName,
  path: string,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const sent = { repository, path, media: 'raw', signal: client.signal } as const
  const result = await request(client, sent, (response) =>
    readBytes(response, maxBytes).catch(refuseTooLarge),
  )
  return result instanceof Uint8Array ? result : null
}

type Sent = { repository: RepositoryName; path: string; media: Media; signal: AbortSignal }

async function request<T>(
  client: GitHubClient,
  { repository: { owner, name }, path, media, signal }: Sent,
  read: (response: Response) => Promise<T>,
): Promise<T | { missing: Missing }> {
  const { apiUrl, token } = client
  const url = new URL(
    `${apiUrl}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}${path}`,
  )
  const headers = {
    accept: MEDIA_TYPES[media],
    'x-github-api-version': '2022-11-28',
    'user-agent': 'keystrip',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  try {
    const response = await follow(client, url, { headers, signal })
    const allowance = allowanceOf(response, client.now)
    if (allowance) client.allowance = allowance
    if (response.ok) return await read(response)
    await discard(response)
    return { missing: getMissingStatus(response, client.now) }
  } catch (cause) {
    if (cause instanceof DomainError) throw cause
    throw githubError(signal.aborted ? 'github_slow' : 'github_unreachable', cause)
  }
}

/** As `fetchGitHub`; `null` if the resource is missing. */
export async function fetchText(...args: Parameters<typeof fetchGitHub>): Promise<string | null> {
  const result = await fetchGitHub(...args)
  return 'text' in result ? result.text : null
}

function getMissingStatus(response: Response, now: Date): Missing {
  const { status } = response
  checkRateLimit(response, now)
  const missing = MISSING.find((known) => known === status)
  if (missing !== undefined) return missing
  if (status === 401) throw githubError('github_unauthorized')
  if (status === 403) throw githubError('github_forbidden')
  throw githubError(status >= 500 ? 'github_failing' : 'github_nonsense')
}

/** @throws GitHubRateLimitError for a response that reports that it is exceeded. */
export function checkRateLimit(response: Response, now: Date): void {
  const wait = parseWait(response, now)
  if (wait !== null) throw new GitHubRateLimitError(new Date(now.getTime() + wait * 1000), wait)
}

/**
 * Seconds until the rate limit resets, or `null` if it is not exceeded.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
function parseWait({ status, headers }: Response, now: Date): number | null {
  if (status !== 403 && status !== 429) return null
  const after = Number(headers.get('retry-after') ?? Number.NaN)
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN)
  const left = reset - now.getTime() / 1000
  const isExhausted = headers.get('x-ratelimit-remaining') === '0'
  if (status === 403 && !isExhausted && !(after >= 0)) return null
  const seconds = [after, left].find((wait) => Number.isFinite(wait) && wait > 0) ?? 60
  return Math.min(Math.max(1, Math.ceil(seconds)), 24 * 3600)
}

/** The same document as `parseWait`; `null` for an answer that does not state it. */
function allowanceOf({ headers }: Response, now: Date): Allowance | null {
  const [left = Number.NaN, all = Number.NaN, reset = Number.NaN] = [
    'remaining',
    'limit',
    'reset',
  ].map((name) => Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN))
  if (!(left >= 0 && all > 0 && reset > 0)) return null
  return { left, all, seconds: Math.max(1, Math.ceil(reset - now.getTime() / 1000)) }
}

/** Follows one redirect on the same host, as for a renamed repository. */
async function follow(
  client: GitHubClient,
  url: URL,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<Response> {
  const response = await send(url, { headers, signal, redirect: 'manual' })
  const location = response.headers.get('location')
  if (![301, 302, 307, 308].includes(response.status) || location === null) return response
  await discard(response)
  const next = URL.parse(location, url)
  if (next?.origin !== url.origin) throw githubError('github_nonsense')
  const redirected = await send(next, { headers, signal, redirect: 'manual' })
  if (redirected.status < 300 || redirected.status >= 400) return redirected
  await discard(redirected)
  throw githubError('github_nonsense')

  function send(address: URL, init: RequestInit) {
    client.requests -= 1
    if (client.requests < 0) throw githubError('github_nonsense')
    return inSpan('GitHub', { kind: 'client' }, () => fetch(address, init))
  }
}

/** Cancels an unread body, which frees the connection. */
export async function discard(response: Response) {
  await response.body?.cancel().catch(() => undefined)
}

const readText = (response: Response, maxBytes: number): Promise<string> =>
  readBounded(response, maxBytes).catch(refuseTooLarge)

/** The text of a file of a repository; empty unless it is in UTF-8, UTF-16 or UTF-32. */
async function readFile(response: Response): Promise<string> {
  const bytes = await readBytes(response, RAW_MAX_BYTES).catch(refuseTooLarge)
  return decodeUnicode(bytes)?.text ?? ''
}

function refuseTooLarge(error: unknown): never {
  throw error instanceof TooLargeError ? githubError('github_too_large') : error
}

/** Parses a JSON response. @throws DomainError `github_nonsense`. */
export function parseResponse<T extends z.ZodType>(text: string, schema: T): z.output<T> {
  try {
    return schema.parse(parseBoundedJson(text))
  } catch (cause) {
    throw githubError('github_nonsense', cause)
  }
}

const MESSAGES = {
  github_unauthorized: 'GitHub rejects the access token of this site.',
  github_forbidden: 'GitHub denies this site access to the repository.',
  github_failing: 'GitHub reports an internal error.',
  github_nonsense: 'GitHub sent an invalid response.',
  github_too_large: 'The response of GitHub is too large.',
  github_slow: 'GitHub did not respond in time.',
  github_unreachable: 'GitHub cannot be reached.',
} as const satisfies Partial<Record<ErrorCode, string>>

function githubError(code: keyof typeof MESSAGES, cause?: unknown): DomainError {
  return new DomainError(code, MESSAGES[code], { subsystem: 'github', cause })
}
