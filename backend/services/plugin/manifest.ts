import { z } from 'zod'
import type { OperatingSystem } from '#lib/contract/kind.ts'
import { parseBoundedJson } from '#backend/text/bounded-json.ts'
import {
  KNOWN_PERMISSIONS,
  MANIFEST_LIST_MAX,
  MANIFEST_NAME_MAX,
  type PluginManifestFacts,
} from '#lib/contract/file/plugin-manifest.ts'
import { DEVICE } from '#lib/contract/file/container.ts'
import {
  PLUGIN_KEY_TIP_MAX,
  PLUGIN_KEY_TITLE_MAX,
  PLUGIN_KEYS_MAX,
  type PluginKey,
} from '#lib/contract/project-parts.ts'
import { toVersion } from '#lib/contract/version/parse-version.ts'
import { isPrinted } from '#lib/contract/name/name.ts'
import { cleanLine, cleanText, firstOf } from '#lib/contract/text.ts'
import { minimumVersionSchema } from '#lib/contract/version/version-schema.ts'

/** A plugin's manifest of either generation. */
export type PluginManifest = {
  /** Id of the plugin: `com.maker.name`, or `@maker/name`. */
  id: string
  title: string
  author: string
  /** Not parsed. In the second generation that of `package.json` comes first. */
  version: string | null
  description: string
  /** SPDX identifier of `package.json`, for repositories whose licence GitHub does not know. */
  license?: string | undefined
  minimumVersion: string | null
  /** Minimum versions as they are written, by their fields. */
  writtenMinimums: [field: string, value: string][]
  systems: { os: OperatingSystem; minimum: string | null }[]
  /** What its page shows about it. */
  facts: PluginManifestFacts
  /** The keys that it brings, from its key library; none in the second generation. */
  keys: PluginKey[]
}

const SYSTEMS = new Map<string, OperatingSystem>([
  ['mac', 'macos'],
  ['macos', 'macos'],
  ['darwin', 'macos'],
  ['windows', 'windows'],
  ['win', 'windows'],
  ['win32', 'windows'],
  ['linux', 'linux'],
])
const toSystem = (name: string): OperatingSystem => SYSTEMS.get(name.toLowerCase()) ?? 'other'

const id = z.string().regex(/^(?=.{3,200}$)(?:@[\w-]+\/[\w.-]+|[\w-]+(?:\.[\w-]+)+)$/)
const name = z.string().overwrite(cleanLine).trim().max(200).refine(isPrinted)
/** May be empty; cut where it is displayed. */
const description = z
  .string()
  .default('')
  .transform((text) => cleanText(text).slice(0, 8000))
/** Minimum version of the application; `1.1` is valid too. No pre-release: the application has none. */
const minimum = z.string().transform((text, context) => {
  const version = minimumVersionSchema.safeParse(toVersion(text))
  if (version.success) return { text, version: version.data }
  context.addIssue({ code: 'custom', message: 'not a version' })
  return z.NEVER
})

const written = (
  field: string,
  given: z.output<typeof minimum> | null | undefined,
): [string, string][] => (given ? [[field, given.text]] : [])

/** Names of a list, each once, those that `isFirst` before the others. What is no text is left out: it only informs. */
const namesWith = (isFirst: (text: string) => boolean) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) => {
      const all = new Set(list.flatMap((entry) => (typeof entry === 'string' ? toName(entry) : [])))
      all.delete('')
      const sorted = [...all].toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
      return sorted.slice(0, MANIFEST_LIST_MAX)
    })
const names = namesWith(() => false)
/** A sensitive permission is never cut off by a list that is too long. */
const permissionNames = namesWith((known) => KNOWN_PERMISSIONS.includes(known))
const toName = (text: string) => firstOf(cleanLine(text.slice(0, 1000)).trim(), MANIFEST_NAME_MAX)
const dependencies = z
  .array(
    z
      .object({ uuid: id, minVersion: z.string().transform(toName).catch('') })
      .nullable()
      .catch(null),
  )
  .catch([])
  .transform((list) =>
    list
      .slice(0, MANIFEST_LIST_MAX)
      .flatMap((one) => (one ? [{ id: one.uuid, minimum_version: one.minVersion }] : [])),
  )

