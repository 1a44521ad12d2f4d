/** Maximum length of a return path, in characters. */
const PATH_MAX = 2000
/** Sign-in pages are no target: they redirect further. */
const SIGN_IN_PAGES =
  /^(?:\/[a-z-]{2,5})?\/(?:login|register|resetpwd|(?:google|github|discord)-callback)\/?$/i
/** Base for relative paths: another origin in the result means another site. */
const BASE = 'http://site.invalid'

/**
 * A path of this site to return to, unchanged with its query, or `null` for anything else: other
 * sites in any spelling, API calls, internal files, the sign-in pages.
 */
export function safePath(path: string | null | undefined): string | null {
  if (!path || path.length > PATH_MAX || !path.startsWith('/')) return null
  // Browsers treat `\` as `/` and drop tabs and line breaks from addresses.
  // oxlint-disable-next-line no-control-regex -- matches control characters
  if (/[\\\u0000-\u0020\u007f]/.test(path) || /^\/[/\\]/.test(path)) return null
  const url = URL.parse(path, BASE)
  if (url?.origin !== BASE) return null
  const decoded = decodeAll(url.pathname)
  // oxlint-disable-next-line no-control-regex -- as above
  if (decoded === null || /^\/\/|[\\\u0000-\u001f\u007f]/.test(decoded)) return null
  if (/^\/(?:api|_next)(?:\/|$)/i.test(decoded)) return null
  if (SIGN_IN_PAGES.test(decoded)) return null
  return url.pathname + url.search + url.hash
}

/** Decodes repeatedly; `null` if the text is malformed or needs too many passes. */
function decodeAll(path: string): string | null {
  let text = path
  for (let pass = 0; pass < 5; pass += 1) {
    try {
      const decoded = decodeURIComponent(text)
      if (decoded === text) return text
      text = decoded
    } catch {
      return pass === 0 ? null : text
    }
  }
  return null
}
