import 'server-only'
import { type Kind, KINDS } from '#lib/contract/kind.ts'
import { LANGUAGES, type Locale } from '#lib/contract/locale.ts'
import type { ListedProject } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { chooseFeatured } from './featured.ts'
import { readPopular, readProject } from './server.ts'

/** Projects of a row, as many as fit beside each other. */
const ROW = 4
/** Popular projects of a kind that the rows are chosen from. */
const CANDIDATES = 24

/** Row of a kind, with at least one project. */
export type KindRow = { kind: Kind; projects: ListedProject[] }

/**
 * Reads the projects of the home page: those that the operator features (`FEATURED`), else one of each kind; and the
 * popular ones of each kind. No project is in two rows, and none of those `elsewhere` on the page is in the rows of kinds.
 * @throws ApiError
 */
export async function readHome(
  locale: Locale,
  elsewhere: ReadonlySet<string>,
): Promise<{ featured: ListedProject[]; rows: KindRow[] }> {
  const [named, popular] = await Promise.all([
    readNamed(),
    Promise.all(
      KINDS.map(async (kind) => ({ kind, projects: await readPopular(kind, CANDIDATES) })),
    ),
  ])
  const { lang } = LANGUAGES[locale]
  const chosen = popular.flatMap(
    ({ projects }) =>
      chooseFeatured(
        projects.filter(({ id }) => !elsewhere.has(id)),
        lang,
      ) ?? [],
  )
  const featured = named.length > 0 ? named : chosen
  const shown = new Set([...elsewhere, ...featured.map(({ id }) => id)])
  const rows = popular.flatMap(({ kind, projects }) => {
    const others = projects.filter(({ id }) => !shown.has(id)).slice(0, ROW)
    return others.length > 0 ? [{ kind, projects: others }] : []
  })
  return { featured, rows }
}

/** The first of the operator's projects that exist and are not hidden. */
async function readNamed(): Promise<ListedProject[]> {
  const all = await Promise.all(env().FEATURED.map(({ kind, id }) => readProject(kind, id)))
  return all.filter((project) => project !== null).slice(0, ROW)
}
