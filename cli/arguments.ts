import { parseArgs } from 'node:util'
import { z } from 'zod'
import { COMMANDS, type CommandName } from './commands.ts'
import { CATEGORY_HINT, configSchema } from './config-file.ts'
import { usageError } from './exit.ts'
import type { InstallOptions } from './install.ts'
import type { Io } from './io.ts'
import { parsePort } from './application.ts'
import { parseProjectAddress } from './project-address.ts'
import type { PublishOptions } from './publish.ts'
import { parseSite } from './site.ts'
import type { OutdatedOptions, UpdateOptions } from './updates.ts'
import {
  PACKAGE_PLATFORMS,
  type PackagePlatform,
  toPlatform,
} from '#lib/contract/file/plugin-package.ts'
import { type Kind, KINDS } from '#lib/contract/kind.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { MIN_AGE_MAX, updateQuerySchema, type WantedUpdate } from '#lib/contract/update/update.ts'
import { ACCEPTED_VERSIONS, versionSchema } from '#lib/contract/version/version-schema.ts'

/** @throws CliError `usage` naming the argument. */
function parsed<T>(name: CommandName, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : ''
    throw usageError(`${message}. See keystrip ${name} --help.`)
  }
}

/** The files of `validate`. */
export function validateArguments(args: string[]): string[] {
  const { positionals } = parsed('validate', () =>
    parseArgs({ args, options: COMMANDS.validate.options, allowPositionals: true }),
  )
  if (positionals.length === 0) throw usageError('Name the files to validate.')
  return positionals
}

/** The kinds of `categories`. */
export function categoriesArguments(args: string[]): Kind[] {
  const { positionals } = parsed('categories', () =>
    parseArgs({ args, options: COMMANDS.categories.options, allowPositionals: true }),
  )
  return positionals.map((given) => {
    const kind = kindSchema.safeParse(given)
    if (!kind.success) throw usageError(`“${given}” is no kind: name one of ${KINDS.join(', ')}.`)
    return kind.data
  })
}

/** The options of `publish`. */
export function publishArguments(args: string[], { env }: Pick<Io, 'env'>): PublishOptions {
  const { values, positionals } = parsed('publish', () =>
    parseArgs({ args, options: COMMANDS.publish.options, allowPositionals: true }),
  )
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
  if (!fields.success) {
    const [issue] = fields.error.issues
    const field = String(issue?.path[0] ?? '')
    const option = `--${OPTION_OF[field] ?? field.replaceAll('_', '-')}`
    const isVersion = issue?.message === ACCEPTED_VERSIONS
    const hint = field === 'category' ? ` ${CATEGORY_HINT}` : ''
    throw usageError(
      `${option} ${isVersion ? `has to be ${ACCEPTED_VERSIONS}` : 'is not valid'}.${hint}`,
    )
  }
  return {
    origin: siteOf(values.site, env),
    config: values.config,
    isTrusted: values.trusted ?? false,
    isDryRun: values['dry-run'] ?? false,
    flags: {
      ...fields.data,
      ...(values.notes !== undefined && { notesText: values.notes }),
      ...(values['publish-at'] !== undefined && { publishAt: values['publish-at'] }),
      refresh: values.refresh ?? false,
    },
  }
}

/** Options that are called otherwise than their field. */
const OPTION_OF: Record<string, string> = {
  notes: 'notes-file',
  tags: 'tag',
  operating_systems: 'system',
}

/** The options of `install`. The site of an address is that of the project. */
export function installArguments(args: string[], { env }: Pick<Io, 'env'>): InstallOptions {
  const { values, positionals } = parsed('install', () =>
    parseArgs({ args, options: COMMANDS.install.options, allowPositionals: true }),
  )
  const [given, another] = positionals
  if (given === undefined || another !== undefined) throw usageError('Name one project to install.')
  const project = parseProjectAddress(given)
  if (values.version !== undefined && !versionSchema.safeParse(values.version).success) {
    throw usageError(`--version has to be ${ACCEPTED_VERSIONS}.`)
  }
  if (project.origin && values.site !== undefined) {
    throw usageError('The address names the site already: leave out --site.')
  }
  return {
    origin: project.origin ?? siteOf(values.site, env),
    project,
    version: values.version,
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
  const parsedWanted = z.object(shape).safeParse({
    channel: prerelease ? 'prerelease' : 'stable',
    system: values.system,
    application: values.application,
    min_age: values['min-age'],
  })
  if (parsedWanted.success) return parsedWanted.data
  throw usageError(
    `--system is macos, windows, linux or other, --application a version, --min-age at most ${MIN_AGE_MAX} days.`,
  )
}

/** The options of `outdated`. */
export function outdatedArguments(args: string[], { env }: Pick<Io, 'env'>): OutdatedOptions {
  const { values, positionals: files } = parsed('outdated', () =>
    parseArgs({ args, options: COMMANDS.outdated.options, allowPositionals: true }),
  )
  if (files.length === 0) throw usageError('Name the files or folders to look up.')
  return { origin: siteOf(values.site, env), files, wanted: wantedOf(values) }
}

/** The options of `update`. */
export function updateArguments(args: string[], { env }: Pick<Io, 'env'>): UpdateOptions {
  const { values, positionals: files } = parsed('update', () =>
    parseArgs({ args, options: COMMANDS.update.options, allowPositionals: true }),
  )
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
  throw usageError(`--platform has to be one of ${PACKAGE_PLATFORMS.join(', ')}.`)
}

function siteOf(given: string | undefined, env: Io['env']): URL {
  const text = given ?? env['KEYSTRIP_SITE'] ?? ''
  if (text === '') throw usageError('Name the --site, or set KEYSTRIP_SITE.')
  return parseSite(text)
}
