import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Kind } from '#lib/contract/kind.ts'
import {
  BETWEEN_MAX,
  type Comparison,
  PART_CHANGES,
  PARTS_MAX,
} from '#lib/contract/compare/comparison.ts'
import type { StripPage } from '#lib/contract/file/contents.ts'
import { PACKAGE_PLATFORMS } from '#lib/contract/file/plugin-package.ts'
import { isHigher } from '#lib/contract/version/version.ts'
import type { Database } from '#backend/db/connect.ts'
import {
  fileIcons,
  filePages,
  files,
  projects,
  type VersionFacts,
  versions,
} from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { NotFoundError } from '#backend/errors.ts'
import { iconUrl } from '#backend/services/file/url.ts'
import { toPackages, versionPackages } from '#backend/services/project/packages.ts'
import { highestFirst } from '#backend/services/project/version.ts'
import { toStripPages } from '#backend/services/strip/read.ts'
import { addedRights } from '#backend/services/update/rights.ts'
import type { ContentsChange } from './contents.ts'
import { enqueueCompare, findComparison } from './job.ts'

type Wanted = { kind: Kind; id: string; before: string; after: string; part: number }
type Row = Awaited<ReturnType<typeof readVersions>>[number]

/**
 * What changed between two versions that everybody may see. Their contents are compared by a job, once for each two files; until then
 * `state` is `working`, and everything else is complete.
 * @throws NotFoundError also for hidden projects, and versions that are withdrawn or wait.
 */
export async function compareVersions(db: Database, wanted: Wanted): Promise<Comparison> {
  const { kind, id, part } = wanted
  const rows = await readVersions(db, { kind, id })
  const [before, after] = [wanted.before, wanted.after].map((number) =>
    rows.find(({ version }) => version.version === number && version.yankedAt === null),
  )
  if (!before || !after) throw new NotFoundError()
  const change = await findChange(db, before, after)
  if (change === 'working') {
    const pair = { projectId: id, before: before.version.version, after: after.version.version }
    await enqueueCompare(db, { ...pair, payer: before.authorUid })
  }
  return {
    state: change === 'working' ? 'working' : 'ready',
    before: toVersion(before),
    after: toVersion(after),
    notes: notesBetween(rows, before, after),
    ...compareFacts(before.version.facts ?? {}, after.version.facts ?? {}),
    packages: comparePackages(before, after),
    contents:
      change === 'working' || change === null
        ? null
        : await showContents(db, { before, after, change, part }),
  }
}

function readVersions(db: Database, { kind, id }: { kind: Kind; id: string }) {
  return db
    .select({
      version: versions,
      file: files,
      packages: versionPackages,
      authorUid: projects.authorUid,
    })
    .from(versions)
    .innerJoin(projects, eq(projects.id, versions.projectId))
    .leftJoin(files, and(eq(files.id, versions.fileId), eq(files.state, 'stored')))
    .where(and(eq(projects.id, id), eq(projects.kind, kind), isPublic, isNull(versions.publishAt)))
}

/** The change of the contents; `null` without files. */
async function findChange(
  db: Database,
  { file: from }: Row,
  { file: to }: Row,
): Promise<ContentsChange | null | 'working'> {
  if (!from || !to) return null
  return (await findComparison(db, { before: from.sha256, after: to.sha256 })) ?? 'working'
}

const toVersion = ({ version: { version, createdAt }, file }: Row) => ({
  version,
  created_at: createdAt.toISOString(),
  file: file && { name: file.name, size: file.size, sha256: file.sha256 },
})

/** Notes of the versions after the lower one, up to the higher one. */
function notesBetween(rows: readonly Row[], a: Row, b: Row): Comparison['notes'] {
  const [low, high] = [a.version.version, b.version.version]
  return rows
    .map(({ version }) => version)
    .filter(
      ({ version, yankedAt }) =>
        yankedAt === null && isHigher(version, low) && !isHigher(version, high),
    )
    .toSorted(highestFirst)
    .slice(0, BETWEEN_MAX)
    .map(({ version, createdAt, notes }) => ({
      version,
      created_at: createdAt.toISOString(),
      notes,
    }))
}

type Facts = Pick<
  Comparison,
  'license' | 'minimum_version' | 'systems' | 'added_rights' | 'removed_rights' | 'dependencies'
>

