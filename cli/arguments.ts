import { z } from 'zod'
import { parsePort } from './application.ts'
import { CATEGORY_HINT, configSchema } from './config-file.ts'
import { usageError } from './exit.ts'
import type { InstallOptions } from './install.ts'
import type { Io } from './io.ts'
import { parseOptions } from './options.ts'
import { ACCEPTED_PROJECTS, parseProjectAddress } from './project-address.ts'
import type { PublishOptions } from './publish.ts'
import { acceptedBy, refusedInput, refusedValue } from './refused-value.ts'
import { parseSite } from './site.ts'
import type { OutdatedOptions, UpdateOptions } from './updates.ts'
import {
  PACKAGE_PLATFORMS,
  type PackagePlatform,
  toPlatform,
} from '#lib/contract/file/plugin-package.ts'
import { describeValues } from '#lib/contract/input/describe-issue.ts'
import { CATEGORIES, isCategoryOf, type Kind } from '#lib/contract/kind.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { updateRequestSchema } from '#lib/contract/publish.ts'
import { updateQuerySchema, type WantedUpdate } from '#lib/contract/update/update.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'

/** The files of `validate`. */
export function validateArguments(args: string[]): string[] {
  const { positionals } = parseOptions('validate', args)
  if (positionals.length === 0) throw usageError('Name the files to validate.')
  return positionals
}

/** The kinds of `categories`. */
export function categoriesArguments(args: string[]): Kind[] {
  const { positionals } = parseOptions('categories', args)
  return positionals.map((given) => {
    const kind = kindSchema.safeParse(given)
    if (kind.success) return kind.data
    throw refusedInput(`The kind “${given}”`, kind.error.issues, given)
  })
}

/** The options of `publish`. */
export function publishArguments(args: string[], { env }: Pick<Io, 'env'>): PublishOptions {
  const { values, positionals } = parseOptions('publish', args)
  if (positionals.length > 0)
    throw usageError(`“${positionals[0]}” is not expected here: name it as --file.`)
  if (values.notes !== undefined && values['notes-file'] !== undefined) {
    throw usageError('--notes and --notes-file exclude each other.')
  }
  const given = {
    project: values.project,
    kind: values.kind,
    file: values.file,
    version: values.version,
    notes: values['notes-file'],
    title: values.title,
    tagline: values.tagline,
    description: values.description,
    category: values.category,
    tags: values.tag,
    operating_systems: values.system,
    minimum_version: values['minimum-version'],
    language: values.language,
    license: values.license,
    repository: values.repository,
    cover: values.cover,
    gallery: values.gallery,
    channel: values.prerelease ? 'prerelease' : undefined,
  }
  const present = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  )
  const fields = configSchema.safeParse(present)
  if (!fields.success) throw refusedField(fields.error.issues, present)
  const { kind, category } = fields.data
  if (kind && category && !isCategoryOf(kind, category)) throw refusedCategory(kind, category)
  const time = publishAtSchema.safeParse(values['publish-at'])
  if (!time.success) throw refusedInput('--publish-at', time.error.issues, values['publish-at'])
  const target =
    values['dry-run'] === true
      ? {
          isDryRun: true as const,
          origin: isSiteNamed(values.site, env) ? siteOf(values.site, env) : null,
        }
      : { isDryRun: false as const, origin: siteOf(values.site, env) }
  return {
    ...target,
    config: values.config,
    isTrusted: values.trusted ?? false,
    flags: {
      ...fields.data,
      ...(values.notes !== undefined && { notesText: values.notes }),
      ...(time.data !== undefined && { publishAt: time.data }),
      ...(values['names-encoding'] !== undefined && { namesEncoding: values['names-encoding'] }),
      refresh: values.refresh ?? false,
    },
  }
}

const publishAtSchema = updateRequestSchema.shape.publish_at

/** @param given the options under the names of their fields. */
function refusedField(issues: readonly z.core.$ZodIssue[], given: Record<string, unknown>) {
  const field = String(issues[0]?.path[0] ?? '')
  const option = `--${OPTION_OF[field] ?? field.replaceAll('_', '-')}`
  if (field !== 'category') return refusedInput(option, issues, given)
  const kind = kindSchema.safeParse(given['kind']).data
  if (kind) return refusedCategory(kind, given['category'])
  return refusedValue(option, acceptedBy(issues, given), CATEGORY_HINT)
}

