import type { ImportedVersion } from '#backend/services/project/import.ts'
import type { ProjectLanguage } from '#lib/contract/language.ts'
import { seeded } from './seed.ts'
import { type ProjectPart, versionNotes } from './sentences.ts'

const DAY = 86_400_000
/** Earlier versions of a project, at most. */
const EARLIER_MAX = 2
/** Share of the projects that have earlier versions, if their numbers allow it. */
const SHARE = 0.5
/** Share of the parts that each version adds. */
const ADDED = 0.18

type Figures = { version: string; created_at: string; updated_at: string }
type Project = Figures & {
  slug: string
  language: ProjectLanguage
  part: ProjectPart
  /** Names of the icons or keys, those of the first version first. */
  names: string[]
}
/** Packs the first `count` parts as a file of that version. */
type Pack = (version: string, count: number) => Promise<{ name: string; bytes: Buffer }>

/**
 * Earlier versions of some projects, and notes that name what each of them added: an earlier version has the first of the
 * parts only. Dates lie between creation and last update.
 */
export async function history(
  { slug, language, part, names, ...figures }: Project,
  pack: Pack,
): Promise<{ notes?: string; earlier?: ImportedVersion[] }> {
  const numbers = earlierNumbers(figures.version).slice(0, EARLIER_MAX)
  const start = Date.parse(figures.created_at)
  const span = Date.parse(figures.updated_at) - start
  const random = seeded(`${slug} versions`)
  if (numbers.length === 0 || span < 21 * DAY || random() >= SHARE) return {}
  const step = Math.max(1, Math.floor(names.length * ADDED))
  /** Parts of the version `back` versions ago. */
  const countOf = (back: number) => names.length - back * step
  const notesOf = (back: number) =>
    versionNotes(language, part, {
      count: countOf(back),
      added: back === numbers.length ? null : names.slice(countOf(back + 1), countOf(back)),
    })
  const earlier: ImportedVersion[] = []
  for (const [at, version] of numbers.entries()) {
    const back = at + 1
    const isFirst = back === numbers.length
    const time = isFirst ? start : start + span * (0.35 + 0.3 * random())
    earlier.push({
      version,
      notes: notesOf(back),
      created_at: new Date(Math.floor(time / 1000) * 1000).toISOString(),
      file: await pack(version, countOf(back)),
    })
  }
  return { notes: notesOf(0), earlier }
}

/** Plausible numbers before `x.y.z`, the highest first: the patch without its fixes, then lower minor versions. */
function earlierNumbers(version: string): string[] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const minors = Array.from({ length: minor }, (_, at) => `${major}.${minor - 1 - at}.0`)
  return patch > 0 ? [`${major}.${minor}.0`, ...minors] : minors
}
