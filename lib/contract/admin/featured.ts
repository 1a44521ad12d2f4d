import { z } from 'zod'
import { type Kind, KIND_TABLE, kindOfPath } from '#lib/contract/kind.ts'

/** Most featured projects: the row has four, the others take the place of hidden ones. */
export const FEATURED_MAX = 24

/** A project that the home page shows first; first and last day (UTC) on which it does, null for no limit. */
export type Featured = { kind: Kind; id: string; from: string | null; until: string | null }

const DETAIL =
  /^(?:https?:\/\/[^/]+)?(?:\/[a-z-]{2,5})?\/home\/([a-z]+)\/detail\/([\w-]{1,64})(?:[?#].*)?$/
const daySchema = z.iso.date()

/** Address of the page of a project, in any language; then the days, if there are any. Null for anything else. */
function parseFeatured(text: string): Featured | null {
  const [address = '', from = null, until = null, ...rest] = text.trim().split(/\s+/)
  const [, path = '', id = ''] = DETAIL.exec(address) ?? []
  const kind = kindOfPath(path)
  const days = [from, until].filter((day) => day !== null)
  if (kind === undefined || rest.length > 0) return null
  if (!days.every((day) => daySchema.safeParse(day).success)) return null
  return from !== null && until !== null && until < from ? null : { kind, id, from, until }
}

const format = ({ kind, id, from, until }: Featured) =>
  [`/home/${KIND_TABLE[kind].path}/detail/${id}`, from, until].filter(Boolean).join(' ')

/** Projects between line ends or commas, in the order in which they are shown. */
export const featuredListSchema = z.string().transform((list, context): Featured[] => {
  const parts = list.split(/[\n,]/).filter((part) => part.trim() !== '')
  const all = parts.map(parseFeatured)
  const featured = all.filter((one) => one !== null)
  if (featured.length === all.length && all.length <= FEATURED_MAX) return featured
  const message = `Expected at most ${FEATURED_MAX} addresses of projects, each with its days or without`
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** The same as the text of a setting: one project per line. */
export const featuredSchema = z
  .string()
  .max(FEATURED_MAX * 300)
  .pipe(featuredListSchema)
  .refine((all) => all.length > 0)
  .transform((all) => all.map(format).join('\n'))
  .pipe(z.string())

const startOf = (day: string | null) => (day === null ? -Infinity : Date.parse(day))
const endOf = (day: string | null) =>
  day === null ? Infinity : Date.parse(day) + 24 * 60 * 60 * 1000

/** Whether a project is featured before, at or after a time. */
export function featuredState({ from, until }: Featured, now: Date): 'later' | 'now' | 'over' {
  if (now.getTime() >= endOf(until)) return 'over'
  return now.getTime() < startOf(from) ? 'later' : 'now'
}

/** What is featured at a time, as the text of the setting; null if nothing is. */
export function featuredAt(text: string, now: Date): string | null {
  const shown = featuredListSchema.parse(text).filter((one) => featuredState(one, now) === 'now')
  return shown.length === 0 ? null : shown.map(format).join('\n')
}

/** When the featured projects change by themselves, next after a time. */
export function nextFeatured(text: string, now: Date): Date | null {
  const times = featuredListSchema
    .parse(text)
    .flatMap(({ from, until }) => [startOf(from), endOf(until)])
    .filter((time) => Number.isFinite(time) && time > now.getTime())
  return times.length === 0 ? null : new Date(Math.min(...times))
}
