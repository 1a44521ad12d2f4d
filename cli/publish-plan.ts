import { createHash } from 'node:crypto'
import path from 'node:path'
import { z } from 'zod'
import type { CoverLook } from '#lib/contract/file/cover.ts'
import type { NameEncoding } from '#lib/contract/file/name-encoding.ts'
import { describeValues } from '#lib/contract/input/describe-issue.ts'
import { CATEGORIES, isCategoryOf, type Kind, KINDS } from '#lib/contract/kind.ts'
import { GALLERY_MAX, IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import { createRequestSchema, updateRequestSchema } from '#lib/contract/publish.ts'
import { isPrerelease, stableOf } from '#lib/contract/version/version.ts'
import { proposeSpdx } from '#lib/text/spdx.ts'
import { namesOfCategories } from './categories.ts'
import { checkFile, kindOfFile, offeredEncoding, readingsIn, type ValidFile } from './check-file.ts'
import { type CliConfig, CONFIG_FIELDS, readText } from './config-file.ts'
import { EXIT, CliError, usageError } from './exit.ts'
import { expandFiles, namesOf, onlyFile } from './expand.ts'
import { defaultsOf, type ProposedFields, withoutUndefined } from './proposed-fields.ts'
import { describeError } from './issue-text.ts'
import { hashFile, type HashedFile, measureFile } from './local-file.ts'
import { projectOn } from './project-address.ts'
import { acceptedBy, sentence } from './refused-value.ts'

/** What the command line adds to `keystrip.json`, and replaces. Paths begin at the working folder. */
export type PublishFlags = Partial<CliConfig> & {
  descriptionText?: string
  notesText?: string
  /** When the version is to be published, in ISO 8601. */
  publishAt?: string
  refresh?: boolean
  /** The encoding of the names in the file, as it was typed. */
  namesEncoding?: string
}
export type PlannedPicture = HashedFile & { alt: string }

/** A publication before anything is sent. */
export type PublishPlan = {
  kind: Kind
  /** The project that gets the version; null to publish a new one. */
  project: string | null
  /** The file of the project. */
  valid: ValidFile | null
  /** Packages of a plugin, in place of a file. */
  packages: ValidFile[]
  cover: PlannedPicture | null
  gallery: PlannedPicture[] | null
  /** How the cover is drawn if there is none. */
  draw: CoverLook | null
  /** The fields of the request without the ids of uploaded files. */
  fields: ProposedFields
}

/** The drawn cover of a new project without pictures. */
const DEFAULT_LOOK: CoverLook = { layout: 1, palette: 'ink' }
/** Stands for the ids of files that are uploaded later. */
const LATER = 'later'

type Sources = {
  config: CliConfig
  base: string
  flags: PublishFlags
  folder: string
  /** The site that is published to; null where none is named. */
  origin: URL | null
}

/**
 * Puts a publication together from flags, configuration and the file itself, and checks all of it without the site.
 * @throws CliError `usage` for missing or invalid fields, `not_valid` for an invalid file; `no_file`.
 */
export async function planPublication(sources: Sources): Promise<PublishPlan> {
  const { config, base, flags, folder, origin } = sources
  const from = <K extends keyof CliConfig>(key: K): CliConfig[K] | undefined =>
    flags[key] ?? config[key]
  /** A path of a flag begins at the working folder, one of the configuration at the configuration's. */
  const folderOf = (key: keyof CliConfig) => (flags[key] === undefined ? base : folder)
  const resolve = (key: keyof CliConfig, file: string) => expandFiles(file, folderOf(key))

  const named: string[] = []
  for (const file of from('file') ?? []) named.push(...(await resolve('file', file)))
  const [first] = named
  const projectName = from('project')
  const place = projectName === undefined ? null : projectOn(projectName, origin)
  const kind =
    from('kind') ?? place?.kind ?? (first === undefined ? null : kindOfFile(path.basename(first)))
  if (kind === null) {
    throw usageError(`Name the --file to publish, or the --kind of project: ${KINDS.join(', ')}.`)
  }
  if (place && place.kind !== null && place.kind !== kind) {
    throw usageError(`The address is that of another --kind of project: ${place.kind}.`)
  }
  const isPlugin = kind === 'plugin'
  if (!isPlugin && named.length > 1) {
    throw usageError(`Only a plugin has several files: name one of ${namesOf(named)}.`)
  }
  const files: ValidFile[] = []
  const { namesEncoding } = flags
  if (namesEncoding !== undefined && (isPlugin || named.length === 0)) {
    throw usageError('--names-encoding needs the --file of an icon pack, a profile or a page.')
  }
  for (const full of named) files.push(await checkChosen(full, kind, namesEncoding))
  const valid = isPlugin ? null : (files[0] ?? null)
  const packages = isPlugin ? files : []
  const project = place?.id ?? null
  const pictures = await readPictures(from('cover'), from('gallery'), resolve)
  const isDrawn = pictures.draw !== null || (project === null && pictures.cover === null)
  if (project === null && pictures.cover !== null && pictures.gallery === null) {
    throw usageError('A new project with a cover needs at least one picture of its --gallery.')
  }
  const texts = {
    description: flags.descriptionText ?? (await textOf('description', from, resolve)),
    notes: flags.notesText ?? (await textOf('notes', from, resolve)),
  }
  const repository = from('repository')
  if (project === null && flags.publishAt !== undefined) {
    throw usageError('Only a version of a published --project can be published later.')
  }
  const given = withoutUndefined({
    ...Object.fromEntries(CONFIG_FIELDS.map((name) => [name, from(name)])),
    ...texts,
    license: toSpdx(from('license')),
    channel: from('channel'),
    publish_at: flags.publishAt,
    repository_url: repository,
    refresh: project !== null && flags.refresh ? true : undefined,
    alternative_texts: altsOf(pictures),
  })
  const fields = { ...defaultsOf(valid, packages, project), ...given }
  checkOpaque(valid, project, fields)
  checkFields(kind, project, fields)
  const draw = isDrawn ? (pictures.draw ?? DEFAULT_LOOK) : null
  if (draw && !valid?.container) {
    throw usageError('Only icon packs, profiles and pages have drawn covers: name a --cover.')
  }
  return { kind, project, valid, packages, ...pictures, draw, fields }
}

/** A licence in words as its SPDX identifier; what has none stays. */
const toSpdx = <T extends string | null | undefined>(words: T) => proposeSpdx(words ?? '') ?? words

/** A valid file with its names in the encoding that was chosen, if they may be in several. */
async function checkChosen(full: string, kind: Kind, chosen?: string): Promise<ValidFile> {
  const valid = await checkValid(full, kind)
  const offered = readingsIn(valid.container?.warnings)
  if (chosen === undefined || offered.length === 0) return valid
  return checkValid(full, kind, offeredEncoding(valid.file.name, offered, chosen))
}

async function checkValid(full: string, kind: Kind, encoding?: NameEncoding): Promise<ValidFile> {
  const checked = await checkFile(full, '', encoding)
  const { name } = checked.file
  if (checked.kind !== kind)
    throw usageError(`${name} is the file of another --kind: ${checked.kind}.`)
  if (!('error' in checked)) return checked
  const message = `${name} is not valid: ${describeError(checked.error)}`
  throw new CliError(EXIT.invalid, 'not_valid', message, { details: toDetails(checked.error) })
}

const toDetails = (issue: object) =>
  z.record(z.string(), z.union([z.string(), z.number()])).parse({ ...issue })

type From = <K extends keyof CliConfig>(key: K) => CliConfig[K] | undefined
type Resolve = (key: keyof CliConfig, file: string) => Promise<string[]>

async function textOf(key: 'description' | 'notes', from: From, resolve: Resolve) {
  const file = from(key)
  if (file === undefined) return undefined
  try {
    return await readText(onlyFile(file, await resolve(key, file)), path.basename(file))
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== 'no_file') throw error
    const option = key === 'notes' ? '--notes-file' : '--description'
    const message = `${option} is the path of a Markdown file. ${error.message}`
    throw new CliError(error.exit, error.code, message, { cause: error })
  }
}