const refusedCategory = (kind: Kind, given: unknown) =>
  refusedValue('--category', describeValues(CATEGORIES[kind], given), CATEGORY_HINT)

/** Options that are called otherwise than their field. */
const OPTION_OF: Record<string, string> = {
  notes: 'notes-file',
  tags: 'tag',
  operating_systems: 'system',
}

/** The options of `install`. The site of an address is that of the project. */
export function installArguments(args: string[], { env }: Pick<Io, 'env'>): InstallOptions {
  const { values, positionals } = parseOptions('install', args)
  const [given, another] = positionals
  if (given === undefined) throw usageError(`Name one project to install: ${ACCEPTED_PROJECTS}.`)
  if (another !== undefined) {
    throw usageError(`“${another}” is not expected here: name one project to install.`)
  }
  const project = parseProjectAddress(given)
  const version = versionSchema.optional().safeParse(values.version)
  if (!version.success) throw refusedInput('--version', version.error.issues, values.version)
  if (project.origin && values.site !== undefined) {
    throw usageError('The address names the site already: leave out --site.')
  }
  return {
    origin: project.origin ?? siteOf(values.site, env),
    project,
    version: version.data,
    platform: platformOf(values.platform),
    output: values.output,
    isDownloadOnly: values['download-only'] ?? false,
    isOriginal: values.original ?? false,
    isForced: values.force ?? false,
    isAlone: values.alone ?? false,
    port: parsePort(values.port),
  }
}

type WantedValues = {
  prerelease?: boolean | undefined
  system?: string | undefined
  application?: string | undefined
  'min-age'?: string | undefined
}

/** @throws CliError `usage` */
function wantedOf({ prerelease, ...values }: WantedValues): WantedUpdate {
  const { version: _, ...shape } = updateQuerySchema.shape
  const given = {
    channel: prerelease ? 'prerelease' : 'stable',
    system: values.system,
    application: values.application,
    min_age: values['min-age'],
  }
  const wanted = z.object(shape).safeParse(given)
  if (wanted.success) return wanted.data
  const { issues } = wanted.error
  throw refusedInput(`--${String(issues[0]?.path[0]).replaceAll('_', '-')}`, issues, given)
}

/** The options of `outdated`. */
export function outdatedArguments(args: string[], { env }: Pick<Io, 'env'>): OutdatedOptions {
  const { values, positionals: files } = parseOptions('outdated', args)
  if (files.length === 0) throw usageError('Name the files or folders to look up.')
  return { origin: siteOf(values.site, env), files, wanted: wantedOf(values) }
}

/** The options of `update`. */
export function updateArguments(args: string[], { env }: Pick<Io, 'env'>): UpdateOptions {
  const { values, positionals: files } = parseOptions('update', args)
  if (files.length === 0) throw usageError('Name the files or folders to update.')
  return {
    origin: siteOf(values.site, env),
    files,
    wanted: wantedOf(values),
    platform: platformOf(values.platform),
    acceptsRights: values['accept-rights'] ?? false,
    isDownloadOnly: values['download-only'] ?? false,
    port: parsePort(values.port),
  }
}

function platformOf(given: string | undefined): PackagePlatform | undefined {
  if (given === undefined) return undefined
  const known = toPlatform(given)
  if (known) return known
  throw refusedValue('--platform', describeValues(PACKAGE_PLATFORMS, given))
}

const SITE_VARIABLE = 'KEYSTRIP_SITE'
const isSiteNamed = (given: string | undefined, env: Io['env']) =>
  (given ?? env[SITE_VARIABLE] ?? '') !== ''

function siteOf(given: string | undefined, env: Io['env']): URL {
  if (given !== undefined) return parseSite(given, '--site')
  const text = env[SITE_VARIABLE] ?? ''
  if (text === '') {
    throw usageError(
      `Name the --site, such as --site https://example.com, or set ${SITE_VARIABLE}.`,
    )
  }
  return parseSite(text, SITE_VARIABLE)
}
