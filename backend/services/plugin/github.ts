import { z } from 'zod'
import { parseBoundedJson } from '#backend/text/bounded-json.ts'
import type { Reason } from '#lib/contract/envelope.ts'
import { GitHubLimit, HttpError } from '#backend/http/errors.ts'

/** GitHub has this long for each answer and for all answers of one check, in ms. */
const TIMEOUT_MS = 5_000
const CHECK_MS = 15_000
/** Requests of one check, redirects counted. */
const REQUESTS_MAX = 12
/** An answer may have this many bytes, decompressed: 1000 entries of a folder have 700 kB. */
const ANSWER_MAX_BYTES = 1024 * 1024
const RAW_MAX_BYTES = 256 * 1024

export type GitHub = { apiUrl: string; token: string | undefined }
/** One check of a repository, with its moment and what is left of its time and requests. */
export type Asking = GitHub & { signal: AbortSignal; requests: number; now: Date }

export const startAsking = (github: GitHub, now: Date): Asking => ({
  ...github,
  now,
  signal: AbortSignal.timeout(CHECK_MS),
  requests: REQUESTS_MAX,
})

/** Where a repository is; from its first answer on under its present name. */
export type RepositoryName = { owner: string; name: string }
type Answered = { text: string } | { missing: 404 | 409 | 451 }

/**
 * Asks GitHub's REST API below a repository. No redirect to another host is followed.
 * @returns the answer's text, or the status that says that there is none: 404 also for what is
 * private, 451 for what the law took away.
 * @throws HttpError 503 (`github_unauthorized`, `github_forbidden`, `github_failing`,
 * `github_nonsense`, `github_too_large`, `github_slow`, `github_unreachable`); GitHubLimit.
 */
export async function askGitHub(
  asking: Asking,
  { owner, name }: RepositoryName,
  path: string,
  { isRaw = false } = {},
): Promise<Answered> {
  const { apiUrl, token } = asking
  const url = new URL(
    `${apiUrl}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}${path}`,
  )
  const headers = {
    accept: isRaw ? 'application/vnd.github.raw+json' : 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    'user-agent': 'keystrip',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const signal = AbortSignal.any([asking.signal, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    const response = await follow(asking, url, { headers, signal })
    if (response.ok)
      return { text: await readText(response, isRaw ? RAW_MAX_BYTES : ANSWER_MAX_BYTES) }
    await discard(response)
    return { missing: statusOfNothing(response, asking.now) }
  } catch (cause) {
    if (cause instanceof HttpError) throw cause
    throw trouble(signal.aborted ? 'github_slow' : 'github_unreachable', cause)
  }
}

/** As `askGitHub`; `null` for what is not there. */
export async function textAt(...where: Parameters<typeof askGitHub>): Promise<string | null> {
  const answered = await askGitHub(...where)
  return 'text' in answered ? answered.text : null
}

function statusOfNothing(response: Response, now: Date): 404 | 409 | 451 {
  const { status } = response
  const wait = waitOf(response, now)
  if (wait !== null) throw new GitHubLimit(new Date(now.getTime() + wait * 1000), wait)
  if (status === 404 || status === 409 || status === 451) return status
  if (status === 401) throw trouble('github_unauthorized')
  if (status === 403) throw trouble('github_forbidden')
  throw trouble(status >= 500 ? 'github_failing' : 'github_nonsense')
}

/** https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api, in seconds. */
function waitOf({ status, headers }: Response, now: Date): number | null {
  if (status !== 403 && status !== 429) return null
  const after = Number(headers.get('retry-after') ?? Number.NaN)
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN)
  const left = reset - now.getTime() / 1000
  const isSpent = headers.get('x-ratelimit-remaining') === '0'
  if (status === 403 && !isSpent && !(after >= 0)) return null
  const seconds = [after, left].find((wait) => Number.isFinite(wait) && wait > 0) ?? 60
  return Math.min(Math.max(1, Math.ceil(seconds)), 24 * 3600)
}

/** One redirect, as GitHub gives for a renamed repository, on the same host. */
async function follow(
  asking: Asking,
  url: URL,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<Response> {
  const response = await send(url, { headers, signal, redirect: 'manual' })
  const location = response.headers.get('location')
  if (![301, 302, 307, 308].includes(response.status) || location === null) return response
  await discard(response)
  const next = URL.parse(location, url)
  if (next?.origin !== url.origin) throw trouble('github_nonsense')
  const again = await send(next, { headers, signal, redirect: 'manual' })
  if (again.status < 300 || again.status >= 400) return again
  await discard(again)
  throw trouble('github_nonsense')

  function send(address: URL, init: RequestInit) {
    asking.requests -= 1
    if (asking.requests < 0) throw trouble('github_nonsense')
    return fetch(address, init)
  }
}

/** An answer that is not read gives its connection back. */
async function discard(response: Response) {
  await response.body?.cancel().catch(() => undefined)
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw trouble('github_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses an answer of GitHub. */
export function parseAnswer<T extends z.ZodType>(text: string, schema: T): z.output<T> {
  try {
    return schema.parse(parseBoundedJson(text))
  } catch (cause) {
    throw trouble('github_nonsense', cause)
  }
}

const SENTENCES = {
  github_unauthorized: 'GitHub does not accept the token of this site.',
  github_forbidden: 'GitHub does not let this site look at the repository.',
  github_failing: 'GitHub has a failure of its own.',
  github_nonsense: 'GitHub answered something that makes no sense.',
  github_too_large: 'GitHub answered more than is read.',
  github_slow: 'GitHub did not answer in time.',
  github_unreachable: 'GitHub cannot be reached.',
} as const satisfies Partial<Record<Reason, string>>

function trouble(reason: keyof typeof SENTENCES, cause?: unknown): HttpError {
  return new HttpError(503, SENTENCES[reason], reason, { part: 'github', cause })
}
