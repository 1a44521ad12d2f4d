import path from 'node:path'
import { z } from 'zod'
import { parseBoundedJson } from '#backend/text/bounded-json.ts'
import { coverLookSchema } from '#lib/contract/file/cover.ts'
import { nearestOf } from '#lib/contract/fields.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { GALLERY_MAX } from '#lib/contract/limits.ts'
import { PACKAGE_PLATFORMS } from '#lib/contract/file/plugin-package.ts'
import { REQUEST_FIELDS, REQUEST_SHAPE, type RequestField } from '#lib/contract/project-fields.ts'
import { createRequestSchema } from '#lib/contract/publish.ts'
import { displayName } from '#backend/services/container/error.ts'
import { usageError } from './exit.ts'
import { expandFile } from './expand.ts'
import { measureFile, openFile } from './local-file.ts'
import { ACCEPTED_PROJECTS, readProjectAddress } from './project-address.ts'
import { acceptedBy, refusedValue } from './refused-value.ts'

/** The file beside a project that configures how it is published. */
export const CONFIG_NAME = 'keystrip.json'
/** Largest configuration and largest text file, in bytes. */
export const TEXT_MAX_BYTES = 256 * 1024

/** Follows a message about a category that no kind has. */
export const CATEGORY_HINT = 'keystrip categories lists them.'

const pathSchema = z.string().min(1).max(1000)
/** A picture, with the text that stands for it. */
const pictureSchema = z.union([
  pathSchema.transform((file) => ({ file, alt: '' })),
  z.strictObject({ file: pathSchema, alt: z.string() }),
])

const { repository_url: _repository, owner: _owner, ...fields } = REQUEST_SHAPE
const isConfigField = (name: RequestField): name is keyof typeof fields =>
  Object.hasOwn(fields, name)
/** The fields of the request that are in the configuration as they are, but for the description. */
export const CONFIG_FIELDS = REQUEST_FIELDS.filter(isConfigField)
/** `keystrip.json`: paths begin at its folder. The site is no part of it: a changed file must not send a token elsewhere. */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  /** Id, or address of the page (`projectOn`). */
  project: z
    .string()
    .max(1000)
    .refine((text) => readProjectAddress(text) !== null, ACCEPTED_PROJECTS)
    .optional(),
  kind: kindSchema.optional(),
  /** The file of the project, or the packages of a plugin. */
  file: z
    .union([pathSchema.transform((file) => [file]), z.array(pathSchema).min(1)])
    .pipe(z.array(pathSchema).max(PACKAGE_PLATFORMS.length))
    .optional(),
  ...z.object(fields).partial().shape,
  tags: fields.tags.unwrap().optional(),
  /** Markdown files. */
  description: pathSchema.optional(),
  notes: pathSchema.optional(),
  channel: createRequestSchema.shape.channel,
  repository: z.string().min(1).max(500).optional(),
  /** A picture, or how one is drawn from the file. */
  cover: z.union([pictureSchema, z.strictObject({ draw: coverLookSchema })]).optional(),
  gallery: z.array(pictureSchema).min(1).max(GALLERY_MAX).optional(),
})
export type CliConfig = z.infer<typeof configSchema>
const FIELDS = Object.keys(configSchema.shape)

/**
 * Reads a configuration.
 * @param given its path, or `undefined` for `keystrip.json` in the working folder, which may be missing.
 * @returns the configuration and the folder that its paths begin at.
 * @throws CliError `usage` naming the first invalid field; `no_file`.
 */
export async function readConfig(
  given: string | undefined,
  folder: string,
): Promise<{ config: CliConfig; base: string }> {
  const full =
    given === undefined ? path.resolve(folder, CONFIG_NAME) : await expandFile(given, folder)
  const name = path.basename(full)
  const text = given === undefined ? await readIfPresent(full, name) : await readText(full, name)
  if (text === null) return { config: {}, base: folder }
  const json = parseJson(text, name)
  const parsed = configSchema.safeParse(json)
  if (parsed.success) return { config: parsed.data, base: path.dirname(full) }
  throw refusedConfig(name, json, parsed.error.issues)
}

function refusedConfig(name: string, json: unknown, issues: readonly z.core.$ZodIssue[]) {
  const [issue] = issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const place = displayName([...(issue?.path ?? []), ...(unknown ? [unknown] : [])].join('.'))
  const field = place === '' ? `${name}: it` : `${name}: the field “${place}”`
  if (unknown === undefined) {
    const hint = place === 'category' ? CATEGORY_HINT : ''
    return refusedValue(field, acceptedBy(issues, json), hint)
  }
  const nearest = issue?.path.length === 0 ? nearestOf(unknown.slice(0, 60), FIELDS) : undefined
  return usageError(
    `${field} is unknown${nearest === undefined ? '.' : `; did you mean ${nearest}?`}`,
  )
}

async function readIfPresent(full: string, name: string): Promise<string | null> {
  try {
    return await readText(full, name)
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw error
  }
}

/**
 * Reads a small text file as UTF-8.
 * @throws CliError `usage` if it is too large or no text; `no_file`.
 */
export async function readText(full: string, name: string): Promise<string> {
  const { size } = await measureFile(full, name)
  if (size > TEXT_MAX_BYTES) throw usageError(`${name}: it is larger than 256 kB.`)
  const handle = await openFile(full, name)
  try {
    const bytes = Buffer.alloc(TEXT_MAX_BYTES)
    const { bytesRead } = await handle.read({ buffer: bytes })
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytesRead))
  } catch (error) {
    if (error instanceof TypeError) throw usageError(`${name}: it is not text in UTF-8.`)
    throw error
  } finally {
    await handle.close()
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return parseBoundedJson(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be parsed'
    throw usageError(`${name}: this is not valid JSON: ${displayName(why)}`)
  }
}
