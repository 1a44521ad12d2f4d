import { type Kind, KIND_TABLE, kindOfPath, KINDS } from '#lib/contract/kind.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { LOCALES } from '#lib/contract/locale.ts'

/** A project by an address of it. `site`: scheme, host and port; null for a path alone. */
type AddressedProject = { id: string; kind: Kind; site: string | null }

const LOCALE = `(?:${LOCALES.join('|')})`
const ID = '(?<id>[A-Za-z0-9_-]{1,64})'
const PATHS = KINDS.map((kind) => KIND_TABLE[kind].path).join('|')
/** The page of a project, its card for other sites, and its answer of the API. */
const ADDRESSES = [
  `(?:/${LOCALE})?/home/(?<path>${PATHS})/detail/${ID}`,
  `/embed/${LOCALE}/(?<kind>${KINDS.join('|')})/${ID}`,
  `${API_BASE}/(?<kind>${KINDS.join('|')})/${ID}`,
].map((pattern) => new RegExp(`^${pattern}/?$`, 'i'))
/** What stands around an address in a text. */
const AROUND = /^[\s<("'“‘[]+|[\s>)"'”’\].,;]+$/g
/** What a path alone is read against. */
const NOWHERE = 'https://site.invalid'

/**
 * Reads an address of a project, in any language and on any site: with or without scheme, query and fragment, or the path alone.
 * @returns null for anything else.
 */
export function projectOfAddress(given: string): AddressedProject | null {
  const text = given.replaceAll(AROUND, '')
  // A term without a slash is looked at no further.
  if (!text.includes('/') || /\s/.test(text)) return null
  const isPath = text.startsWith('/') && !text.startsWith('//')
  const isWhole = isPath || /^(?:[a-z]+:)?\/\//i.test(text)
  const url = URL.parse(isWhole ? text : `https://${text}`, NOWHERE)
  for (const pattern of url ? ADDRESSES : []) {
    const { path = '', kind = '', id } = pattern.exec(url?.pathname ?? '')?.groups ?? {}
    const found = KINDS.find((one) => one === kind.toLowerCase()) ?? kindOfPath(path.toLowerCase())
    if (found && id !== undefined)
      return { id, kind: found, site: isPath ? null : (url?.origin ?? null) }
  }
  return null
}
