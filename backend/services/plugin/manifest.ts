import { z } from 'zod'
import type { OperatingSystem } from '#lib/contract/kind.ts'
import { parseBoundedJson } from '#backend/text/bounded-json.ts'
import { versionSchema } from '#lib/contract/project.ts'
import { cleanLine, cleanText } from '#lib/contract/text.ts'

/** What a plugin's manifest says, whichever generation it is of. */
export type PluginManifest = {
  title: string
  author: string
  version: string
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

const name = z.string().overwrite(cleanLine).trim().min(1).max(200)
/** Empty is no fault; too long is cut where it is shown. */
const description = z
  .string()
  .default('')
  .transform((text) => cleanText(text).slice(0, 8000))

/** `*.plugin/manifest.json`: fields as real repositories have them; unknown ones are no fault. */
const firstSchema = z
  .object({
    name,
    version: versionSchema,
    author: name,
    description,
    software: z.object({ minimumVersion: versionSchema }).optional(),
    os: z
      .array(z.object({ platform: z.string(), minimumVersion: z.string().max(20).optional() }))
      .min(1),
  })
  .transform((manifest): PluginManifest => ({
    title: manifest.name,
    author: manifest.author,
    version: manifest.version,
    description: manifest.description,
    minimumVersion: manifest.software?.minimumVersion ?? null,
    systems: manifest.os.map(({ platform, minimumVersion = null }) => ({
      os: systemOf(platform),
      minimum: minimumVersion,
    })),
  }))

/** `manifest.json` at the root, with a `schemaVersion`. */
const secondSchema = z
  .object({
    name,
    version: versionSchema,
    author: z.union([name, z.object({ name }).transform((author) => author.name)]),
    description,
    minHostVersion: versionSchema.optional(),
    platforms: z.array(z.string()).min(1),
  })
  .transform((manifest): PluginManifest => ({
    title: manifest.name,
    author: manifest.author,
    version: manifest.version,
    description: manifest.description,
    minimumVersion: manifest.minHostVersion ?? null,
    systems: [...new Set(manifest.platforms.map((one) => systemOf(one.split('-')[0] ?? '')))].map(
      (os) => ({ os, minimum: null }),
    ),
  }))

type Read = { manifest: PluginManifest } | { field: string }

/** Reads a manifest of either generation, or names the first field that is at fault. */
export function readPluginManifest(text: string, generation: 'first' | 'second'): Read {
  let json: unknown
  try {
    json = parseBoundedJson(text)
  } catch {
    return { field: 'manifest.json' }
  }
  const parsed = (generation === 'first' ? firstSchema : secondSchema).safeParse(json)
  if (parsed.success) return { manifest: parsed.data }
  return { field: parsed.error.issues[0]?.path.map(String).join('.') || 'manifest.json' }
}
