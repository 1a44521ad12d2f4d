import { z } from 'zod'
import type { OperatingSystem } from '#lib/contract/kind.ts'
import { parseBoundedJson } from '#backend/text/bounded-json.ts'
import { cleanLine, cleanText } from '#lib/contract/text.ts'
import { parseVersion } from './version.ts'

/** A plugin's manifest of either generation. */
export type PluginManifest = {
  /** Id of the plugin: `com.maker.name`, or `@maker/name`. */
  id: string
  title: string
  author: string
  /** Not parsed. The second generation may omit it and use `package.json`. */
  version: string | null
  description: string
  minimumVersion: string | null
  systems: { os: OperatingSystem; minimum: string | null }[]
}

const SYSTEMS: Record<string, OperatingSystem> = {
  mac: 'macos',
  macos: 'macos',
  darwin: 'macos',
  windows: 'windows',
  win: 'windows',
  win32: 'windows',
  linux: 'linux',
}
const toSystem = (name: string): OperatingSystem => SYSTEMS[name.toLowerCase()] ?? 'other'

const id = z.string().regex(/^(?=.{3,200}$)(?:@[\w-]+\/[\w.-]+|[\w-]+(?:\.[\w-]+)+)$/)
const name = z.string().overwrite(cleanLine).trim().min(1).max(200)
/** May be empty; cut where it is displayed. */
const description = z
  .string()
  .default('')
  .transform((text) => cleanText(text).slice(0, 8000))
/** Minimum version of the application; `1.1` is valid too. */
const minimum = z.string().transform((text, context) => {
  const parsed = parseVersion(text)
  if ('version' in parsed) return parsed.version
  context.addIssue({ code: 'custom', message: 'not a version' })
  return z.NEVER
})

const shared = {
  name,
  version: z.string().max(100).nullish(),
  author: z
    .union([name, z.object({ name }).transform((author) => author.name), z.literal('')])
    .nullish(),
  description,
}

/** `*.plugin/manifest.json`, with the fields of real repositories; unknown fields are ignored. */
const firstSchema = z
  .object({
    ...shared,
    uuid: id,
    software: z.object({ minimumVersion: minimum }).nullish(),
    os: z
      .array(z.object({ platform: z.string(), minimumVersion: z.string().max(20).optional() }))
      .min(1),
  })
  .transform(({ uuid, software, os, ...manifest }) => ({
    ...common(manifest),
    id: uuid,
    minimumVersion: software?.minimumVersion ?? null,
    systems: os.map(({ platform, minimumVersion: systemMinimum = null }) => ({
      os: toSystem(platform),
      minimum: systemMinimum,
    })),
  }))

/** `manifest.json` at the root; `pluginUUID` is accepted for `uuid`. */
const secondSchema = z
  .preprocess(
    (json) =>
      typeof json === 'object' && json !== null && 'pluginUUID' in json
        ? { uuid: json.pluginUUID, ...json }
        : json,
    z.object({
      ...shared,
      uuid: id,
      minHostVersion: minimum.nullish(),
      platforms: z.array(z.string()).min(1),
    }),
  )
  .transform(({ uuid, minHostVersion = null, platforms, ...manifest }) => ({
    ...common(manifest),
    id: uuid,
    minimumVersion: minHostVersion,
    systems: [...new Set(platforms.map((platform) => toSystem(platform.split('-')[0] ?? '')))].map(
      (os) => ({
        os,
        minimum: null,
      }),
    ),
  }))

type Shared = z.output<z.ZodObject<typeof shared>>
const common = ({ name: title, author, version, description: text }: Shared) => ({
  title,
  author: author ?? '',
  version: version?.trim() || null,
  description: text,
})

type Generation = 'first' | 'second'
type Result = { manifest: PluginManifest } | { field: string } | { isInvalidJson: true }

/** Whether a `manifest.json` at the root is that of a plugin: browser extensions have one too. */
export function isPluginManifest(text: string): boolean {
  try {
    const json = parseBoundedJson(text)
    const isObject = typeof json === 'object' && json !== null
    return isObject && ['uuid', 'pluginUUID', 'schemaVersion'].some((key) => key in json)
  } catch {
    // Invalid JSON is reported by `parsePluginManifest`.
    return true
  }
}

/** Parses a manifest of either generation. @returns the manifest, or the first invalid field. */
export function parsePluginManifest(text: string, generation: Generation): Result {
  let json: unknown
  try {
    json = parseBoundedJson(text)
  } catch {
    return { isInvalidJson: true }
  }
  const parsed = (generation === 'first' ? firstSchema : secondSchema).safeParse(json)
  if (parsed.success) return { manifest: parsed.data }
  return { field: parsed.error.issues[0]?.path.map(String).join('.') || 'manifest.json' }
}
