import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { KINDS } from '#lib/contract/kind.ts'
import { paths } from '#lib/paths.ts'
import { DATA_POLICY } from './policy.ts'

/*
 * Speculation rules (WICG, Nav Speculation): what browsers that know them fetch or render in advance.
 * Only pages that are stored, so a page fetched in vain costs no rendering. They come in a file of
 * their own, since a policy without inline scripts would block them in a page.
 */

/** Path patterns (URL Pattern Standard) of pages that are stored; any query and fragment. */
const LISTS = KINDS.map((kind) => paths.list(kind))
const STORED = [
  paths.home,
  ...LISTS,
  ...LISTS.map((list) => `${list}/detail/:id`),
  '/home/author/:name',
]

/** With and without the prefix of a language. */
const inAnyLanguage = (patterns: readonly string[]) =>
  patterns.flatMap((path) => [path, `/:language${path}`])

/** Links that lead to the page itself, save something, or that the page asks to be left alone. */
const EXCLUDED = '[aria-current=page], [download], [rel~=nofollow]'

const where = (patterns: readonly string[], ...conditions: object[]) => ({
  and: [
    { href_matches: inAnyLanguage(patterns) },
    { not: { selector_matches: EXCLUDED } },
    ...conditions,
  ],
})

/**
 * `moderate`: a pointer rests on the link for 200 ms, or presses it. The entrance leads to the lists:
 * these are rendered in advance there.
 */
export const RULES = {
  prefetch: [{ source: 'document', where: where(STORED), eagerness: 'moderate' }],
  prerender: [
    {
      source: 'document',
      where: where(LISTS, { selector_matches: '[data-entrance] a' }),
      eagerness: 'moderate',
    },
  ],
}

const BODY = JSON.stringify(RULES)
const HASH = createHash('sha256').update(BODY).digest('hex').slice(0, 16)
/** Address of the rules, below the path that the policy admits. */
const RULES_PATH = `/_next/static/speculation-${HASH}.json`

/** Whether a path is that of the rules. */
export const isSpeculationRules = (path: string): boolean => path === RULES_PATH

/** Answers a request for the rules. */
export function sendSpeculationRules(req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(200, {
    'content-type': 'application/speculationrules+json',
    'content-length': Buffer.byteLength(BODY),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': DATA_POLICY,
  })
  res.end(req.method === 'HEAD' ? undefined : BODY)
}

/** Names the rules in the headers of a public page: one that shared caches may store. */
export function setSpeculationRules(res: ServerResponse): void {
  const type = String(res.getHeader('content-type') ?? '')
  const isPublic = /\bs-maxage=[1-9]/.test(String(res.getHeader('cache-control') ?? ''))
  if (res.statusCode === 200 && isPublic && type.startsWith('text/html')) {
    res.setHeader('speculation-rules', `"${RULES_PATH}"`)
  }
}
