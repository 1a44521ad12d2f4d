import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Kind } from '#lib/contract/kind.ts'
import type {
  Installed,
  Update,
  UpdatesRequest,
  WantedUpdate,
} from '#lib/contract/update/update.ts'
import type { Database } from '#backend/db/connect.ts'
import { files, projects, type VersionFacts, versions } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { NotFoundError } from '#backend/errors.ts'
import { toProjectFile } from '#backend/services/file/url.ts'
import { toPackages, versionPackages } from '#backend/services/project/packages.ts'
import { compareVersions } from '#lib/contract/version/version.ts'
import { type Candidate, chooseUpdate } from './choose.ts'
import { findInstalled, isAnyOf, isOneOf, type InstalledOrigin } from './find-installed.ts'
import { addedRights } from './rights.ts'

type Wanted = WantedUpdate & { now: Date }
type Place = { projectId: string; version: string }
type Listed = Candidate & Place & { yankReason: string | null }
type Shown = NonNullable<Update['project']>
type Projects = Awaited<ReturnType<typeof readProjects>>
type Details = Awaited<ReturnType<typeof readDetails>>

/** What is newer than installed versions and files, in their order. */
export async function checkUpdates(
  db: Database,
  { items, ...request }: UpdatesRequest & { now: Date },
): Promise<{ items: Update[] }> {
  const originOf = await findInstalled(db, items)
  const origins = items.map(originOf)
  const found = await readProjects(
    db,
    origins.flatMap(({ places }) => places.map(({ projectId }) => projectId)),
  )
  const chosen = items.map((item, at) => choose(item, origins[at], found, request))
  const details = await readDetails(
    db,
    chosen.flatMap(({ project, installed, choice }) => {
      if (!installed || !choice?.update) return []
      // Its rights are compared with those of the offered one.
      return project.kind === 'plugin' ? [installed, choice.update] : [choice.update]
    }),
  )
  return { items: chosen.map((one) => toUpdate(one, details)) }
}

/**
 * The same for one version of one project.
 * @throws NotFoundError also for a hidden project, and one of another kind.
 */
export async function checkUpdate(
  db: Database,
  { kind, id, version, ...request }: Wanted & { kind: Kind; id: string; version: string },
): Promise<Update> {
  const { items } = await checkUpdates(db, { items: [{ id, version }], ...request })
  const [update] = items
  if (update?.project?.kind !== kind) throw new NotFoundError()
  return update
}

/** The public projects with these ids, and their published versions. */
async function readProjects(db: Database, ids: string[]) {
  if (ids.length === 0) return new Map<string, { project: Shown; versions: Listed[] }>()
  const { id, kind, title, language } = projects
  const published = db
    .select({
      projectId: versions.projectId,
      version: versions.version,
      channel: versions.channel,
      createdAt: versions.createdAt,
      yankedAt: versions.yankedAt,
      yankReason: versions.yankReason,
      // As `needsOf`, by which lists have it.
      minimum:
        sql<string>`coalesce(${versions.facts}->>'minimum_version', ${versions.minimumVersion},
        ${projects.minimumVersion})`.as('minimum'),
      systems: sql<unknown>`coalesce(${versions.facts}->'operating_systems',
        to_jsonb(coalesce(${versions.operatingSystems}, ${projects.operatingSystems})))`.as(
        'systems',
      ),
    })
    .from(versions)
    .where(and(eq(versions.projectId, id), isNull(versions.publishAt)))
    // A sorted subquery is not joined after a scan of all versions: 500 projects are found by the index in a tenth of its time.
    .orderBy(versions.version)
    .as('published')
  const rows = await db
    .select({
      project: { id, kind, title, language },
      version: {
        projectId: published.projectId,
        version: published.version,
        channel: published.channel,
        createdAt: published.createdAt,
        yankedAt: published.yankedAt,
        yankReason: published.yankReason,
        minimum: published.minimum,
        systems: published.systems,
      },
    })
    .from(projects)
    .leftJoinLateral(published, sql`true`)
    .where(and(isAnyOf(id, ids), isPublic))
  const found = new Map<string, { project: Shown; versions: Listed[] }>()
  for (const { project, version } of rows) {
    const known = found.get(project.id) ?? { project, versions: [] }
    if (version) known.versions.push({ ...version, systems: systemsSchema.parse(version.systems) })
    found.set(project.id, known)
  }
  return found
}

