import { and, eq, isNull } from 'drizzle-orm'
import type { Image, Project } from '#lib/contract/project.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { authors, files, projects, type StoredImage } from '#backend/db/schema.ts'
import { fileUrl, imageSources, imageUrl } from '#backend/services/file/url.ts'

/** Everything that a project shows, in one query; what is hidden is not there. */
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

/** The contract's project for a row. */
export function toProject({ project, author, file }: ProjectRow): Project {
  return {
    id: project.id,
    kind: project.kind,
    title: project.title,
    description: project.description,
    language: project.language,
    author,
    version: project.version,
    operating_systems: project.operatingSystems,
    minimum_version: project.minimumVersion,
    cover: toImage(project.cover),
    gallery: project.gallery.map(toImage),
    category: project.category,
    tags: project.tags,
    license: project.license,
    attribution: project.attribution,
    sample: project.isSample,
    views: project.views,
    downloads: project.downloads,
    installs: project.installs,
    created_at: project.createdAt.toISOString(),
    updated_at: project.updatedAt.toISOString(),
    revision: project.revision,
    file: file && { name: file.name, size: file.size, sha256: file.sha256, url: fileUrl(file) },
    owner: project.owner,
    repository_url: project.repositoryUrl,
    owner_verified: project.repositoryUrl === null ? null : project.ownerProof !== null,
    release: project.release,
    keys: project.keys,
  }
}

function toImage({ fileId, ...image }: StoredImage): Image {
  return { ...image, url: imageUrl(fileId), sources: imageSources(fileId, image.width) }
}
