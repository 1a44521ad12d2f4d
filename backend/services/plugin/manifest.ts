import { z } from 'zod'
import type { OperatingSystem } from '#lib/contract/kind.ts'
import { parseBoundedJson } from '#backend/text/bounded-json.ts'
import { cleanLine, cleanText } from '#lib/contract/text.ts'
import { readVersion } from './version.ts'

/** What a plugin's manifest says, whichever generation it is of. */
export type PluginManifest = {
  /** What names the plugin: `com.maker.name`, or `@maker/name`. */
  id: string
  title: string
  author: string
  /** As it stands there; the second generation may leave it to `package.json`. */
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
const systemOf = (name: string): OperatingSystem => SYSTEMS[name.toLowerCase()] ?? 'other'

const id = z.string().regex(/^(?=.{3,200}$)(?:@[\w-]+\/[\w.-]+|[\w-]+(?:\.[\w-]+)+)$/)
const name = z.string().overwrite(cleanLine).trim().min(1).max(200)
/** Empty is no fault; too long is cut where it is shown. */
const description = z
  .string()
  .default('')
  .transform((text) => cleanText(text).slice(0, 8000))
/** Which application it wants: `1.1` is one, too. */
const minimum = z.string().transform((text, context) => {
  const read = readVersion(text)
  if ('version' in read) return read.version
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

/** `*.plugin/manifest.json`: fields as real repositories have them; unknown ones are no fault. */
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
    systems: os.map(({ platform, minimumVersion: least = null }) => ({
      os: systemOf(platform),
      minimum: least,
    })),
  }))

/** `manifest.json` at the root; some validators call the `uuid` `pluginUUID`. */
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
    systems: [...new Set(platforms.map((one) => systemOf(one.split('-')[0] ?? '')))].map((os) => ({
      os,
      minimum: null,
    })),
  }))

type Shared = z.output<z.ZodObject<typeof shared>>
const common = ({ name: title, author, version, description: about }: Shared) => ({
  title,
  author: author ?? '',
  version: version?.trim() || null,
  description: about,
})

type Generation = 'first' | 'second'
type Read = { manifest: PluginManifest } | { field: string } | { isNoJson: true }

/** Whether a `manifest.json` at the root is a plugin's: browser extensions and others have one, too. */
export function isPluginManifest(text: string): boolean {
  try {
    const json = parseBoundedJson(text)
    const isObject = typeof json === 'object' && json !== null
    return isObject && ['uuid', 'pluginUUID', 'schemaVersion'].some((key) => key in json)
  } catch {
    // Broken JSON is told of as such.
    return true
  }
}

/** Reads a manifest of either generation, or names the first field that is at fault. */
export function readPluginManifest(text: string, generation: Generation): Read {
  let json: unknown
  try {
    json = parseBoundedJson(text)
  } catch {
    return { isNoJson: true }
  }
  const parsed = (generation === 'first' ? firstSchema : secondSchema).safeParse(json)
  if (parsed.success) return { manifest: parsed.data }
  return { field: parsed.error.issues[0]?.path.map(String).join('.') || 'manifest.json' }
}
