import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { networkInterfaces } from 'node:os'
import { endpoints } from '#lib/paths.ts'
import { getProcessState } from '#lib/process-state.ts'
import { NOSCRIPT_STYLE } from '#lib/theme/noscript-style.ts'
import { removeNonceFromLinks, setNonce, takeNonce } from '#server/next/nonce.ts'

declare module '#lib/process-state.ts' {
  interface ProcessState {
    /** Inline scripts of pages beside the framework's; the layout sets them. */
    inlineScripts: readonly string[]
  }
}

/*
 * Content-Security-Policy (W3C CSP Level 3) of every answer; decision 63.
 *
 * Stored pages: the renderer marks its scripts with a nonce that only this process knows. When a page
 * is stored, the nonce is removed and the marked inline scripts are listed by hash. Pages that are
 * rendered for one request keep a nonce of their own, so that they can be streamed.
 */

/** Name of the group of endpoints that browsers report violations to. */
const REPORT_GROUP = 'policy'
/** Header of every page, beside its policy. */
export const REPORTING_ENDPOINTS = `${REPORT_GROUP}="${endpoints.policyReports}"`
/** Pages that are streamed for one visitor and never stored. */
const STREAMED =
  /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/(?:home\/(?:user|search|report|installed)(?:\/|$)|(?:login|register|resetpwd|needs-scripts|(?:google|github|discord)-callback)$|admin(?:\/|$)|dev\/)/
/** The preview of a form, the one page that the site's own pages frame. */
const FRAMED = /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/home\/user\/preview\/[\w-]{1,64}$/
/** A page lists at most this many inline scripts: a longer header would be cut or refused by proxies. */
const HASHES_MAX = 40
/** Addresses of this machine that are allowed beside `localhost` when it is the site's address. */
const LOCAL_MAX = 4

/** Answers that are no pages: nothing may be loaded or run if a browser shows one. */
export const DATA_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** Browsers show a picture as a page with style attributes; a drawing may have style sheets. */
const PICTURE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

const NOT_FRAMED = "frame-ancestors 'none'"

export type PolicyOptions = {
  siteUrl: string
  /** Origins that forms lead to by a redirect, such as those of sign-in providers. */
  formTargets?: readonly string[]
  /** Whether the framework's development server runs, whose scripts are inline and use `eval`. */
  isDev?: boolean
}

/** How the scripts of one answer are recognised. */
export type Marking = {
  nonce: string
  /** Whether the nonce is the process's own, which never leaves it. */
  isSecret: boolean
  /** Whether pages of the site may frame it. */
  isFramed: boolean
}

export type Sealed = { body: Buffer; policy: string }

