import { projectOfAddress } from '#lib/contract/input/project-address.ts'
import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'

/** A version behind a name, as package managers write it: `name@1.2.0`. Of two numbers at least: other names end with `@` and a number. */
const VERSION = String.raw`v?\d{1,5}\.\d{1,5}(?:\.\d{1,5})?(?:[-+][0-9A-Za-z.+-]{1,64})?`
const AT_VERSION = new RegExp(String.raw`^(?<name>.*\S)\s*[@＠]\s*${VERSION}$`, 'is')
const NAMES = [...KINDS, ...KINDS.map((kind) => KIND_TABLE[kind].path)].join('|')
/** An id alone, behind its kind, or before a version. */
const ID = new RegExp(`^(?:(?:${NAMES})[/:])?(?<id>[A-Za-z0-9_-]{1,64})(?:[/ ]${VERSION})?$`, 'i')

/** What a term searches for: the id in the address of a project, and the name before a version; else the term as it is. */
export function meantTerm(term: string): string {
  const addressed = projectOfAddress(term)
  if (addressed) return addressed.id
  return AT_VERSION.exec(term)?.groups?.['name'] ?? term
}

/** The id that a term may be, also behind its kind (`icon/ID`) and before a version; null for other terms. */
export const idIn = (term: string): string | null => ID.exec(term.trim())?.groups?.['id'] ?? null
