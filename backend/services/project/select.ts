import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Kind } from '#lib/contract/kind.ts'
import type { ProjectView } from '#lib/contract/list.ts'
import { withSystems } from '#lib/contract/file/package-systems.ts'
import { SUMMARY_MAX } from '#lib/contract/limits.ts'
import {
  type ColumnField,
  type ColumnOf,
  mapNames,
  PAGE_FIELDS,
  type PageField,
} from '#lib/contract/project-fields.ts'
import { PROJECT_FIELDS } from '#lib/contract/project-table.ts'
import { deprecationSchema, type Image, type Project } from '#lib/contract/project.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { isOwnProject } from '#backend/db/find-project.ts'
import { authors, fileDetails, files, projects, type StoredImage } from '#backend/db/tables.ts'
import { isProvedRow, isPublic } from '#backend/db/visible.ts'
import { NotFoundError } from '#backend/errors.ts'
import { openingOf } from '#lib/text/opening.ts'
import { animationUrl, imageSources, imageUrl, toProjectFile } from '#backend/services/file/url.ts'
import { sameTitle } from '#backend/services/name/namesakes.ts'
import { projectFields } from './columns.ts'
import { checkVisible, type LockedProject } from './lock.ts'
import { currentPackages, hasFormerPackages, toPackages } from './packages.ts'
import { withReadme } from './readme.ts'

/** Characters of a description in which its first sentence is looked for. */
const OPENING_MAX = 600
/** The start of the description of a project without a tagline: the whole text is not read for a card. */
const opening = sql<string>`CASE WHEN ${projects.tagline} = '' THEN left(${projects.description}, ${sql.raw(String(OPENING_MAX))}) ELSE '' END`

const nothing = sql<null>`NULL`
const no = sql<boolean>`false`
const successors = alias(projects, 'successors')
/** The public project that replaces a deprecated one, as JSON; `NULL` without any. */
const successor = sql<unknown>`(
  SELECT jsonb_build_object('id', ${successors.id}, 'kind', ${successors.kind},
    'title', ${successors.title}, 'language', ${successors.language})
  FROM ${projects} ${sql.identifier('successors')}
  WHERE ${successors.id} = ${projects.successorId} AND ${successors.hiddenAt} IS NULL)`

const authorColumns = { uid: authors.uid, name: authors.name, display_name: authors.displayName }

/** What a list has besides its projects, read in the same statement. */
type Extras = {
  /** The only kind of the projects: one that has no packages is read without them. */
  kind?: Kind | undefined
  /** Number of all that match. */
  total?: SQL<number | null> | undefined
}

/** Selects projects with author and file in one query; hidden projects are left out. */
export const selectProjects = (db: Database | Transaction, extras?: Extras) =>
  selectFrom(db, isPublic, nothing, extras)

/** The same for one project, whose page names another one with its title. */
export const selectProject = (db: Database | Transaction) => selectFrom(db, isPublic, sameTitle)

/** The same with hidden projects, for their authors. */
export const selectWithHidden = (db: Database | Transaction) => selectFrom(db, undefined, sameTitle)

function selectFrom(
  db: Database | Transaction,
  condition: SQL | undefined,
  same: SQL<string | null> = nothing,
  { kind, total = nothing }: Extras = {},
) {
  const hasPackages = kind === undefined || kind === 'plugin'
  return db
    .select({
      project: projects,
      opening,
      author: authorColumns,
      sameTitle: same,
      file: files,
      entries: fileDetails.entries,
      packages: hasPackages ? currentPackages : nothing,
      hasFormer: hasPackages ? hasFormerPackages : no,
      successor,
      total,
    })
    .from(projects)
    .innerJoin(authors, and(eq(authors.uid, projects.authorUid), condition))
    .leftJoin(files, eq(files.id, projects.fileId))
    .leftJoin(fileDetails, eq(fileDetails.fileId, files.id))
    .$dynamic()
}
export type ProjectRow = Awaited<ReturnType<typeof selectProjects>>[number]

type EmptyFields = { [N in PageField]: Project[N] }
/** What `view=card` leaves out. */
export const EMPTY_FIELDS = mapNames<EmptyFields>(
  PAGE_FIELDS,
  (name) => PROJECT_FIELDS[name].inLists,
)

type Row = ProjectRow['project']
type EmptyColumns = { [N in PageField & ColumnField as ColumnOf<N>]: SQL<Row[ColumnOf<N>]> }
const isColumn = (name: PageField): name is PageField & ColumnField =>
  PROJECT_FIELDS[name].column !== null
const emptyColumns = PAGE_FIELDS.filter(isColumn).map((name) => {
  const { column, inLists } = PROJECT_FIELDS[name]
  const type = projects[column].getSQLType()
  if (inLists === null) return [column, nothing]
  const empty = type.endsWith('[]') ? '{}' : inLists
  return [column, sql.raw(`'${empty}'::${type}`)]
})
/** The columns of a card, and nothing in place of the others: long texts are stored apart from their rows. */
const cardColumns = {
  ...getTableColumns(projects),
  ...(Object.fromEntries(emptyColumns) as EmptyColumns),
  gallery: sql<StoredImage[]>`'[]'::jsonb`,
}

