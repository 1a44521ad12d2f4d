import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { boundChunks, TooLargeError } from '#lib/limits/read-bounded.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { endpoints } from '#lib/paths.ts'

/** Limit of a body, in bytes. */
const BODY_MAX_BYTES = 8 * 1024
/** Lines in the log per minute; further reports are counted only. */
const LINES_PER_MINUTE = 10

/** One violation in the two formats of browsers (W3C CSP Level 3, section 5.3; Reporting API). */
const directive = z.string().regex(/^[a-z-]{1,40}$/)
const address = z.string().max(2048)
const oldSchema = z.object({
  'csp-report': z
    .object({
      'document-uri': address,
      'effective-directive': directive.optional(),
      'violated-directive': z.string().max(2048).optional(),
      'blocked-uri': address.default(''),
      'source-file': address.nullish(),
    })
    .transform((report) => ({
      documentURL: report['document-uri'],
      effectiveDirective:
        report['effective-directive'] ?? report['violated-directive']?.split(' ')[0] ?? '',
      blockedURL: report['blocked-uri'],
      sourceFile: report['source-file'],
    })),
})
const bodySchema = z.object({
  documentURL: address,
  effectiveDirective: directive,
  blockedURL: address.nullish(),
  sourceFile: address.nullish(),
})
type Violation = z.infer<typeof bodySchema>
const newSchema = z
  .array(z.object({ type: z.string().max(40), body: z.unknown() }))
  .max(20)
  .transform((reports) =>
    reports
      .filter(({ type }) => type === 'csp-violation')
      .flatMap(({ body }) => bodySchema.safeParse(body).data ?? []),
  )

type Log = { warn: (details: object, message: string) => void }

/**
 * Receives the browsers' reports of violations of the Content-Security-Policy: counts them, and logs at
 * most ten a minute. A line names the directive, what was blocked (an origin, or a keyword such as
 * `inline`) and the kind of page: no ids, names, queries or samples. Anyone can send a report, so a
 * line is a hint, no proof. Reports about pages of other sites and about browser extensions are left out.
 * Answers 204; 400, 413 or 415 to what is no report.
 * @param now elapsed time in ms.
 */
export function createPolicyReports(
  siteUrl: string,
  log: Log,
  now: () => number = () => performance.now(),
) {
  const { host } = new URL(siteUrl)
  let reports = 0
  let minute = { began: -Infinity, lines: 0 }

  function report(violation: Violation) {
    const page = URL.parse(violation.documentURL)
    if (page?.host !== host || isExtension(violation)) return
    reports += 1
    if (now() - minute.began >= 60_000) minute = { began: now(), lines: 0 }
    if (minute.lines >= LINES_PER_MINUTE) return
    minute.lines += 1
    const details = {
      directive: violation.effectiveDirective,
      blocked: originOf(violation.blockedURL ?? ''),
      page: kindOf(page.pathname),
      reports,
    }
    log.warn(details, 'a page tried what its policy forbids')
  }

  return {
    handles: (req: IncomingMessage, path: string) =>
      req.method === 'POST' && path === endpoints.policyReports,
    async receive(
      req: IncomingMessage,
      res: ServerResponse,
      sendError: (status: number) => void,
    ): Promise<void> {
      const type = String(req.headers['content-type'] ?? '').split(';')[0]
      const parse = PARSERS.get(type?.trim().toLowerCase() ?? '')
      try {
        if (!parse) return sendError(415)
        for (const violation of parse(JSON.parse(await readBody(req)))) report(violation)
        res.writeHead(204, { 'cache-control': 'no-store' }).end()
      } catch (error) {
        // What is left of the body is not read.
        res.setHeader('connection', 'close')
        sendError(error instanceof TooLargeError ? 413 : 400)
      }
    },
  }
}
export type PolicyReports = ReturnType<typeof createPolicyReports>

/** Parsers by content type. @throws ZodError */
const PARSERS = new Map<string, (body: unknown) => Violation[]>([
  ['application/csp-report', (body) => [bodySchema.parse(oldSchema.parse(body)['csp-report'])]],
  ['application/reports+json', (body) => newSchema.parse(body)],
])

/** @throws TooLargeError past the limit; the connection stays open for the answer. */
async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  const source = req.iterator({ destroyOnReturn: false })
  for await (const chunk of boundChunks(source, BODY_MAX_BYTES)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Extensions put scripts into pages that they show; the policy blocks some of them. */
function isExtension({ blockedURL, sourceFile }: Violation): boolean {
  return [blockedURL, sourceFile].some((url) => /^[a-z-]*extension\b/i.test(url ?? ''))
}

/** The origin of an address, or a keyword; no field with free text. */
function originOf(blocked: string): string {
  const url = URL.parse(blocked)
  if (url && url.origin !== 'null') return url.origin.slice(0, 100)
  return /^[a-z-]{1,20}(?=:|$)/.exec(blocked)?.[0] ?? 'other'
}

const NAMES =
  'home index search detail author about faq publish user login register resetpwd status'
const SEGMENTS = new Set([
  ...NAMES.split(' '),
  ...Object.values(KIND_TABLE).map(({ path }) => path),
])

/** The beginning of a path up to the first segment that may name a project or a person. */
function kindOf(path: string): string {
  const segments = path.split('/').slice(1)
  if (LOCALES.some((locale) => locale === segments[0]?.toLowerCase())) segments.shift()
  const end = segments.findIndex((segment) => !SEGMENTS.has(segment))
  return `/${segments.slice(0, end < 0 ? undefined : end).join('/')}`
}
