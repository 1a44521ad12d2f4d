import { z } from 'zod'
import { parseBoundedJson } from '#backend/text/bounded-json.ts'
import { HttpError } from '#backend/http/errors.ts'

/** GitHub has this long for each answer and for all answers of one check, in ms. */
const TIMEOUT_MS = 5_000
const CHECK_MS = 15_000
/** Requests of one check, redirects counted. */
const REQUESTS_MAX = 12
/** An answer may have this many bytes, decompressed: 1000 entries of a folder have 700 kB. */
const ANSWER_MAX_BYTES = 1024 * 1024
const RAW_MAX_BYTES = 256 * 1024

export type GitHub = { apiUrl: string; token: string | undefined }
/** One check of a repository, with what is left of its time and requests. */
export type Asking = GitHub & { signal: AbortSignal; requests: number }

export const startAsking = (github: GitHub): Asking => ({
  ...github,
  signal: AbortSignal.timeout(CHECK_MS),
  requests: REQUESTS_MAX,
})

/**
 * Asks GitHub's REST API below a repository. No redirect to another host is followed.
 * @returns the answer's text; `null` for what is not there (or private, which GitHub does not tell apart).
 * @throws HttpError 503; 429 (`github_limit`) with the time when one may ask again.
 */
export async function askGitHub(
  asking: Asking,
  repository: { owner: string; name: string },
  path: string,
  { isRaw = false } = {},
): Promise<string | null> {
  const { apiUrl, token } = asking
  const { owner, name } = repository
  const url = new URL(
    `${apiUrl}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}${path}`,
  )
  let response: Response
  try {
    response = await follow(asking, url, {
      accept: isRaw ? 'application/vnd.github.raw+json' : 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': 'keystrip',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    })
  } catch (cause) {
    throw away(cause)
  }
  const isSpent = response.headers.get('x-ratelimit-remaining') === '0'
  if (response.ok) return readText(response, isRaw ? RAW_MAX_BYTES : ANSWER_MAX_BYTES)
  await discard(response)
  if (response.status === 429 || (response.status === 403 && isSpent)) throw spent(response)
  if (response.status === 404 || response.status === 409 || response.status === 451) return null
  throw away()
}

/** One redirect, as GitHub gives for a renamed repository, on the same host. */
async function follow(
  asking: Asking,
  url: URL,
  headers: Record<string, string>,
): Promise<Response> {
  const signal = AbortSignal.any([asking.signal, AbortSignal.timeout(TIMEOUT_MS)])
  const response = await send(url, { headers, signal, redirect: 'manual' })
  const location = response.headers.get('location')
  if (![301, 302, 307, 308].includes(response.status) || location === null) return response
  await discard(response)
  const next = new URL(location, url)
  if (next.origin !== url.origin) throw new Error('a redirect to another host')
  return send(next, { headers, signal, redirect: 'error' })

  function send(address: URL, init: RequestInit) {
    asking.requests -= 1
    if (asking.requests < 0) throw new Error('too many requests')
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
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) throw new Error('too much')
      chunks.push(chunk)
    }
  } catch (cause) {
    throw away(cause)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses an answer of GitHub. */
export function parseAnswer<T extends z.ZodType>(text: string, schema: T): z.output<T> {
  try {
    return schema.parse(parseBoundedJson(text))
  } catch (cause) {
    throw away(cause)
  }
}

function spent(response: Response): HttpError {
  const reset = Number(response.headers.get('x-ratelimit-reset'))
  const at = reset > 0 ? new Date(reset * 1000).toISOString() : 'a later time'
  return new HttpError(429, `GitHub's limit is reached: try again at ${at}.`, 'github_limit')
}

function away(cause?: unknown): HttpError {
  return new HttpError(503, 'GitHub cannot be reached.', undefined, { part: 'github', cause })
}
