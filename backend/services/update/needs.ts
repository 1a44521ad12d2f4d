import { and, eq } from 'drizzle-orm'
import type { Kind } from '#lib/contract/kind.ts'
import {
  type Need,
  type Needs,
  type NeedState,
  NEEDS_DEPTH,
  NEEDS_MAX,
  offerSchema,
} from '#lib/contract/update/needs.ts'
import { parseVersion } from '#lib/contract/version/parse-version.ts'
import { isHigher } from '#lib/contract/version/version.ts'
import type { Database } from '#backend/db/connect.ts'
import { projects } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { NotFoundError } from '#backend/errors.ts'
import { EMPTY_FIELDS, selectProjectsById, toProject } from '#backend/services/project/select.ts'
import {
  findMeant,
  findNamed,
  findUsers,
  findWithdrawn,
  keyOf,
  type Meant,
  type NamedNeed,
} from '#backend/services/need/find-needs.ts'

type Found = NamedNeed & { here: Meant | undefined; depth: number }

/**
 * What the current version of a project needs, to the depth of 2, with the projects of this site that are meant, and which listed projects
 * need it. An unlisted or archived project can be needed: it is installable. What names itself needs nothing by that.
 * @throws NotFoundError for an unknown or hidden project.
 */
export async function readNeeds(
  db: Database,
  { kind, id }: { kind: Kind; id: string },
): Promise<Needs> {
  const [project] = await db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, id), eq(projects.kind, kind), isPublic))
  if (!project) throw new NotFoundError()
  const [{ needs, isCut }, users] = await Promise.all([followNeeds(db, id), findUsers(db, id)])
  const ids = [...new Set([...needs.flatMap(({ here }) => here?.id ?? []), ...users.ids])]
  const [rows, withdrawn] = await Promise.all([
    selectProjectsById(db, ids, 'full'),
    findWithdrawn(db, tooOld(needs)),
  ])
  const byId = new Map(rows.map((row) => [row.project.id, toProject(row)]))
  const toNeed = ({ here, named, minimum, depth, ...need }: Found): Need => {
    const state = stateOf(here, minimum, withdrawn)
    const found = here && byId.get(here.id)
    return {
      kind: need.kind,
      named,
      plugin: need.kind === 'plugin' ? named : '',
      minimum_version: minimum,
      state,
      id: found?.id ?? null,
      depth,
      needed_by: depth === 1 ? null : need.by,
      offer: found && state === 'available' ? offerSchema.parse(found) : null,
    }
  }
  return {
    items: [...byId.values()].map((one) => ({ ...one, ...EMPTY_FIELDS })),
    needs: needs.map(toNeed),
    needs_cut: isCut,
    used_by: users.ids,
    used_by_total: users.total,
  }
}

/** What a project needs, and what that needs: each project once, though they need each other, with the highest version that is asked for. */
async function followNeeds(db: Database, id: string): Promise<{ needs: Found[]; isCut: boolean }> {
  const found = new Map<string, Found>()
  let from = [id]
  let isCut = false
  for (let depth = 1; depth <= NEEDS_DEPTH; depth += 1) {
    // One more tells that there are more.
    const named = await findNamed(db, from, NEEDS_MAX + 1)
    const meant = await findMeant(db, named)
    isCut ||= named.length > NEEDS_MAX
    from = []
    for (const need of named) {
      const here = meant.get(keyOf(need))
      if (here?.id === id) continue
      const key = here?.id ?? keyOf(need)
      const known = found.get(key)
      if (known) known.minimum = higherOf(known.minimum, need.minimum)
      else {
        found.set(key, { ...need, here, depth })
        if (here) from.push(here.id)
      }
    }
  }
  const needs = [...found.values()]
  return { needs: needs.slice(0, NEEDS_MAX), isCut: isCut || needs.length > NEEDS_MAX }
}

/** A minimum that is no version asks for any. */
function versionOf(minimum: string): string | null {
  const parsed = parseVersion(minimum)
  return 'error' in parsed ? null : parsed.version
}

function higherOf(one: string, other: string): string {
  const [a, b] = [versionOf(one), versionOf(other)]
  if (a === null || b === null) return a === null ? other : one
  return isHigher(b, a) ? other : one
}

const isEnough = (version: string, minimum: string) => {
  const least = versionOf(minimum)
  return least === null || !isHigher(least, version)
}

const tooOld = (needs: Found[]) =>
  needs.flatMap(({ here, minimum }) => (here && !isEnough(here.version, minimum) ? here.id : []))

function stateOf(
  here: Meant | undefined,
  minimum: string,
  withdrawn: Map<string, { version: string }[]>,
): NeedState {
  if (!here) return 'missing'
  if (here.repositoryStatus !== null) return 'withdrawn'
  if (isEnough(here.version, minimum)) return 'available'
  const isTakenBack = withdrawn.get(here.id)?.some(({ version }) => isEnough(version, minimum))
  return isTakenBack ? 'withdrawn' : 'too_old'
}
