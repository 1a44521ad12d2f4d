import { type Kind, kindOfPath } from '#lib/contract/kind.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { idSchema } from '#lib/contract/project.ts'
import { usageError } from './exit.ts'
import { parseSite } from './site.ts'

/** What `install` is given: the address of a project's page, or an id. */
export type ProjectAddress = { id: string; kind: Kind | null; origin: URL | null }

const PAGE = new RegExp(
  `^(?:/(?:${LOCALES.join('|')}))?/home/(?<path>[a-z]+)/detail/(?<id>[^/]+)/?$`,
  'i',
)

/** @throws CliError `usage` for anything else. */
export function parseProjectAddress(text: string): ProjectAddress {
  if (idSchema.safeParse(text).success) return { id: text, kind: null, origin: null }
  const url = URL.canParse(text) ? new URL(text) : null
  const { path, id } = PAGE.exec(url?.pathname ?? '')?.groups ?? {}
  const kind = kindOfPath(path?.toLowerCase() ?? '')
  if (!url || kind === undefined || !idSchema.safeParse(id).success || id === undefined) {
    throw usageError('Name the address of a project’s page, or its id.')
  }
  return { id, kind, origin: parseSite(url.origin) }
}
