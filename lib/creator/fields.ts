import { z } from 'zod'
import type { ContentSource } from '#lib/contract/kind.ts'
import { NOTES_MAX } from '#lib/contract/limits.ts'
import { mapNames, type RequestField } from '#lib/contract/project-fields.ts'
import { PROJECT_FIELDS } from '#lib/contract/project-table.ts'
import { idSchema, ownerSchema, type Project } from '#lib/contract/project.ts'
import { pastedRepositorySchema } from '#lib/contract/repository.ts'
import { cleanName } from '#lib/contract/name/name.ts'
import { cleanLine, cleanText, parseTags, withPlainLineEnds } from '#lib/contract/text.ts'
import { type Descriptor, field } from './descriptor.ts'
import { packagesField, statedField } from './package-fields.ts'
import { formFileSchema, fromImage, fromProjectFile } from './form-file.ts'

/* How a new version is published. Like its notes, both start empty with each edit. */

const ofVersion = {
  schema: z.string(),
  initial: '',
  isOptional: true,
  isEditOnly: true,
  isHalfWidth: true,
  fromProject: () => '',
  compare: (value: string) => value,
} as const

/** Empty: stable. */
const channelField = field({
  ...ofVersion,
  label: 'channel',
  help: 'channelHelp',
  control: 'channel',
  toRequest: (channel) => (channel === '' ? {} : { channel }),
  errors: { channel: 'channel', prerelease: 'prerelease' },
})

/** A time in UTC as its control writes it, without seconds: `2026-06-01T12:00`. Empty: at once. */
const publishAtField = field({
  ...ofVersion,
  label: 'publishAt',
  help: 'publishAtHelp',
  control: 'time',
  toRequest: (time) => (time === '' ? {} : { publish_at: `${time.slice(0, 16)}:00Z` }),
  errors: { publish_at: 'publish_at', too_many_scheduled: 'too_many_scheduled' },
})

/** What an archive has that names no licence (docs/formats.md). */
const UNKNOWN_LICENSE = 'NOASSERTION'
const trimLine = (value: string) => cleanLine(value).trim()
const cleanLines = (value: string) => withPlainLineEnds(cleanText(value))

const plain = { schema: z.string(), initial: '', compare: (value: string) => value.trim() }
type TextField = {
  [N in RequestField]: Project[N] extends string | null | undefined ? N : never
}[RequestField]
/** A text of the table: sent as it is typed, by default without control characters and spaces around it. */
function text<N extends TextField>(name: N, clean = trimLine) {
  return {
    ...plain,
    ...PROJECT_FIELDS[name].form,
    clean,
    fromProject: (project: Project): string => project[name] ?? '',
    toRequest: (value: string): { [K in RequestField]?: unknown } => ({ [name]: clean(value) }),
    errors: mapNames<Record<N, N>>([name], () => name),
  }
}

/**
 * The fields of the creator's form, in their order on the page: those of the table of project fields, files, and what belongs to a
 * version. Rendering, drafts, validation, requests, conflicts and error messages derive from this table.
 */
