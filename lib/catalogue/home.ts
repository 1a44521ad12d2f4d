import 'server-only'
import { featuredState } from '#lib/contract/admin/featured.ts'
import { type Kind, KINDS } from '#lib/contract/kind.ts'
import { LANGUAGES, type Locale } from '#lib/contract/locale.ts'
import type { ListedProject } from '#lib/contract/project.ts'
import { env } from '#lib/env.ts'
import { readPopular, readProject, readPages } from './server.ts'
import type { StripKey } from '#lib/contract/file/contents.ts'
import { pageKindSchema } from '#lib/contract/kind-schema.ts'
import { preferLanguage } from './prefer-language.ts'
import { preferShort } from './prefer-short.ts'

/** Projects of a row, as many as fit beside each other. */
const ROW = 4
/** Popular projects of a kind that rows and strips are chosen from. */
export const CANDIDATES = 24
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
      // One after the other: most have a file, and each read costs the backend as much as the page.
      for (const candidate of rankFeatured(projects, lang).slice(0, READ)) {
        const project = await readProject(candidate.kind, candidate.id)
        if (project?.file ?? project?.release ?? project?.packages) return candidate
      }
      return undefined
    }),
  )
  return best.filter((project) => project !== undefined)
}

/** The first of the operator's projects of today that exist and are not hidden. */
async function readNamed(): Promise<ListedProject[]> {
  const now = new Date()
  const named = env().FEATURED.filter((one) => featuredState(one, now) === 'now')
  const all = await Promise.all(named.map(({ kind, id }) => readProject(kind, id)))
  return all.filter((project) => project !== null).slice(0, ROW)
}

/** Keys below which a page does not fill the strip. */
const KEYS_MIN = 5
/** Columns of a title that is read at a glance while the strips change. */
const TITLE_MAX = 40

/** A project and the keys of its first page. */
export type FrontStrip = { project: ListedProject; keys: StripKey[] }

/**
 * The first pages of popular profiles and flexible pages in turn, those in the language of the page first, and of these the
 * ones whose title is short; at most `limit`, fewer if files cannot be read. None of those `elsewhere` on the page.
 * @throws ApiError
 */
async function readFrontStrips(
  limit: number,
  { lang, elsewhere }: { lang: string; elsewhere: ReadonlySet<string> },
): Promise<FrontStrip[]> {
  const popular = await Promise.all(
    pageKindSchema.options.map(async (kind) => {
      const projects = await readPopular(kind, CANDIDATES)
      const others = projects.filter(({ id }) => !elsewhere.has(id))
      return preferLanguage(preferShort(others, TITLE_MAX), lang)
    }),
  )
  const inTurn = Array.from({ length: limit }, (_, at) =>
    pageKindSchema.options.flatMap((kind, row) => {
      const project = popular[row]?.[at]
      return project ? [{ kind, project }] : []
    }),
  ).flat()
  const read = async (some: typeof inTurn) => {
    const strips = await Promise.all(
      some.map(async ({ kind, project }) => {
        const [page] = await readPages(kind, project.id)
        return { project, keys: page?.keys ?? [] }
      }),
    )
    return strips.filter(({ keys }) => keys.length >= KEYS_MIN)
  }
  const first = await read(inTurn.slice(0, limit))
  if (first.length === limit) return first
  return [...first, ...(await read(inTurn.slice(limit)))].slice(0, limit)
}

/** Columns of a title that fits one line of a card; Chinese, Japanese and Korean characters count twice. */
const CARD_TITLE_MAX = 28

const takenOf = ({ downloads, installs }: ListedProject) => downloads + installs

/**
 * Popular projects of a kind in the order in which they are featured where the operator names none. Left out are demo content
 * that cannot be installed, projects without a summary and, unless nothing else is there, those without
 * a download. Projects in the language of the page come first, of these the ones with a title that fits, then the ones that
 * the largest share of their viewers download.
 *
 * Each is credited with the average number of views of all, none of them with a download: a share of few views is not significant.
 */
export function rankFeatured(popular: readonly ListedProject[], lang: string): ListedProject[] {
  const ready = popular.filter(({ sample, summary }) => !sample && summary !== '')
  const taken = ready.filter((project) => takenOf(project) > 0)
  const candidates = taken.length > 0 ? taken : ready
  const views = candidates.reduce((sum, project) => sum + project.views, 0)
  const credit = Math.max(1, views / Math.max(1, candidates.length))
  const shareOf = (project: ListedProject) => takenOf(project) / (project.views + credit)
  const byShare = candidates.toSorted((a, b) => shareOf(b) - shareOf(a))
  return preferLanguage(preferShort(byShare, CARD_TITLE_MAX), lang)
}
