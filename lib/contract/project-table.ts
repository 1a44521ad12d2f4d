import { z } from 'zod'
import { PLUGIN_FIELDS } from '#lib/contract/file/plugin-fields.ts'
import {
  minimumVersionSchema,
  newMinimumVersionSchema,
  newVersionSchema,
  versionSchema,
} from '#lib/contract/version/version-schema.ts'
import {
  FITTING_VERSIONS_MAX,
  operatingSystemsSchema,
  versionNeedsSchema,
} from '#lib/contract/version/version-needs.ts'
import type { FieldFacts } from './project-parts.ts'
import { categorySchema, kindSchema } from './kind-schema.ts'
import {
  DESCRIPTION_MAX,
  GALLERY_MAX,
  LICENSE_MAX,
  SUMMARY_MAX,
  TAG_MAX,
  TAGLINE_MAX,
  TAGS_MAX,
  TITLE_MAX,
} from './limits.ts'
import {
  authorSchema,
  countSchema,
  deprecationSchema,
  idSchema,
  imageSchema,
  languageSchema,
  projectFileSchema,
} from './project-parts.ts'
import { nameSchema } from '#lib/contract/name/name-schema.ts'
import { answeredText, lineSchema, textSchema, upTo, withPlainLineEnds } from './text.ts'
import { VISIBILITIES } from './visibility.ts'

const linesSchema = textSchema.overwrite(withPlainLineEnds)

/**
 * The fields of a project, in the order of answers. Schemas of answers and requests, stored columns, facts of versions, the form
 * of creators, previews, lists, search, feed and command line derive from this table.
 */