async function readPictures(
  cover: CliConfig['cover'],
  gallery: CliConfig['gallery'],
  resolve: Resolve,
): Promise<Pick<PublishPlan, 'cover' | 'gallery' | 'draw'>> {
  const planned = async (full: string, alt: string) => {
    const measured = await measureFile(full, path.basename(full))
    if (measured.size > IMAGE_MAX_BYTES) throw usageError(`${measured.name}: larger than 10 MB.`)
    return { ...(await hashFile(measured)), alt }
  }
  const pictures: PlannedPicture[] = []
  for (const { file, alt } of gallery ?? []) {
    for (const full of await resolve('gallery', file)) pictures.push(await planned(full, alt))
  }
  if (pictures.length > GALLERY_MAX) {
    throw usageError(
      `The --gallery has at most ${GALLERY_MAX} pictures, and ${pictures.length} are named.`,
    )
  }
  const isDrawn = cover !== undefined && 'draw' in cover
  return {
    cover:
      cover && !('draw' in cover)
        ? await planned(onlyFile(cover.file, await resolve('cover', cover.file)), cover.alt)
        : null,
    gallery: gallery ? pictures : null,
    draw: isDrawn ? cover.draw : null,
  }
}

/** Alternative texts belong to cover and gallery together: they are sent if both are. */
function altsOf({ cover, gallery }: Pick<PublishPlan, 'cover' | 'gallery'>): string[] | undefined {
  return cover && gallery ? [cover, ...gallery].map(({ alt }) => alt) : undefined
}

