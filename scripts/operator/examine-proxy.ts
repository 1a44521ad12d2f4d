import { createHash } from 'node:crypto'
import type { OperatedSite } from './operator-client.ts'

/*
 * What a proxy in front of the site changes: the same requests go to the web app itself and through `SITE_URL`, and the answers are compared. They
 * change nothing.
 */

const TIMEOUT_MS = 10_000
/** Of an answer, what browsers need as the site has sent it. Caches may set others. */
const HEADERS = [
  'content-type',
  'content-encoding',
  'content-security-policy',
  'location',
  'strict-transport-security',
] as const
/** From a proxy that does not reach the site. */
const UNREACHED = [502, 503, 504]

type Sample = {
  what: string
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
}
type Answer = { status: number; isSite: boolean; parts: Map<string, string> }

/** A page, a write from the site, one from elsewhere, and an answer with cookies. */
const samplesOf = (origin: string): [Sample, ...Sample[]] => [
  { what: 'a page', method: 'GET', path: '/home/faq', headers: { 'accept-encoding': 'br' } },
  { what: 'a form of the site', method: 'POST', path: '/api/needs-scripts', headers: { origin } },
  {
    what: 'a form of another site',
    method: 'POST',
    path: '/api/needs-scripts',
    headers: { origin: 'https://elsewhere.invalid' },
  },
  {
    what: 'a redirect with cookies',
    method: 'GET',
    path: '/home/user',
    headers: { cookie: 'session=x; __Host-session=x' },
  },
]

/**
 * Compares the answers. @returns the number of answers that were compared, a sentence for each that differs, and, where it could not
 * look, why.
 */
export async function examineProxy({
  webUrl,
  origin,
}: Pick<OperatedSite, 'webUrl' | 'origin'>): Promise<{
  checked: number
  differences: string[]
  note?: string
}> {
  const samples = samplesOf(origin)
  const differences: string[] = []
  const unchecked = (why: string) => ({ checked: 0, differences: [], note: why })
  const own = await ask(webUrl, samples[0])
  if (typeof own === 'string') return unchecked(`the web app does not answer (${own})`)
  const first = await ask(origin, samples[0])
  if (typeof first === 'string') {
    return unchecked(`${origin} cannot be reached from this machine (${first})`)
  }
  if (UNREACHED.includes(first.status) && !first.isSite) {
    return {
      checked: 1,
      differences: [`What answers at ${origin} does not reach the site: ${first.status}.`],
    }
  }
  if (!first.isSite) return unchecked(`what answers at ${origin} on this machine is not the site`)
  for (const sample of samples) {
    const changed =
      (await changesOf(sample, webUrl, origin)) && (await changesOf(sample, webUrl, origin))
    if (changed) differences.push(`The answer to ${sample.what} is changed on the way: ${changed}.`)
  }
  return { checked: samples.length, differences }
}

/** What differs in an answer. A page may change in between, so that the caller asks again. */
async function changesOf(sample: Sample, webUrl: string, origin: string): Promise<string> {
  const [own, passed] = await Promise.all([ask(webUrl, sample), ask(origin, sample)])
  // One that ends meanwhile is no change.
  if (typeof own === 'string') return ''
  if (typeof passed === 'string') return `none arrives (${passed})`
  if (own.status !== passed.status) return `status ${passed.status} in place of ${own.status}`
  return [...own.parts]
    .flatMap(([name, value]) => (passed.parts.get(name) === value ? [] : [name]))
    .join(', ')
}

/** The answer to a request, or why there is none. */
async function ask(base: string, { method, path, headers }: Sample): Promise<Answer | string> {
  try {
    const answer = await fetch(base + path, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    const cookies = answer.headers.getSetCookie().map((one) => one.replace(/=[^;]*/, ''))
    return {
      status: answer.status,
      isSite: answer.headers.has('x-request-id'),
      parts: new Map([
        ...HEADERS.map((name) => [name, answer.headers.get(name) ?? ''] as const),
        ['set-cookie', cookies.toSorted().join()],
        ['body', method === 'GET' ? createHash('sha256').update(body).digest('hex') : ''],
      ]),
    }
  } catch (error) {
    const { cause = error } = error instanceof Error ? error : {}
    return cause instanceof Error
      ? 'code' in cause
        ? String(cause.code)
        : cause.message
      : String(cause)
  }
}