const shared = {
  name,
  version: z.string().max(100).nullish(),
  author: z
    .union([name, z.object({ name }).transform((author) => author.name), z.literal('')])
    .nullish(),
  description,
}

/** Keys that are read: what else a library has only decorates. */
const keyLibrarySchema = z
  .object({
    children: z.array(
      z
        .object({
          title: z.string(),
          tip: z.string().catch(''),
          style: z
            .object({ width: z.number().int().min(30).max(DEVICE.width) })
            .nullable()
            .catch(null),
        })
        .nullable()
        .catch(null),
    ),
  })
  .nullable()
  .catch(null)

/** `$Counter.Title` is a text of `local`: in English, else in the first language that has it. */
function translated(text: string, local: unknown): string {
  if (!text.startsWith('$')) return text
  const path = text.slice(1).split('.').slice(0, 5)
  const all = z.record(z.string(), z.unknown()).catch({}).parse(local)
  for (const texts of [all['en'], ...Object.values(all)]) {
    const found = path.reduce<unknown>(
      (node, part) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, part)
          ? Reflect.get(node, part)
          : undefined,
      texts,
    )
    if (typeof found === 'string') return found
  }
  return ''
}

function toKeys(library: z.output<typeof keyLibrarySchema>, local: unknown): PluginKey[] {
  const textOf = (text: string, max: number) =>
    firstOf(cleanLine(translated(text, local).slice(0, 1000)).trim(), max)
  return (library?.children ?? []).slice(0, PLUGIN_KEYS_MAX).flatMap((key) => {
    const title = key ? textOf(key.title, PLUGIN_KEY_TITLE_MAX) : ''
    if (!key || title === '') return []
    const tip = textOf(key.tip, PLUGIN_KEY_TIP_MAX)
    return [{ title, width: key.style?.width ?? null, ...(tip !== '' && { tip }) }]
  })
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
    device: z.array(z.object({ name: z.string() }).transform((device) => device.name)).catch([]),
    keyLibrary: keyLibrarySchema,
    local: z.unknown().optional(),
  })
  .transform(({ uuid, software, os, device, keyLibrary, local, ...manifest }) => ({
    ...common(manifest),
    keys: toKeys(keyLibrary, local),
    facts: {
      generation: 1 as const,
      author: manifest.author ?? '',
      permissions: null,
      requires_network: null,
      native: null,
      platforms: [],
      devices: names.parse(device),
      capabilities: [],
      dependencies: [],
    },
    id: uuid,
    minimumVersion: software?.minimumVersion.version ?? null,
    writtenMinimums: written('software.minimumVersion', software?.minimumVersion),
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
      // Without it the plugin runs on all platforms.
      platforms: z.array(z.string()).max(MANIFEST_LIST_MAX).nullish(),
      permissions: permissionNames,
      requiresNetwork: z.boolean().catch(false),
      native: z.boolean().catch(false),
      devices: names,
      requiredCapabilities: names,
      dependencies,
    }),
  )
  .transform(({ uuid, minHostVersion, platforms, ...manifest }) => ({
    ...common(manifest),
    keys: [],
    facts: {
      generation: 2 as const,
      author: manifest.author ?? '',
      permissions: manifest.permissions,
      requires_network: manifest.requiresNetwork,
      native: manifest.native,
      platforms: names.parse(platforms),
      devices: manifest.devices,
      capabilities: manifest.requiredCapabilities,
      dependencies: manifest.dependencies,
    },
    id: uuid,
    minimumVersion: minHostVersion?.version ?? null,
    writtenMinimums: written('minHostVersion', minHostVersion),
    systems: systemsOf(platforms ?? []).map((os) => ({ os, minimum: null })),
  }))

/** `win32-x64` and `win32` are Windows; without platforms it is all systems. */
function systemsOf(platforms: string[]): OperatingSystem[] {
  const systems = platforms.map((platform) => toSystem(platform.split('-')[0] ?? ''))
  return systems.length === 0 ? ['all'] : [...new Set(systems)]
}

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
