import { checkArchive } from '#backend/services/container/check-archive.ts'
import { ArchiveError, displayName } from '#backend/services/container/error.ts'
import { listFiles } from '#backend/services/container/list-files.ts'
import { readManifestJson, readPackedFile } from '#backend/services/container/read-packed-file.ts'
import { parsePluginManifest, type PluginManifest } from '#backend/services/plugin/manifest.ts'
import { MANIFEST_FILE } from '#lib/contract/container.ts'
import { sourceOf } from './archive-source.ts'
import type { LocalFile } from './local-file.ts'

/** `first`: installed by FlexDesigner; `second`: by FlexStudio. */
export type Generation = 'first' | 'second'
export type CheckedPlugin = { generation: Generation; manifest: PluginManifest }

/**
 * Validates a `.flexplugin` package of either generation: a zip archive with a manifest at its root or in its one folder.
 * @throws ArchiveError why it is not valid; StorageError.
 */
export async function checkPlugin(file: LocalFile): Promise<CheckedPlugin> {
  const { archive, entries } = await checkArchive(...sourceOf(file))
  const { manifest } = listFiles(entries)
  if (!manifest) throw new ArchiveError('no_manifest', { entry: MANIFEST_FILE })
  const entry = displayName(manifest.path)
  const generation = generationOf(await readManifestJson(archive, manifest))
  const text = (await readPackedFile(archive, manifest)).toString('utf8').replace(/^\ufeff/, '')
  const parsed = parsePluginManifest(text, generation)
  if ('manifest' in parsed) return { generation, manifest: parsed.manifest }
  if ('field' in parsed) {
    throw new ArchiveError('manifest_field', { entry, field: displayName(parsed.field) })
  }
  throw new ArchiveError('manifest_syntax', { entry, line: 1, column: 1 })
}

/** The second generation names its schema or its platforms; the first has neither. */
function generationOf(json: unknown): Generation {
  const isObject = typeof json === 'object' && json !== null
  return isObject && ('schemaVersion' in json || 'platforms' in json) ? 'second' : 'first'
}
