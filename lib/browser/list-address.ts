import { KINDS } from '#lib/contract/kind.ts'
import { listPath } from '#lib/paths.ts'

/** Storage key, in the storage of the tab, of where lists were left (islands/lists.ts). */
export const LISTS_KEY = 'lists'

/** Ends of the paths of lists: without their language. */
export const LIST_PATH = new RegExp(`(?:${KINDS.map(listPath).join('|')})$`)

/** The path of a list without its language, or `undefined` for other pages. */
export const listOf = (pathname: string): string | undefined => LIST_PATH.exec(pathname)?.[0]