export const PROJECT_FIELDS = {
  id: { schema: idSchema, column: null, shown: ['feed'] },
  kind: { schema: kindSchema, column: null, shown: ['feed'] },
  title: {
    schema: upTo(answeredText.min(1), TITLE_MAX),
    request: upTo(nameSchema.min(1), TITLE_MAX),
    form: { control: 'line', label: 'title', maximum: TITLE_MAX },
    column: 'title',
    search: 'title',
    shown: ['feed'],
  },
  /** In the answer for one project: the title of another author's listed project that looks the same, an early one. Optional. */
  same_title: {
    schema: upTo(answeredText.min(1), TITLE_MAX).nullish().catch(null),
    column: null,
    inLists: null,
  },
  /** What it is for, in one line of plain text; empty if its author gave none. */
  tagline: {
    schema: upTo(answeredText, TAGLINE_MAX).default(''),
    request: upTo(lineSchema, TAGLINE_MAX).optional(),
    form: {
      control: 'line',
      label: 'tagline',
      help: 'taglineHelp',
      maximum: TAGLINE_MAX,
      isOptional: true,
    },
    column: 'tagline',
    search: 'text',
    shown: ['feed'],
  },
  /** For cards: the tagline, else the start of the description, as plain text. Computed by the backend; optional. */
  summary: { schema: upTo(answeredText, SUMMARY_MAX).default(''), column: null },
  /** Markdown, untrusted. Empty if its author gave none. */
  description: {
    schema: upTo(answeredText, DESCRIPTION_MAX),
    request: upTo(linesSchema, DESCRIPTION_MAX).default(''),
    form: { control: 'description', label: 'description', isOptional: true },
    column: 'description',
    inLists: '',
    search: 'markdown',
    shown: ['feed'],
  },
  /**
   * Language of the project's texts: title, description, notes, tags and alternative texts; `null` if unknown. In a request `null`
   * detects it from title and description. Without the field a new project's language is detected; an update keeps a chosen one and
   * detects others again.
   */
  language: {
    schema: languageSchema.nullish().catch(null),
    request: languageSchema.nullish(),
    form: { control: 'language', label: 'language', help: 'languageHelp', isOptional: true },
    column: 'language',
  },
  /** Whether the language was detected, not chosen by the author. Optional. */
  language_is_detected: { schema: z.boolean().optional(), column: 'languageIsDetected' },
  author: { schema: authorSchema, column: null, shown: ['feed'] },
  /** A new pre-release, by its number or its channel, is never stable: without a channel it has that of its number. */
  version: {
    schema: versionSchema,
    request: newVersionSchema,
    form: {
      control: 'version',
      label: 'version',
      help: { file: 'versionHelp', repository: 'plugin.versionHelp' },
      isHalfWidth: true,
    },
    column: 'version',
    shown: ['facts'],
  },
  operating_systems: {
    schema: operatingSystemsSchema,
    request: operatingSystemsSchema,
    form: { control: 'systems', label: 'os', help: 'systemsHelp' },
    column: 'operatingSystems',
    isOfVersion: true,
    shown: ['facts'],
  },
  minimum_version: {
    schema: minimumVersionSchema,
    request: newMinimumVersionSchema,
    form: { control: 'version', label: 'minimum', help: 'versionHelp', isHalfWidth: true },
    column: 'minimumVersion',
    isOfVersion: true,
    shown: ['facts'],
  },
  /** Other offered versions, for systems and versions of the application that the current one does not fit: newest first. Missing without any. */
  fitting_versions: {
    schema: z.array(versionNeedsSchema).max(FITTING_VERSIONS_MAX).optional().catch(undefined),
    column: null,
  },
  cover: { schema: imageSchema, column: null, shown: ['feed'] },
  gallery: { schema: z.array(imageSchema).max(GALLERY_MAX), column: null, inLists: [] },
  category: {
    schema: categorySchema,
    request: categorySchema,
    form: { control: 'category', label: 'category' },
    column: 'category',
  },
  tags: {
    schema: z
      .array(upTo(answeredText.min(1), TAG_MAX))
      .max(TAGS_MAX)
      .default([]),
    request: z
      .array(upTo(lineSchema.min(1), TAG_MAX))
      .max(TAGS_MAX)
      .default([]),
    form: { control: 'tags', label: 'tags', help: 'tagsHelp', isOptional: true },
    column: 'tags',
    inLists: [],
    search: 'keywords',
    shown: ['feed'],
  },
  /** SPDX identifier. A plugin has that of its repository. */
  license: {
    schema: answeredText.max(60).nullish(),
    request: upTo(lineSchema.min(1), LICENSE_MAX).nullish(),
    form: {
      control: 'license',
      label: 'license',
      help: 'licenseHelp',
      maximum: LICENSE_MAX,
      isOptional: true,
    },
    column: 'license',
    isOfVersion: true,
    isFromRepository: true,
    inLists: null,
    shown: ['facts', 'feed'],
  },
  /** Attribution required by the licence, one sentence. */
  attribution: {
    schema: answeredText.max(500).nullish(),
    column: 'attribution',
    inLists: null,
    shown: ['facts'],
  },
  /** Whether it stands for nothing that could be installed. */
  sample: { schema: z.boolean().default(false), column: 'isSample' },
  /** Whether it came with the site: its counts, dates and versions are invented. Optional. */
  demo: { schema: z.boolean().optional(), column: null, shown: ['facts'] },
  views: { schema: countSchema.default(0), column: null, shown: ['facts'] },
  downloads: { schema: countSchema, column: null, shown: ['facts'] },
  installs: { schema: countSchema.default(0), column: null, shown: ['facts'] },
  created_at: { schema: z.iso.datetime(), column: null, shown: ['facts', 'feed'] },
  updated_at: { schema: z.iso.datetime(), column: null, shown: ['facts', 'feed'] },
  /**
   * Increases with each change by the author. A write with `If-Match: "{revision}"` is refused (409 `stale`) if the
   * project has changed since. Optional; without it every write is accepted.
   */
  revision: { schema: countSchema.optional(), column: null },
  file: { schema: projectFileSchema.nullish(), column: null, inLists: null, shown: ['facts'] },
  ...PLUGIN_FIELDS,
  /** Only `listed` projects are in lists and search. Optional. */
  visibility: { schema: z.enum(VISIBILITIES).optional().catch(undefined), column: null },
  /** `null` unless its author deprecated it. Optional. */
  deprecation: { schema: deprecationSchema.nullish(), column: null },
  /** In the answer to a publication only: what of it waits for the operator and is shown to its author alone. Optional. */
  held: { schema: z.enum(['project', 'version']).optional().catch(undefined), column: null },
} as const satisfies Record<string, FieldFacts>