const table = {
  repository_url: field({
    ...text('repository_url'),
    source: 'repository',
    toRequest: (repository_url) => (repository_url.trim() === '' ? {} : { repository_url }),
    required: { repository_url: pastedRepositorySchema },
  }),
  owner: field({
    ...text('owner'),
    source: 'repository',
    toRequest: (owner) => (owner.trim() === '' ? {} : { owner: owner.trim() }),
    required: { owner: ownerSchema },
  }),
  packages: packagesField,
  package_systems: statedField,
  file: field({
    schema: formFileSchema.nullable(),
    initial: null,
    label: 'file',
    help: 'fileHelp',
    control: 'file',
    source: 'file',
    fromProject: (project) => fromProjectFile(project.file),
    toRequest: (file) => ({ file_id: file?.id }),
    required: { file_id: idSchema },
    compare: (file) => file?.id ?? '',
    files: (file) => (file ? [file] : []),
    missing: 'file_gone',
    errors: {
      file_id: 'file_id',
      file_unchanged: 'file_unchanged',
      not_ready: 'not_ready',
      file_gone: 'gone',
    },
  }),
  title: field({
    ...text('title', cleanName),
    fromManifest: (manifest) => manifest.title,
    fromRepository: (repository) => repository.title,
    errors: {
      title: 'title',
      title_long: 'title_long',
      title_blank: 'name_blank',
      title_direction: 'name_direction',
      title_marks: 'name_marks',
      imitates: 'imitates',
    },
  }),
  tagline: field({
    ...text('tagline'),
    fromRepository: (repository) => repository.tagline || undefined,
  }),
  cover: field({
    schema: formFileSchema.nullable(),
    initial: null,
    label: 'cover',
    help: 'coverHelp',
    control: 'cover',
    fromProject: (project) => fromImage(project.cover),
    toRequest: (cover) => ({ cover_id: cover?.id }),
    compare: (cover) => JSON.stringify(cover && [cover.id, cover.alt]),
    files: (cover) => (cover ? [cover] : []),
    missing: 'cover_gone',
    errors: { cover_id: 'cover_id', cover_gone: 'gone' },
  }),
  gallery: field({
    schema: z.array(formFileSchema),
    initial: [],
    label: 'gallery',
    help: 'galleryHelp',
    control: 'gallery',
    fromProject: (project) => project.gallery.map(fromImage),
    toRequest: (gallery) => ({ gallery_ids: gallery.map(({ id }) => id) }),
    compare: (gallery) => JSON.stringify(gallery.map(({ id, alt }) => [id, alt])),
    files: (gallery) => gallery,
    missing: 'gallery_gone',
    errors: {
      gallery_ids: 'gallery_ids',
      alternative_texts: 'alternative_texts',
      gallery_gone: 'gone',
    },
  }),
  description: field({
    ...text('description', cleanLines),
    fromRepository: (repository) => repository.description,
  }),
  language: field({
    ...text('language'),
    // Empty: detected when saving.
    fromProject: ({ language, language_is_detected: isDetected }) =>
      isDetected ? '' : (language ?? ''),
    toRequest: (language) => ({ language: language === '' ? null : language }),
  }),
  version: field({
    ...text('version'),
    initial: '1.0.0',
    followsSource: true,
    fromManifest: (manifest) => manifest.version,
    fromRepository: (repository) => repository.version,
    errors: {
      version: 'version',
      version_discarded: 'version_discarded',
      version_not_higher: 'version_not_higher',
      version_unknown: 'version_unknown',
      version_unchecked: 'version_unchecked',
    },
  }),
  minimum_version: field({
    ...text('minimum_version'),
    initial: '1.0.0',
    fromManifest: (manifest) => manifest.minimum_version,
    fromRepository: (repository) => repository.minimum_version ?? undefined,
  }),
  notes: field({
    ...plain,
    label: 'notes',
    help: 'notesHelp',
    control: 'notes',
    isOptional: true,
    maximum: NOTES_MAX,
    clean: cleanLines,
    isEditOnly: true,
    // Notes belong to one version: an edit starts without, and leaves those of the current version.
    fromProject: () => '',
    toRequest: (notes) => (notes.trim() === '' ? {} : { notes: cleanLines(notes) }),
    errors: { notes: 'notes' },
  }),
  channel: channelField,
  publish_at: publishAtField,
  license: field({
    ...text('license'),
    source: 'file',
    fromManifest: ({ license }) => (license === UNKNOWN_LICENSE ? '' : license),
    toRequest: (license) => ({ license: trimLine(license) || null }),
  }),
  operating_systems: field({
    schema: z.array(z.string()),
    initial: ['all'],
    ...PROJECT_FIELDS.operating_systems.form,
    fromProject: (project) => project.operating_systems,
    fromRepository: (repository) => repository.operating_systems,
    toRequest: (operating_systems) => ({ operating_systems }),
    compare: (systems) => systems.toSorted().join(),
    errors: { operating_systems: 'operating_systems' },
  }),
  category: field(text('category')),
  tags: field({
    ...plain,
    ...PROJECT_FIELDS.tags.form,
    fromProject: (project) => project.tags.join(', '),
    toRequest: (tags) => ({ tags: parseTags(tags) }),
    errors: { tags: 'tags' },
  }),
  // Does not compile without a field that authors send.
} satisfies Record<RequestField, unknown> & Record<string, unknown>

type Table = typeof table
export type FieldName = keyof Table
export type FieldValues = { [N in FieldName]: z.infer<Table[N]['schema']> }
/** What can be wrong with the form, by the code that the contract or the form gives it. */
export type FieldErrorCode = { [N in FieldName]: keyof Table[N]['errors'] }[FieldName]

export type FieldTable = { [N in FieldName]: Descriptor<FieldValues[N], FieldErrorCode> }
export const FIELDS: FieldTable = table

export const isFieldName = (name: unknown): name is FieldName =>
  typeof name === 'string' && Object.hasOwn(FIELDS, name)
/** In the order of the form. */
export const FIELD_NAMES = Object.keys(FIELDS).filter(isFieldName)

/** An object with an entry for each field. */
export function mapFields<R extends Record<FieldName, unknown>>(
  toValue: (name: FieldName) => R[FieldName],
): R {
  // `fromEntries` does not keep the keys.
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, toValue(name)])) as R
}

/** The fields of projects with a source: a file or a repository. */
export const fieldsOf = (source: ContentSource): FieldName[] =>
  FIELD_NAMES.filter((name) => (FIELDS[name].source ?? source) === source)