/** The same rows with the fields of a card only. */
export function selectCards(
  db: Database | Transaction,
  { total = nothing }: Pick<Extras, 'total'> = {},
) {
  return db
    .select({
      project: cardColumns,
      opening,
      author: authorColumns,
      sameTitle: nothing,
      file: nothing,
      entries: nothing,
      packages: nothing,
      hasFormer: no,
      successor: nothing,
      total,
    })
    .from(projects)
    .innerJoin(authors, and(eq(authors.uid, projects.authorUid), isPublic))
    .$dynamic()
}

/** Every field that lists have, optional ones included: a missing one does not compile. */
type CompleteProject = { [K in keyof Required<Omit<Project, 'held' | 'readme'>>]: Project[K] }

/** Maps a row to the project of the contract. */
export function toProject({
  project,
  opening: start,
  author,
  sameTitle: same_title,
  file,
  entries,
  packages,
  hasFormer,
  successor: next,
}: ProjectRow): CompleteProject {
  const { ownerProof, repositoryStatus: status } = project
  const fields = projectFields(project)
  const kept = status === null ? toPackages(packages) : null
  return {
    ...fields,
    release: withSystems(fields, kept),
    // No link leads to a name that has another owner.
    ...(status !== null && { owner: null, repository_url: null, release: null }),
    repository_status: status,
    fitting_versions: status === null ? (project.fittingVersions ?? undefined) : undefined,
    summary: project.tagline || openingOf(start, SUMMARY_MAX, project.language),
    id: project.id,
    kind: project.kind,
    author,
    same_title,
    cover: toImage(project.cover),
    gallery: project.gallery.map(toImage),
    views: project.views,
    downloads: project.downloads,
    installs: project.installs,
    created_at: project.createdAt.toISOString(),
    updated_at: project.updatedAt.toISOString(),
    revision: project.revision,
    demo: project.demoKey !== null,
    file: file && { ...toProjectFile(file), ...(entries && { entries }) },
    packages: kept,
    packages_removed: hasFormer && ownerProof === null,
    visibility: project.visibility,
    deprecation: project.deprecatedAt && {
      at: project.deprecatedAt.toISOString(),
      reason: project.deprecationReason ?? '',
      successor: deprecationSchema.shape.successor.parse(next),
    },
    owner_verified: project.repositoryUrl === null ? null : isProvedRow(project),
  }
}

export function toImage({ fileId, isAnimated, ...image }: StoredImage): Image {
  return {
    ...image,
    ...(isAnimated && { animation: { url: animationUrl(fileId) } }),
    file_id: fileId,
    url: imageUrl(fileId),
    sources: imageSources(fileId, image.width),
  }
}

type Page = { where: SQL | undefined; sorted?: SQL[]; limit: number } & Extras

/** Reads public projects with what a view shows of them. */
export async function selectPage(
  db: Database,
  view: ProjectView,
  { where, sorted = [], limit, ...extras }: Page,
): Promise<ProjectRow[]> {
  return view === 'card'
    ? selectCards(db, extras)
        .where(where)
        .orderBy(...sorted)
        .limit(limit)
    : selectProjects(db, extras)
        .where(where)
        .orderBy(...sorted)
        .limit(limit)
}

/** Selects projects in the order of `ids`; unknown and hidden ones are left out. */
export async function selectProjectsById(
  db: Database,
  ids: string[],
  view: ProjectView = 'full',
): Promise<ProjectRow[]> {
  if (ids.length === 0) return []
  const rows = await selectPage(db, view, { where: inArray(projects.id, ids), limit: ids.length })
  const byId = new Map(rows.map((row) => [row.project.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** @throws NotFoundError also for a hidden project. */
export async function readRow(db: Database | Transaction, id: string): Promise<ProjectRow> {
  const [row] = await selectProject(db).where(eq(projects.id, id))
  if (!row) throw new NotFoundError()
  return row
}

/** @throws NotFoundError also for a hidden project. */
export const readProject = async (db: Database | Transaction, id: string): Promise<Project> =>
  toProject(await readRow(db, id))

/** @throws NotFoundError also for a hidden project and a project of another kind. */
export async function getProject(db: Database, kind: Kind, id: string): Promise<Project> {
  const [row] = await selectProject(db).where(and(eq(projects.id, id), eq(projects.kind, kind)))
  if (!row) throw new NotFoundError()
  return withReadme(db, toProject(row))
}

/** @throws NotFoundError also for another account's project; DomainError (`hidden`). */
export async function getOwnProject(
  db: Database,
  { uid, kind, id }: Omit<LockedProject, 'expectedRevision'>,
): Promise<Project> {
  const isOwn = isOwnProject({ uid, kind, id })
  const [row] = await selectWithHidden(db).where(isOwn)
  if (!row) throw new NotFoundError()
  checkVisible(row.project)
  return toProject(row)
}
