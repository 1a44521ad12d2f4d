/** The longest path that is carried along. */
const PATH_MAX = 2000
/** Screens that lead on to somewhere else: nobody wants to be led back to them. */
const ENTRANCES =
  /^(?:\/[a-z-]{2,5})?\/(?:login|register|resetpwd|(?:google|github|discord)-callback)\/?$/i
/** Any site at all: what leads away from it leads away from ours. */
const HERE = 'http://site.invalid'

/**
 * Where to go after signing in: a path of this site with its query, exactly as it was, or `null`
 * for everything else: other sites in any spelling, calls, internal files, the sign-in itself.
 */
export function safePath(wanted: string | null | undefined): string | null {
  if (!wanted || wanted.length > PATH_MAX || !wanted.startsWith('/')) return null
  // Browsers take `\` for `/`, and drop tabs and line breaks from addresses.
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\\\u0000-\u0020\u007f]/.test(wanted) || /^\/[/\\]/.test(wanted)) return null
  const url = URL.parse(wanted, HERE)
  if (url?.origin !== HERE) return null
  const decoded = decodeAll(url.pathname)
  // oxlint-disable-next-line no-control-regex -- as above
  if (decoded === null || /^\/\/|[\\\u0000-\u001f\u007f]/.test(decoded)) return null
  if (/^\/(?:api|_next)(?:\/|$)/i.test(decoded)) return null
  if (ENTRANCES.test(decoded)) return null
  return url.pathname + url.search + url.hash
}

/** Decoded until nothing changes; `null` for what cannot be, or takes too many turns. */
function decodeAll(path: string): string | null {
  let text = path
  for (let turn = 0; turn < 5; turn += 1) {
    try {
      const decoded = decodeURIComponent(text)
      if (decoded === text) return text
      text = decoded
    } catch {
      return turn === 0 ? null : text
    }
  }
  return null
}