/** Creates the policies of a site. The headers depend on the configuration, never on a request. */
export function createPolicies({ siteUrl, formTargets = [], isDev = false }: PolicyOptions) {
  const site = new URL(siteUrl)
  const secret = newNonce()
  const documents = documentPolicy({ site, formTargets, isDev })

  /** Policy of a page with these sources of inline scripts beside those of the site. */
  const policyOf = (sources: readonly string[]) =>
    documents([...(getProcessState('inlineScripts') ?? []).map(hashOf), ...sources].join(' '))

  /** Whether an answer may contain the secret, so that its whole body is needed (`finish`). */
  const needsSeal = (res: ServerResponse, marking: Marking | undefined): boolean =>
    marking?.isSecret === true && (isType(res, 'text/html') || isType(res, 'text/x-component'))

  /**
   * Removes the secret from a page, or from data of the client router, and lists the inline scripts that
   * carried it in the page's policy. Time and memory are linear in the size of the body.
   */
  function seal(body: Buffer): Sealed {
    const { text, scripts } = takeNonce(body.toString(), secret)
    const hashes = [...new Set(scripts.map(hashOf))].slice(0, HASHES_MAX)
    return { body: Buffer.from(text), policy: policyOf(hashes) }
  }

  return {
    /**
     * Marks a request for a page, so that the renderer's scripts carry a nonce.
     * @returns no nonce in development, where scripts are not distinguished.
     */
    mark(headers: IncomingHttpHeaders, path: string): Marking | undefined {
      const isFramed = FRAMED.test(path)
      if (isDev) return isFramed ? { nonce: '', isSecret: false, isFramed } : undefined
      const isSecret = !STREAMED.test(path)
      const nonce = isSecret ? secret : newNonce()
      setNonce(headers, nonce)
      return { nonce, isSecret, isFramed }
    },
    /**
     * Sets the policy of an answer whose handler has set none, and removes the secret from `Link`. A page that the framework answers 304
     * keeps the policy that the client has: headers of a 304 replace those that are stored (RFC 9111, section 4.3.4).
     */
    apply(res: ServerResponse, marking?: Marking): void {
      if (res.statusCode !== 304 && !res.hasHeader('content-security-policy')) {
        res.setHeader('content-security-policy', policyFor(res, marking))
      }
      if (marking?.isSecret) removeNonceFromLinks(res, secret)
      if (isType(res, 'text/html')) {
        res.setHeader('reporting-endpoints', REPORTING_ENDPOINTS)
      }
    },
    seal,
    needsSeal,
    /**
     * Seals the body of an answer if it needs that, and sets its policy and length.
     * @returns the body to send or store.
     */
    finish(res: ServerResponse, marking: Marking | undefined, raw: Buffer): Buffer {
      if (!needsSeal(res, marking)) return raw
      const { body, policy } = seal(raw)
      if (isType(res, 'text/html')) res.setHeader('content-security-policy', policy)
      if (raw.length > 0 && res.hasHeader('content-length')) {
        res.setHeader('content-length', body.length)
      }
      return body
    },
  }

  function policyFor(res: ServerResponse, marking: Marking | undefined): string {
    if (isType(res, 'image/')) return PICTURE_POLICY
    if (!isType(res, 'text/html')) return DATA_POLICY
    const policy = policyOf(marking && !marking.isSecret ? [`'nonce-${marking.nonce}'`] : [])
    return marking?.isFramed ? policy.replace(NOT_FRAMED, "frame-ancestors 'self'") : policy
  }
}
export type Policies = ReturnType<typeof createPolicies>

/** The source of an inline script or style in a policy. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

const newNonce = () => randomBytes(18).toString('base64url')

function isType(res: ServerResponse, type: string): boolean {
  return String(res.getHeader('content-type') ?? '').startsWith(type)
}

/** Builds the policy of a page from the sources of its inline scripts. */
function documentPolicy({
  site,
  formTargets,
  isDev,
}: Required<Omit<PolicyOptions, 'siteUrl'>> & { site: URL }) {
  const origins = originsOf(site)
  const at = (path: string) => origins.map((origin) => origin + path).join(' ')
  const files = at('/_next/static/')
  const style = hashOf(NOSCRIPT_STYLE)
  const before = "default-src 'none'; base-uri 'none'; object-src 'none'"
  const after = [
    // Style attributes show colours and masks of projects; they run nothing.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `font-src ${files}`,
    "manifest-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-src 'self'",
    NOT_FRAMED,
    ...(site.protocol === 'https:' ? ['upgrade-insecure-requests'] : []),
    `report-uri ${endpoints.policyReports}`,
    `report-to ${REPORT_GROUP}`,
  ].join('; ')
  if (isDev) {
    const scripts =
      "script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'"
    return () => `${before}; ${scripts}; connect-src 'self' ws: wss:; ${after}`
  }
  const styles = `style-src-elem ${files} ${at(endpoints.sessionCorner)} ${style}`
  return (scripts: string) =>
    `${before}; script-src ${files} ${scripts}; style-src 'self'; ${styles}; connect-src 'self'; ${after}`
}

/**
 * Origins of the site's own files. `'self'` would be shorter and independent of the address, but takes
 * no path, and uploaded files are on the same origin. A site that runs under a local address is
 * reached under the other names of its machine too.
 */
function originsOf(site: URL): string[] {
  if (!/^(?:localhost|127\.\d+\.\d+\.\d+)$/.test(site.hostname)) return [site.origin]
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
    .slice(0, LOCAL_MAX)
  const hosts = new Set([site.hostname, 'localhost', '127.0.0.1', ...own])
  const port = site.port === '' ? '' : `:${site.port}`
  return [...hosts].map((host) => `${site.protocol}//${host}${port}`)
}
