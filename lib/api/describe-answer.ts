import { createHash } from 'node:crypto'
import { z } from 'zod'
import { matchesEtag } from '#lib/accept.ts'
import { type Call, isPublicRead } from '#lib/contract/call.ts'
import { cursorSchema } from '#lib/contract/list.ts'

/** Whether the web app describes the answers of a call: JSON of public reads, whatever backend it comes from. */
export const isDescribed = (call: Call): boolean => isPublicRead(call) && isJsonCall(call)

/** Calls for bytes describe their answers themselves, except for the document of the API. */
export const isJsonCall = ({ mediaType }: Call): boolean =>
  mediaType === undefined || mediaType === 'application/json'

/**
 * Describes a successful answer in its headers: entity tag and freshness (RFC 9110 and 9111), and the next and the first page of a
 * list (RFC 8288). The tag is weak, since the answer may be compressed afterwards.
 * @param json the parsed answer, `undefined` if it is no JSON.
 * @returns whether the client has the answer already, so that 304 suffices.
 */
export function describeAnswer(
  call: Call,
  request: { url: string; headers: Pick<Headers, 'get'> },
  { bytes, json, headers }: { bytes: Buffer; json: () => unknown; headers: Headers },
): boolean {
  const link = linkOf(call, new URL(request.url), json)
  if (link !== undefined) headers.set('link', link)
  // A change has to be seen at once: caches keep the answer and ask whether it is still the same.
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-cache')
  const etag = headers.get('etag') ?? `W/"${hashOf(bytes)}"`
  headers.set('etag', etag)
  return matchesEtag(request.headers.get('if-none-match'), etag)
}

const hashOf = (bytes: Buffer) =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

const pageSchema = z.object({ data: z.object({ next: cursorSchema.nullable() }) })

/** Links to the pages of a list; nothing for answers that have no pages. */
function linkOf(call: Call, url: URL, json: () => unknown): string | undefined {
  if (!isPaged(call)) return undefined
  const page = pageSchema.safeParse(json())
  if (!page.success) return undefined
  const { next } = page.data.data
  const first = `<${addressOf(call, url, null)}>; rel="first"`
  return next === null ? first : `<${addressOf(call, url, next)}>; rel="next", ${first}`
}

const isPaged = ({ query, data }: Call) =>
  query !== undefined &&
  'after' in query.shape &&
  data instanceof z.ZodObject &&
  'next' in data.shape

/** The address with the parameters that the call has, whose values it bounds, and another cursor. */
function addressOf({ query }: Call, url: URL, after: string | null): string {
  const parameters = Object.keys(query?.shape ?? {}).flatMap((name) => {
    const value = name === 'after' ? after : url.searchParams.get(name)
    return value === null || value === '' ? [] : [[name, value]]
  })
  const search = new URLSearchParams(parameters)
  return search.size === 0 ? url.pathname : `${url.pathname}?${search}`
}
