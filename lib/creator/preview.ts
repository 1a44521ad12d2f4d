import type { FileContents } from '#lib/contract/file/file-contents.ts'
import { categorySchema, operatingSystemSchema } from '#lib/contract/kind-schema.ts'
import {
  LINE_FIELDS,
  type LineField,
  mapNames,
  type RequestField,
} from '#lib/contract/project-fields.ts'
import { type Image, type Project, type ShownProject } from '#lib/contract/project.ts'
import { repositoryAddress } from '#lib/contract/repository.ts'
import { cleanLine, parseTags } from '#lib/contract/text.ts'
import { minimumVersionSchema, versionSchema } from '#lib/contract/version/version-schema.ts'
import type { UploadedFile } from './form-file.ts'
import type { PlainState } from './plain-form.ts'
import { toStated } from './stated-files.ts'
import { countedText, type CreatorValues } from './values.ts'

/** Size of a picture that was uploaded by an older release, in pixels: that of a cover. */
const UNKNOWN_SIZE = { width: 1600, height: 1000 }

type Options = {
  /** Id of the kept form. */
  id: string
  author: Project['author']
  /** The project as it is published; `null` for a new one. */
  saved: Project | null
  contents: FileContents | null
  language: Project['language']
  /** In place of a missing title. */
  untitled: string
  now: Date
}

/** The project that a form would publish. Invalid values are left out: nothing is required for a preview. */
export function toPreview({ kind, values }: PlainState, options: Options): ShownProject {
  const { id, author, saved, contents, language, untitled, now } = options
  const { cover, gallery, facts } = values
  const lines = mapNames<Record<LineField, string>>(LINE_FIELDS, (name) =>
    countedText(values, name),
  )
  const time = now.toISOString()
  return {
    ...COUNTS,
    created_at: time,
    ...(saved && kept(saved)),
    id,
    kind,
    author,
    language,
    updated_at: time,
    summary: '',
    ...lines,
    title: lines.title || untitled,
    description: countedText(values, 'description'),
    version: versionSchema.catch('').parse(values.version),
    minimum_version: minimumVersionSchema.catch('').parse(values.minimum_version),
    operating_systems: values.operating_systems.flatMap(
      (system) => operatingSystemSchema.safeParse(system).data ?? [],
    ),
    category: categorySchema.safeParse(values.category).data ?? null,
    tags: [...new Set(parseTags(values.tags))],
    cover: cover && toImage(cover),
    gallery: gallery.flatMap((picture) => toImage(picture) ?? []),
    license: facts ? facts.license : countedText(values, 'license') || saved?.license,
    file: toFile(values, contents),
    package_systems: toStated(values.package_systems),
    ...repositoryOf(values, saved),
    // Does not compile without a field that its author sends.
  } satisfies Record<RequestField, unknown> & ShownProject
}

const COUNTS = { sample: false, views: 0, downloads: 0, installs: 0 }

const COUNTERS = ['views', 'downloads', 'installs'] as const
/** What an edit keeps. */
const KEPT = [...COUNTERS, 'created_at', 'attribution', 'release', 'keys', 'readme'] as const
const kept = (saved: Project) =>
  mapNames<Pick<Project, (typeof KEPT)[number]>>(KEPT, (name) => saved[name])

function toImage({ url, alt, width, height, placeholder }: UploadedFile): Image | null {
  if (url === undefined) return null
  const size = width && height ? { width, height } : UNKNOWN_SIZE
  return { url, alt: cleanLine(alt), placeholder, ...size }
}

/** Without the address of its licence, which a file has from its publication on. */
function toFile({ file }: CreatorValues, contents: FileContents | null): ShownProject['file'] {
  const stored = contents?.file && { ...contents.file, license_url: null }
  if (!file || file.size === null) return stored ?? null
  const { name, size, sha256 = null, format, entries } = file
  return { name, size, sha256, format, entries, ...stored }
}

function repositoryOf({ facts, repository_url: typed }: CreatorValues, saved: Project | null) {
  if (facts) {
    const { repository_url, release, proof, owner } = facts
    return { repository_url, release, owner, owner_verified: Boolean(proof) }
  }
  return {
    repository_url: repositoryAddress(typed),
    owner: undefined,
    owner_verified: saved?.owner_verified,
  }
}