const systemsSchema = z.array(z.string()).nullable().catch(null)

type Chosen = ReturnType<typeof choose>

/** Which version is installed, and which one is offered. */
function choose(
  item: Installed,
  { places, isGone }: InstalledOrigin = { places: [], isGone: false },
  found: Projects,
  wanted: Wanted,
) {
  const state = isGone ? ('gone' as const) : ('unknown' as const)
  const none = { state, project: null, installed: null, row: undefined, choice: null }
  const [first] = places.filter(({ projectId }) => found.has(projectId))
  const known = first && found.get(first.projectId)
  if (!first || !known) return none
  const { projectId } = first
  const own = places.filter((place) => place.projectId === projectId)
  const isFile = 'sha256' in item
  const rows = known.versions
    .filter(({ version }) => own.some((place) => place.version === version))
    .toSorted((a, b) => compareVersions(b.version, a.version))
  const [row] = rows
  // A file that only a waiting version has is known to its author alone.
  if (isFile && !row) return none
  const installed = { projectId, version: row?.version ?? first.version }
  const choice = chooseUpdate(installed.version, known.versions, wanted)
  return { state: 'current' as const, project: known.project, installed, row, choice }
}

/** Files, notes and manifests of versions. */
async function readDetails(db: Database, places: Place[]) {
  if (places.length === 0) return new Map<string, never>()
  const wanted = places.map(({ projectId, version }) => ({ projectId, version }))
  const rows = await db
    .select({
      projectId: versions.projectId,
      version: versions.version,
      notes: versions.notes,
      manifest: sql<VersionFacts['manifest']>`${versions.facts}->'manifest'`,
      file: {
        id: files.id,
        name: files.name,
        size: files.size,
        sha256: files.sha256,
        reader: files.reader,
        originalKey: files.originalKey,
        originalName: files.originalName,
        originalSize: files.originalSize,
        originalSha256: files.originalSha256,
      },
      packages: sql<unknown>`CASE WHEN ${projects.kind} = 'plugin' THEN ${versionPackages} END`,
      status: projects.repositoryStatus,
    })
    .from(versions)
    .innerJoin(projects, eq(projects.id, versions.projectId))
    .leftJoin(files, eq(files.id, versions.fileId))
    .where(isOneOf(wanted))
  return new Map(rows.map((row) => [keyOf(row), row]))
}

const keyOf = ({ projectId, version }: Place) => JSON.stringify([projectId, version])

function toUpdate({ state, project, installed, row, choice }: Chosen, details: Details): Update {
  if (!project || !installed || !choice) {
    return { state, project: null, version: null, yanked: null, update: null, withheld: null }
  }
  const yankedAt = row?.yankedAt ?? null
  const next = choice.update && details.get(keyOf(choice.update))
  const before = details.get(keyOf(installed))
  return {
    state: choice.update ? 'update' : 'current',
    project,
    version: installed.version,
    yanked: yankedAt && { at: yankedAt.toISOString(), reason: row?.yankReason ?? '' },
    update: choice.update && {
      version: choice.update.version,
      channel: choice.update.channel,
      created_at: choice.update.createdAt.toISOString(),
      notes: next?.notes ?? '',
      minimum_version: choice.update.minimum,
      file: next?.file ? toProjectFile(next.file) : null,
      packages: next?.status === null ? toPackages(next.packages) : null,
      added_rights: addedRights(before?.manifest, next?.manifest),
    },
    withheld: choice.withheld,
  }
}