function compareFacts(before: VersionFacts, after: VersionFacts): Facts {
  const pair = <T>(a: T | null | undefined, b: T | null | undefined) =>
    JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
      ? null
      : { before: a ?? null, after: b ?? null }
  const idsOf = ({ manifest }: VersionFacts) => (manifest?.dependencies ?? []).map(({ id }) => id)
  const [needed, needs] = [idsOf(before), idsOf(after)]
  return {
    license: pair(before.license, after.license),
    minimum_version: pair(before.minimum_version, after.minimum_version),
    systems: pair(before.operating_systems, after.operating_systems),
    added_rights: addedRights(before.manifest, after.manifest),
    removed_rights: addedRights(after.manifest, before.manifest),
    dependencies: {
      added: needs.filter((id) => !needed.includes(id)),
      removed: needed.filter((id) => !needs.includes(id)),
    },
  }
}

function comparePackages(before: Row, after: Row): Comparison['packages'] {
  const sizesOf = ({ packages }: Row) =>
    new Map((toPackages(packages) ?? []).map(({ platform, file }) => [platform, file.size]))
  const [from, to] = [sizesOf(before), sizesOf(after)]
  return PACKAGE_PLATFORMS.map((platform) => ({
    platform,
    before: from.get(platform) ?? null,
    after: to.get(platform) ?? null,
  })).filter(({ before: a, after: b }) => a !== b)
}

type Shown = { before: Row; after: Row; change: ContentsChange; part: number }

async function showContents(
  db: Database,
  { before, after, change, part }: Shown,
): Promise<NonNullable<Comparison['contents']>> {
  const { added, removed, changed, same } = change
  const kinds = { added, removed, changed } as const
  const all = (['added', 'removed', 'changed'] as const)
    .flatMap((kind) => kinds[kind].map((name) => ({ name, change: kind })))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const parts = Math.min(PARTS_MAX, Math.max(1, Math.ceil(all.length / PART_CHANGES)))
  if (part > parts) throw new NotFoundError()
  const pages = await readPages(db, [before, after])
  const [from, to] = [before, after].map(({ file }) => pages.get(file?.id ?? ''))
  const shown = all.slice((part - 1) * PART_CHANGES, part * PART_CHANGES)
  const labels = await readLabels(db, [before, after], shown)
  const urlIn = ({ file }: Row, name: string) => (file ? iconUrl(file, name) : null)
  return {
    icons: { added: added.length, removed: removed.length, changed: changed.length, same },
    items: shown.map((one) => ({
      ...one,
      ...labelIn(labels, one.name),
      before: one.change === 'added' ? null : urlIn(before, one.name),
      after: one.change === 'removed' ? null : urlIn(after, one.name),
    })),
    part,
    parts,
    pages: change.pages.map((page) => {
      const [then, now] = [from, to].map((list) => list?.find(({ id }) => id === page.id))
      return {
        ...page,
        name: now?.name ?? then?.name ?? page.id,
        before: then?.keys ?? null,
        after: now?.keys ?? null,
      }
    }),
    entries: change.entries,
  }
}

type Labels = ReadonlyMap<string, string>
const labelIn = (labels: Labels, name: string) => {
  const label = labels.get(name)
  return label === undefined ? {} : { label }
}

/** What the authors of icons wrote as their names, by ids; the later version counts. */
async function readLabels(db: Database, rows: Row[], icons: { name: string }[]): Promise<Labels> {
  const ids = rows.flatMap(({ file }) => file?.id ?? [])
  const stored = await db
    .select({ fileId: fileIcons.fileId, name: fileIcons.name, label: fileIcons.label })
    .from(fileIcons)
    .where(
      and(
        inArray(fileIcons.fileId, ids),
        inArray(
          fileIcons.name,
          icons.map(({ name }) => name),
        ),
        isNotNull(fileIcons.label),
      ),
    )
  return new Map(
    ids.flatMap((id) =>
      stored.flatMap(({ fileId, name, label }) =>
        fileId === id && label !== null ? [[name, label] as const] : [],
      ),
    ),
  )
}

/** The pages of keys of two files, by the ids of the files. */
async function readPages(db: Database, rows: Row[]): Promise<Map<string, StripPage[]>> {
  const shown = rows.flatMap(({ file }) => file ?? [])
  const ids = shown.map(({ id }) => id)
  const stored = await db.select().from(filePages).where(inArray(filePages.fileId, ids))
  return new Map(
    stored.flatMap(({ fileId, pages }) => {
      const file = shown.find(({ id }) => id === fileId)
      return file ? [[fileId, toStripPages(file, pages)] as const] : []
    }),
  )
}
