import { z } from 'zod'
import { SITE_LANGUAGES } from '#lib/contract/locale.ts'
import {
  type FieldFacts,
  ownerSchema,
  PLUGIN_KEYS_MAX,
  pluginKeySchema,
  pluginPackagesSchema,
  releaseSchema,
  REPOSITORY_STATUSES,
  repositoryUrlSchema,
  statedFilesSchema,
  translationSchema,
} from '#lib/contract/project-parts.ts'
import { pastedRepositorySchema } from '#lib/contract/repository.ts'
import { pluginManifestSchema } from './plugin-manifest.ts'
import { readmeSchema } from './readme.ts'

/** Fields that plugins alone have (project-table.ts). */
export const PLUGIN_FIELDS = {
  owner: {
    schema: ownerSchema.nullish(),
    request: ownerSchema.nullish(),
    form: { control: 'owner', label: 'plugin.owner', help: 'plugin.ownerHelp' },
    column: 'owner',
    isFromRepository: true,
  },
  repository_url: {
    schema: repositoryUrlSchema.nullish(),
    request: pastedRepositorySchema.optional(),
    form: { control: 'repository', label: 'plugin.repository', help: 'plugin.repositoryHelp' },
    column: 'repositoryUrl',
    shown: ['facts'],
  },
  /** Whether the author has proved ownership of the repository. Optional. */
  owner_verified: { schema: z.boolean().nullish(), column: null },
  /** Set until its author has proved again to own the repository. Then there is no address, owner, release or package. Optional. */
  repository_status: {
    schema: z.enum(REPOSITORY_STATUSES).nullish().catch(undefined),
    column: null,
  },
  release: {
    schema: releaseSchema.nullish(),
    column: 'release',
    isOfVersion: true,
    isFromRepository: true,
    inLists: null,
    shown: ['facts'],
  },
  /** What their author states of the files of releases and of packages; counts for later versions too. Optional. */
  package_systems: {
    schema: statedFilesSchema.nullish().catch(undefined),
    request: statedFilesSchema.nullish(),
    form: {
      control: 'platforms',
      label: 'packageSystems',
      help: 'packageSystemsHelp',
      isOptional: true,
    },
    column: 'packageSystems',
    inLists: null,
  },
  keys: {
    schema: z.array(pluginKeySchema).max(PLUGIN_KEYS_MAX).nullish(),
    column: 'keys',
    isFromRepository: true,
    inLists: null,
  },
  /** What the manifest declares; `null` if it was never read. Optional. */
  manifest: {
    schema: pluginManifestSchema.nullish(),
    column: 'manifest',
    isOfVersion: true,
    isFromRepository: true,
    inLists: null,
  },
  /** Descriptions in languages of the site. Optional. */
  translations: {
    schema: z.array(translationSchema).max(SITE_LANGUAGES.length).nullish(),
    column: 'translations',
    isFromRepository: true,
    inLists: null,
  },
  /** In the answer for a single project only: the README of the repository. Optional. */
  readme: { schema: readmeSchema.nullish().catch(undefined), column: null },
  /** Packages of the current version that the site keeps; without any the release is installed. Optional. */
  packages: { schema: pluginPackagesSchema.nullish(), column: null, inLists: null },
  /** Whether packages are no longer offered, since their author has not proved to own the repository. Optional. */
  packages_removed: { schema: z.boolean().optional(), column: null, inLists: false },
} as const satisfies Record<string, FieldFacts>