/** @throws CliError `usage` naming what a file whose contents are not read lacks: a title, or the next version. */
function checkOpaque(
  valid: ValidFile | null,
  project: string | null,
  fields: ProposedFields,
): void {
  if (!valid?.container || valid.container.summary !== null) return
  const name = project === null ? 'title' : 'version'
  if (fields[name] !== undefined) return
  throw usageError(
    `${valid.file.name}: its contents are not read. Add --${name}, or name it in keystrip.json.`,
  )
}

function checkFields(kind: Kind, project: string | null, fields: ProposedFields): void {
  const ids = { file_id: LATER, cover_id: LATER, gallery_ids: [LATER] }
  const parsed =
    project === null
      ? createRequestSchema.safeParse({ ...fields, ...ids })
      : updateRequestSchema.safeParse({ ...fields, ...ids, id: project })
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map(({ path: [field] }) => String(field)))]
    const issuesOf = (name: string) => parsed.error.issues.filter(({ path: [at] }) => at === name)
    const shown = names.map((name) => describeField(kind, name, acceptedBy(issuesOf(name), fields)))
    throw usageError(`These fields are missing or not valid: ${shown.join(', ')}.`)
  }
  const { category, channel, version = '' } = parsed.data
  if (channel === 'stable' && isPrerelease(version)) {
    throw usageError(
      `${version} is a pre-release, which is never stable: publish ${stableOf(version)}.`,
    )
  }
  if (category !== undefined && !isCategoryOf(kind, category)) {
    const accepted = describeValues(CATEGORIES[kind], category)
    throw usageError(sentence(`“${category}” is no category of ${kind}: ${accepted}`))
  }
}

/** A field, and what it takes. */
function describeField(kind: Kind, name: string, accepted: string): string {
  const isMissing = accepted === 'missing'
  if (name === 'description' && isMissing) return 'description (a Markdown file)'
  return name === 'category'
    ? `category (one of ${namesOfCategories(kind)})`
    : `${name} (${accepted})`
}

/**
 * The `Idempotency-Key` of a publication: equal for equal files and fields. `state` is the revision of the project that
 * is changed, so that the same change can be made again after another one.
 */
export function idempotencyKey(
  { kind, project, valid, packages, cover, gallery, draw, fields }: PublishPlan,
  state: string,
) {
  const own = [valid, ...packages].map((one) => one?.file)
  const files = [...own, cover, ...(gallery ?? [])].map((file) => file?.sha256 ?? null)
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const encoding = valid?.container?.encoding
  const parts = [kind, project, state, files, draw, sorted, ...(encoding ? [encoding] : [])]
  const content = JSON.stringify(parts)
  return `cli-${createHash('sha256').update(content).digest('hex')}`
}
