import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Image, Kind, Project } from './api.ts'
import { CallError, invalidInput } from './call-error.ts'
import { urlOf } from './files.ts'
import { type createBody, FILE_ENDINGS, isCategoryOf, type updateBody } from './input.ts'
import { compareVersions } from './lists.ts'
import { findOwnProject } from './projects.ts'
import type { Account, ReferenceStore, ReferenceFile, ReferenceVersion } from './store.ts'

type Create = z.infer<typeof createBody>
type Update = z.infer<typeof updateBody>
const conflict = (reason: string, message: string, ...fields: string[]) =>
  new CallError(409, message, { reason, fields })

export function createProject(
  store: ReferenceStore,
  kind: Kind,
  author: Account,
  input: Create,
): Project {
  checkKind(kind, input)
  const { cover_id, gallery_ids, file_id, alternative_texts = [], notes, ...facts } = input
  const needsFile = FILE_ENDINGS[kind] !== null
  if (needsFile && !file_id) throw invalidInput('file_id')
  if (!needsFile && !facts.repository_url) throw invalidInput('repository_url')
  const now = new Date().toISOString()
  const project: Project = {
    ...facts,
    tagline: facts.tagline ?? '',
    summary: facts.tagline ?? '',
    id: randomUUID(),
    kind,
    author: { uid: author.uid, name: author.username },
    cover: toImage(takeFile(store, author, cover_id, 'cover'), alternative_texts[0]),
    gallery: gallery_ids.map((id, at) =>
      toImage(takeFile(store, author, id, 'gallery'), alternative_texts[at + 1]),
    ),
    file: file_id ? toProjectFile(takeFile(store, author, file_id, 'project'), kind) : null,
    sample: false,
    views: 0,
    downloads: 0,
    installs: 0,
    created_at: now,
    updated_at: now,
    revision: 1,
  }
  store.projects.set(project.id, { project, versions: [toVersion(project, notes)] })
  return project
}

/**
 * Changes the fields of the input; omitted ones stay unchanged.
 * @param match the base revision of the change, from `If-Match`.
 */
export function updateProject(
  store: ReferenceStore,
  kind: Kind,
  author: Account,
  input: Update,
  match: string | undefined,
): Project {
  checkKind(kind, input)
  const { id, cover_id, gallery_ids, file_id, alternative_texts = [], notes, ...facts } = input
  const { project: old, versions } = findOwnProject(store, kind, author, id)
  if (match !== undefined && match !== `"${old.revision}"`) {
    throw conflict('stale', 'The project has changed since.')
  }
  const oldImages = new Map([old.cover, ...old.gallery].map((image) => [image.file_id, image]))
  const image = (fileId: string, purpose: 'cover' | 'gallery', at: number) => {
    const existing = oldImages.get(fileId)
    const alt = alternative_texts[at] ?? existing?.alt
    return existing
      ? { ...existing, alt: alt ?? '' }
      : toImage(takeFile(store, author, fileId, purpose), alt)
  }
  const isNewFile = file_id !== undefined && file_id !== old.file?.file_id
  const isNewVersion = facts.version !== undefined && facts.version !== old.version
  if (isNewFile || isNewVersion) checkVersion(versions, facts.version ?? old.version)
  if (isNewVersion && !isNewFile && FILE_ENDINGS[kind] !== null) {
    throw conflict('file_unchanged', 'A new version needs a new file.', 'file_id')
  }
  const galleryIds = gallery_ids ?? old.gallery.map((one) => one.file_id ?? '')
  const changed: Project = {
    ...old,
    ...facts,
    cover: image(cover_id ?? old.cover.file_id ?? '', 'cover', 0),
    gallery: galleryIds.map((one, at) => image(one, 'gallery', at + 1)),
    ...(isNewFile && {
      file: toProjectFile(takeFile(store, author, file_id, 'project'), kind),
    }),
    updated_at: new Date().toISOString(),
    revision: (old.revision ?? 0) + 1,
  }
  // A pre-release never replaces a stable version.
  const isBeside = isPrerelease(changed.version) && !isPrerelease(old.version)
  const { version, file, operating_systems, minimum_version } = isBeside ? old : changed
  const project = { ...changed, version, file, operating_systems, minimum_version }
  const current = { operating_systems, minimum_version }
  const known = versions.map((one) => (one.version === version ? { ...one, ...current } : one))
  const added = isNewVersion ? [toVersion(changed, notes)] : []
  const all = [...added, ...known].toSorted((a, b) => compareVersions(b.version, a.version))
  const fitting = findFitting(project, all)
  const { fitting_versions: _, ...rest } = project
  const settled = { ...rest, ...(fitting.length > 0 && { fitting_versions: fitting }) }
  store.projects.set(id, { project: settled, versions: all })
  return settled
}

