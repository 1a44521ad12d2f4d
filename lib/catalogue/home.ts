import 'server-only'
import { type Kind, KINDS } from '#lib/contract/kind.ts'
import { LANGUAGES, type Locale } from '#lib/contract/locale.ts'
import type { ListedProject } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { rankFeatured } from './featured.ts'
import { type FrontStrip, readFrontStrips } from './front-strips.ts'
import { readPopular, readProject } from './server.ts'

/** Projects of a row, as many as fit beside each other. */
const ROW = 4
/** Popular projects of a kind that the rows are chosen from. */
const CANDIDATES = 24
/** Projects of a kind that are read to find one with a file. */
const READ = 3

/** Row of a kind, with at least one project. */
export type KindRow = { kind: Kind; projects: ListedProject[] }

/**
 * Reads the projects of the home page: those that the operator features (`FEATURED`), else one of each kind; at most
 * `stripsMax` strips of others; and the popular ones of each kind. No project is shown twice.
 * @throws ApiError
 */
export async function readHome(
  locale: Locale,
  stripsMax: number,
): Promise<{ featured: ListedProject[]; strips: FrontStrip[]; rows: KindRow[] }> {
  const [named, popular] = await Promise.all([
    readNamed(),
    Promise.all(
      KINDS.map(async (kind) => ({ kind, projects: await readPopular(kind, CANDIDATES) })),
    ),
  ])
  const { lang } = LANGUAGES[locale]
  const featured = named.length > 0 ? named : await chooseFeatured(popular, lang)
  const shown = new Set(featured.map(({ id }) => id))
  const strips = await readFrontStrips(stripsMax, { lang, elsewhere: shown })
  for (const { project } of strips) shown.add(project.id)
  const rows = popular.flatMap(({ kind, projects }) => {
    const others = projects.filter(({ id }) => !shown.has(id)).slice(0, ROW)
    return others.length > 0 ? [{ kind, projects: others }] : []
  })
  return { featured, strips, rows }
}

/** The best project of each kind that has a file to take along. */
async function chooseFeatured(popular: KindRow[], lang: string): Promise<ListedProject[]> {
  const best = await Promise.all(
    popular.map(async ({ projects }) => {
      const first = rankFeatured(projects, lang).slice(0, READ)
      const read = await Promise.all(first.map(({ kind, id }) => readProject(kind, id)))
      return first[
        read.findIndex((project) => project?.file ?? project?.release ?? project?.packages)
      ]
    }),
  )
  return best.filter((project) => project !== undefined)
}

/** The first of the operator's projects that exist and are not hidden. */
async function readNamed(): Promise<ListedProject[]> {
  const all = await Promise.all(env().FEATURED.map(({ kind, id }) => readProject(kind, id)))
  return all.filter((project) => project !== null).slice(0, ROW)
}
