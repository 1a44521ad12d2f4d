import { z } from 'zod'
import { answeredText } from '#lib/contract/text.ts'

/*
 * What the manifest of a plugin declares (ENIAC-Tech/flex-plugin-template, flexdoc/manifest.md). Names that
 * this site does not know are kept: the application may know them.
 */

/** Permissions that reach beyond the plugin itself. */
export const SENSITIVE_PERMISSIONS = [
  'file',
  'http',
  'websocket',
  'secrets',
  'oauth',
  'jobs',
  'system',
  'project',
  'resource',
  'electron.app',
  'electron.browserWindow',
  'electron.clipboard',
  'electron.globalShortcut',
  'electron.powerMonitor',
  'electron.dialog',
  'electron.pushNotifications',
  'electron.screen',
] as const
/** Permissions that every plugin may use without harm. */
export const PLAIN_PERMISSIONS = [
  'store',
  'logger',
  'device',
  'definitions',
  'bus',
  'unit',
  'chart',
  'ui',
  'pluginApi',
] as const

export const KNOWN_PERMISSIONS: readonly string[] = [...SENSITIVE_PERMISSIONS, ...PLAIN_PERMISSIONS]

/** Longest list of a manifest, and longest name in one, in characters. */
export const MANIFEST_LIST_MAX = 60
export const MANIFEST_NAME_MAX = 100

const names = z.array(answeredText.min(1).max(MANIFEST_NAME_MAX)).max(MANIFEST_LIST_MAX)

/** `null` where the generation of the manifest does not say. */
export const pluginManifestSchema = z.object({
  /** Generation of the manifest. The first has no permissions: its plugins may do what the application can do. */
  generation: z.union([z.literal(1), z.literal(2)]),
  /** Author that the manifest names; empty without one. */
  author: answeredText.max(200),
  permissions: names.nullable(),
  requires_network: z.boolean().nullable(),
  native: z.boolean().nullable(),
  /** Platforms such as `win32-x64`; empty for all. */
  platforms: names,
  devices: names,
  capabilities: names,
  /** Ids of other plugins, and the lowest version of each. */
  dependencies: z
    .array(
      z.object({
        id: answeredText.min(1).max(200),
        minimum_version: answeredText.max(MANIFEST_NAME_MAX),
      }),
    )
    .max(MANIFEST_LIST_MAX),
})
export type PluginManifestFacts = z.infer<typeof pluginManifestSchema>