const SYSTEMS = ['macos', 'windows', 'linux', 'other'] as const

/** For each system, stable versions with a lower minimum version than every newer one. The newest first, at most six. */
function findFitting(project: Project, versions: ReferenceVersion[]) {
  const lowest = new Map<string, string>()
  const gains = ({ operating_systems: systems, minimum_version: minimum }: Needs) =>
    SYSTEMS.filter((system) => systems.includes('all') || systems.includes(system)).filter(
      (system) => {
        const known = lowest.get(system)
        if (known !== undefined && compareVersions(minimum, known) >= 0) return false
        lowest.set(system, minimum)
        return true
      },
    ).length > 0
  gains(project)
  return versions
    .filter((one) => one.channel === 'stable' && one.version !== project.version)
    .map(({ version, operating_systems = ['all' as const], minimum_version = '1.0.0' }) => ({
      version,
      operating_systems,
      minimum_version,
    }))
    .filter(gains)
    .slice(0, 6)
}
type Needs = Pick<Project, 'operating_systems' | 'minimum_version'>

export function removeProject(
  store: ReferenceStore,
  kind: Kind,
  author: Account,
  id: string,
): null {
  findOwnProject(store, kind, author, id)
  store.projects.delete(id)
  return null
}

function checkKind(kind: Kind, { category, file_id, repository_url }: Partial<Create>): void {
  if (category && !isCategoryOf(kind, category)) throw invalidInput('category')
  if (kind === 'plugin' && file_id) throw invalidInput('file_id')
  if (kind !== 'plugin' && repository_url) throw invalidInput('repository_url')
}

const isPrerelease = (version: string) => version.includes('-')

/** A stable version is higher than the stable ones, a pre-release than all. */
function checkVersion(versions: ReferenceVersion[], version: string): void {
  const compared = isPrerelease(version)
    ? versions
    : versions.filter((one) => !isPrerelease(one.version))
  if (compared.every((one) => compareVersions(version, one.version) > 0)) return
  throw conflict('version_not_higher', 'The version must be higher.', 'version')
}

function takeFile(
  { files }: ReferenceStore,
  { uid }: Account,
  id: string,
  purpose: ReferenceFile['purpose'],
): ReferenceFile {
  const file = files.get(id)
  if (file?.uid === uid && file.purpose === purpose) return file
  throw new CallError(404, 'No such file.', { reason: 'file_missing' })
}

function toImage(file: ReferenceFile, alt = ''): Image {
  const { width = 0, height = 0 } = file.size ?? {}
  return { file_id: file.id, url: urlOf(file), width, height, alt }
}

function toProjectFile(file: ReferenceFile, kind: Kind): Project['file'] {
  const { id, name, sha256, bytes } = file
  if (!name.toLowerCase().endsWith(FILE_ENDINGS[kind] ?? '')) {
    throw new CallError(400, 'The file is of another kind.', { reason: 'wrong_type' })
  }
  return { file_id: id, name, size: bytes.byteLength, sha256, url: urlOf(file) }
}

const toVersion = (
  { version, updated_at, file, operating_systems, minimum_version }: Project,
  notes = '',
): ReferenceVersion => ({
  version,
  operating_systems,
  minimum_version,
  channel: isPrerelease(version) ? 'prerelease' : 'stable',
  created_at: updated_at,
  notes,
  file: file ?? null,
})
