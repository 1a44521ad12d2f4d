import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Image, Project } from '#lib/contract/project.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { authors, files, projects, type StoredImage } from '#backend/db/schema.ts'
import { NotFoundError } from '#backend/errors.ts'
import { imageSources, imageUrl, toProjectFile } from '#backend/services/file/url.ts'
import { projectFields } from './columns.ts'

/** Selects projects with author and file in one query; hidden projects are left out. */
export function selectProjects(db: Database | Transaction) {
  return db
    .select({
      project: projects,
      author: { uid: authors.uid, name: authors.name },
      file: { id: files.id, name: files.name, size: files.size, sha256: files.sha256 },
    })
    .from(projects)
    .innerJoin(authors, and(eq(authors.uid, projects.authorUid), isNull(projects.hiddenAt)))
    .leftJoin(files, eq(files.id, projects.fileId))
    .$dynamic()
}
export type ProjectRow = Awaited<ReturnType<typeof selectProjects>>[number]

/** Every field of the contract, optional ones included: a missing one does not compile. */
type CompleteProject = { [K in keyof Required<Project>]: Project[K] }

/** Maps a row to the project of the contract. */
export function toProject({ project, author, file }: ProjectRow): CompleteProject {
  return {
    ...projectFields(project),
    id: project.id,
    kind: project.kind,
    author,
    cover: toImage(project.cover),
    gallery: project.gallery.map(toImage),
    views: project.views,
    downloads: project.downloads,
    installs: project.installs,
    created_at: project.createdAt.toISOString(),
    updated_at: project.updatedAt.toISOString(),
    revision: project.revision,
    file: file && toProjectFile(file),
    owner_verified: project.repositoryUrl === null ? null : project.ownerProof !== null,
  }
}

function toImage({ fileId, ...image }: StoredImage): Image {
  return {
    ...image,
    file_id: fileId,
    url: imageUrl(fileId),
    sources: imageSources(fileId, image.width),
  }
}

/** Selects projects in the order of `ids`; unknown and hidden ones are left out. */
export async function selectProjectsById(db: Database, ids: string[]): Promise<ProjectRow[]> {
  if (ids.length === 0) return []
  const rows = await selectProjects(db).where(inArray(projects.id, ids))
  const byId = new Map(rows.map((row) => [row.project.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** @throws NotFoundError also for a hidden project. */
export async function readProject(db: Database | Transaction, id: string): Promise<Project> {
  const [row] = await selectProjects(db).where(eq(projects.id, id))
  if (!row) throw new NotFoundError()
  return toProject(row)
}
