import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

/** Makes the renderer mark its scripts with a nonce. Next reads it from this header, which is never a client's (exchange.ts). */
export function setNonce(headers: IncomingHttpHeaders, nonce: string): void {
  headers['content-security-policy'] = `script-src 'nonce-${nonce}'`
}

/** Removes a nonce from the addresses that Next preloads. */
export function removeNonceFromLinks(res: ServerResponse, nonce: string): void {
  const link = res.getHeader('link')
  if (link !== undefined) res.setHeader('link', String(link).replaceAll(`; nonce="${nonce}"`, ''))
}

/**
 * Removes a nonce from a page or from data of the client router.
 * @returns the text, and the inline scripts that carried the nonce.
 */
export function takeNonce(html: string, nonce: string): { text: string; scripts: string[] } {
  const parts = html.split(` nonce="${nonce}"`).map((part) => withoutNonce(part, nonce))
  const scripts = parts.slice(1).flatMap((part, index) => {
    // React escapes `<` and `>` in attributes: the last `<` begins the marked tag.
    const before = parts[index] ?? ''
    const start = part.indexOf('>') + 1
    const tag = before.slice(before.lastIndexOf('<')) + part.slice(0, start)
    const end = part.slice(start).search(/<\/script/i)
    const isInline = /^<script[ >]/i.test(tag) && !tag.includes(' src="')
    return isInline && end >= 0 ? [part.slice(start, start + end)] : []
  })
  return { text: parts.join(''), scripts }
}

/** In Next's data the nonce is a string of JSON; `$undefined` is what React writes for no value. */
export const withoutNonce = (text: string, nonce: string) =>
  text.replaceAll(nonce, () => '$undefined')
