import { z } from 'zod'
import { fileWarningsSchema } from '#lib/contract/file-note.ts'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import { ownerSchema, type Project } from '#lib/contract/project.ts'
import { createRequestSchema, githubCheckSchema } from '#lib/contract/publish.ts'
import { pastedRepositorySchema } from '#lib/contract/repository.ts'
import { cleanLine, cleanText } from '#lib/contract/text.ts'

/** A file that the server has taken. */
const keptSchema = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number().nullable(),
  /** Of pictures. */
  alt: z.string(),
  /** Of projects' files: what is doubtful about it, and whether it was packed anew. */
  warnings: fileWarningsSchema.optional().catch(undefined),
  isRewritten: z.boolean().optional(),
})
export type Kept = z.infer<typeof keptSchema>

/** What stands in the form, as it is typed. */
export const valuesSchema = z.object({
  title: z.string(),
  description: z.string(),
  version: z.string(),
  minimum_version: z.string(),
  operating_systems: z.array(z.string()),
  category: z.string(),
  tags: z.string(),
  notes: z.string(),
  /** Plugins only: where it is, and what was read there. */
  owner: z.string(),
  repository_url: z.string(),
  facts: githubCheckSchema.nullable(),
  file: keptSchema.nullable(),
  cover: keptSchema.nullable(),
  gallery: z.array(keptSchema),
})
export type Values = z.infer<typeof valuesSchema>

export const EMPTY: Values = {
  title: '',
  description: '',
  version: '1.0.0',
  minimum_version: '1.0.0',
  operating_systems: ['all'],
  category: '',
  tags: '',
  notes: '',
  owner: '',
  repository_url: '',
  facts: null,
  file: null,
  cover: null,
  gallery: [],
}

/** The form of a project that is there already. */
export function valuesOf(project: Project): Values {
  const kept = (image: Project['cover']): Kept => ({
    id: image.url.split('/')[4] ?? '',
    name: image.alt,
    size: null,
    alt: image.alt,
  })
  const { file } = project
  return {
    title: project.title,
    description: project.description,
    version: project.version,
    minimum_version: project.minimum_version,
    operating_systems: project.operating_systems,
    category: project.category,
    tags: project.tags.join(', '),
    notes: '',
    owner: project.owner ?? '',
    repository_url: project.repository_url ?? '',
    facts: null,
    file: file
      ? { id: file.url.split('/')[4] ?? '', name: file.name, size: file.size, alt: '' }
      : null,
    cover: kept(project.cover),
    gallery: project.gallery.map(kept),
  }
}

/** Names of the fields that can be at fault, and of the faults themselves. */
export const FAULTS = [
  'title',
  'title_long',
  'description',
  'version',
  'minimum_version',
  'operating_systems',
  'category',
  'tags',
  'notes',
  'file_id',
  'cover_id',
  'gallery_ids',
  'alternative_texts',
  'owner',
  'repository_url',
  'version_not_higher',
  'file_unchanged',
  'version_unknown',
  'version_unchecked',
  'not_ready',
  'file_gone',
  'cover_gone',
  'gallery_gone',
] as const
export type Fault = (typeof FAULTS)[number]

/** The field that a fault belongs to. */
export const FIELD_OF: Record<Fault, keyof Values> = {
  title: 'title',
  title_long: 'title',
  description: 'description',
  version: 'version',
  minimum_version: 'minimum_version',
  operating_systems: 'operating_systems',
  category: 'category',
  tags: 'tags',
  notes: 'notes',
  file_id: 'file',
  cover_id: 'cover',
  gallery_ids: 'gallery',
  alternative_texts: 'gallery',
  owner: 'owner',
  repository_url: 'repository_url',
  version_not_higher: 'version',
  file_unchanged: 'file',
  version_unknown: 'version',
  version_unchecked: 'version',
  not_ready: 'file',
  file_gone: 'file',
  cover_gone: 'cover',
  gallery_gone: 'gallery',
}

/** Tags as they are sent and counted. */
export const parseTags = (tags: string): string[] =>
  cleanLine(tags)
    .split(/[,、，]/)
    .map((tag) => tag.trim())
    .filter(Boolean)

/**
 * What is sent of the form of a kind, or all of its faults. Control characters that came along with
 * pasted text are left out: nobody sees them, so nobody could remove them.
 */
export function parseValues(values: Values, kind: Kind, { isEdit = false } = {}) {
  const { file, cover, gallery, tags, facts, owner, repository_url, ...rest } = values
  const isPlugin = kind === 'plugin'
  const schema = isPlugin ? pluginSchema : createRequestSchema.extend({ file_id: z.string() })
  const parsed = schema.safeParse({
    ...rest,
    ...(isPlugin
      ? { owner: owner.trim(), repository_url, ...(isEdit && facts && { refresh: true }) }
      : { file_id: file?.id }),
    title: cleanLine(rest.title).trim(),
    description: cleanText(rest.description),
    notes: cleanText(rest.notes),
    tags: parseTags(tags),
    cover_id: cover?.id,
    gallery_ids: gallery.map(({ id }) => id),
    alternative_texts: [cover?.alt ?? '', ...gallery.map(({ alt }) => alt)].map(cleanLine),
  })
  const names = parsed.error?.issues.map(faultOfIssue) ?? []
  const faults = FAULTS.filter((fault) => names.includes(fault))
  const all = isPlugin ? [...faults, ...pluginFaults(values, faults, isEdit)] : faults
  if (parsed.success && all.length === 0) return { success: true, data: parsed.data } as const
  return { success: false, faults: all } as const
}

/** A title that is too long is not one that is missing. */
function faultOfIssue({ path, code }: { path: PropertyKey[]; code: string }) {
  return path[0] === 'title' && code === 'too_big' ? 'title_long' : path[0]
}

const pluginSchema = createRequestSchema.extend({
  owner: ownerSchema,
  repository_url: pastedRepositorySchema,
  refresh: z.boolean().optional(),
})

/** A new plugin's repository has to be looked at, and its version is one that stands there. */
function pluginFaults({ facts, version }: Values, faults: Fault[], isEdit: boolean): Fault[] {
  const isUnread = !facts && !isEdit && !faults.includes('repository_url')
  const isOther = facts?.versions && !facts.versions.includes(version) && !isEdit
  return [
    ...(isUnread ? (['repository_url'] as const) : []),
    ...(isOther && !faults.includes('version') ? (['version_unknown'] as const) : []),
  ]
}

/** What is wrong with a file before a byte of it is sent. */
export function faultOfFile(
  file: { name: string; size: number; type: string },
  limits: { kind: Kind; purpose: 'project' | 'cover' | 'gallery'; maxBytes: number },
): 'empty' | 'too_large' | 'wrong_type' | 'bad_image' | 'gif' | null {
  if (file.size === 0) return 'empty'
  if (limits.purpose !== 'project') {
    if (file.type === 'image/gif') return 'gif'
    if (file.size > IMAGE_MAX_BYTES) return 'too_large'
    return /^image\/(?:png|jpeg|webp|avif)$/.test(file.type) ? null : 'bad_image'
  }
  if (file.size > limits.maxBytes) return 'too_large'
  const ending = KIND_TABLE[limits.kind].fileEnding
  return ending !== null && file.name.toLowerCase().endsWith(ending) ? null : 'wrong_type'
}
