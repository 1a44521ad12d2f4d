import type { Entry } from 'yauzl'
import { z } from 'zod'
import type { ArchiveSource, OpenArchive } from '#backend/services/container/archive.ts'
import { checkArchive } from '#backend/services/container/check-archive.ts'
import { entryPath } from '#backend/services/container/entry-name.ts'
import { ArchiveError, displayName } from '#backend/services/container/error.ts'
import { listFiles, type PackedFile } from '#backend/services/container/list-files.ts'
import {
  parseManifest,
  readManifestText,
  readText,
  warnDuplicates,
} from '#backend/services/container/read-packed-file.ts'
import { nativePlatforms } from '#backend/services/container/programs.ts'
import { refusalOfPacks } from '#backend/services/container/pack-inside.ts'
import type { StoredObject } from '#backend/storage/storage.ts'
import { MANIFEST_FILE } from '#lib/contract/file/container.ts'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import { judgePackages, NO_PLATFORM } from '#lib/contract/file/package-systems.ts'
import { warnZeros } from '#backend/services/container/manifest-head.ts'
import { parseVersion } from '#lib/contract/version/parse-version.ts'
import {
  type PackagePlatform,
  platformOfName,
  toPlatform,
} from '#lib/contract/file/plugin-package.ts'
import { parsePluginManifest, type PluginManifest } from './manifest.ts'

/** `first`: installed by FlexDesigner; `second`: by FlexStudio. */
export type Generation = 'first' | 'second'
export type ReadPackage = {
  generation: Generation
  manifest: PluginManifest
  platform: PackagePlatform
  /** What says so. */
  platformFrom: 'name' | 'contents' | 'default'
  /** Of `package.json` in the second generation, else of the manifest, as `x.y.z`; `null` if neither has one. */
  version: string | null
  warnings: FileIssue[]
}
type Opened = { archive: Awaited<ReturnType<typeof checkArchive>>['archive']; files: PackedFile[] }

/** Parts of the path of a manifest: its folder, if there is one, and its name. */
const MANIFEST_DEPTH = 2
const PACKAGE_JSON = 'package.json'
/** A larger one is not read, in bytes. */
const PACKAGE_JSON_MAX_BYTES = 256 * 1024

/**
 * Validates a `.flexplugin` package of either generation: a zip archive with a manifest at its root or in its one folder.
 * @param name file name, which may state the platform.
 * @throws ArchiveError why it is not valid; StorageError.
 */
export async function readPackage(
  source: ArchiveSource,
  file: StoredObject,
  name: string,
): Promise<ReadPackage> {
  const opened = await checkArchive(source, file)
  const { archive, entries } = opened
  const { manifest: packed, files } = listFiles(entries)
  if (!packed || packed.path.split('/').length > MANIFEST_DEPTH) {
    throw refusalOfPacks(files) ?? new ArchiveError('no_manifest', { entry: MANIFEST_FILE })
  }
  const entry = displayName(packed.path)
  checkOneManifest(entries.map(entryPath), packed.path)
  const { text, warnings } = await readManifestText(archive, packed)
  const generation = generationOf(parseManifest(text, entry))
  const parsed = parsePluginManifest(text, generation)
  if ('field' in parsed) {
    throw new ArchiveError('manifest_field', { entry, field: displayName(parsed.field) })
  }
  if (!('manifest' in parsed)) {
    throw new ArchiveError('manifest_syntax', { entry, line: 1, column: 1 })
  }
  const { manifest } = parsed
  const version = await versionOf({ archive, files }, { generation, manifest, entry })
  const written = [['version', version.text], ...manifest.writtenMinimums] as const
  return {
    generation,
    manifest,
    ...(await platformOf(name, manifest, opened)),
    version: version.read,
    warnings: [
      ...warnings,
      ...warnDuplicates(text, entry),
      ...written.flatMap(([field, value]) => warnZeros(field, value)),
      ...privateFiles(entries),
    ],
  }
}

/** The second generation names its schema or its platforms; the first has neither. */
function generationOf(json: unknown): Generation {
  const isObject = typeof json === 'object' && json !== null
  return isObject && ('schemaVersion' in json || 'platforms' in json) ? 'second' : 'first'
}

/**
 * What the maker's notation in the name says; else the one platform of native code that the manifest names, or that is in the package;
 * else what other words of the name say, without those of the title.
 */
async function platformOf(
  name: string,
  { title, facts }: PluginManifest,
  opened: OpenArchive,
): Promise<Pick<ReadPackage, 'platform' | 'platformFrom'>> {
  const noted = platformOfName(name)
  if (noted !== null) return { platform: noted, platformFrom: 'name' }
  const [only, ...others] = facts.platforms
  const isSingle = facts.native === true && only !== undefined && others.length === 0
  const platform = (isSingle ? toPlatform(only) : null) ?? onlyOf(await nativePlatforms(opened))
  if (platform !== null) return { platform, platformFrom: 'contents' }
  const [judged] = judgePackages([name], { product: title })
  if (judged?.platform && judged.platform !== NO_PLATFORM && judged.platform !== 'universal') {
    return { platform: judged.platform, platformFrom: 'name' }
  }
  return { platform: 'universal', platformFrom: 'default' }
}

const onlyOf = <T>(found: ReadonlySet<T>): T | null => {
  const [only, ...others] = found
  return only === undefined || others.length > 0 ? null : only
}

type Read = Pick<ReadPackage, 'generation' | 'manifest'> & { entry: string }

/** The maker's tool packs the `package.json` whose version it compares with the tag of a release of the second generation. */
async function versionOf(opened: Opened, { generation, manifest, entry }: Read) {
  const isManifestFirst = generation === 'first' && manifest.version !== null
  const packed = isManifestFirst ? null : await readPackageVersion(opened)
  const text = packed ?? manifest.version
  if (text === null) return { read: null, text }
  const parsed = parseVersion(text)
  if ('version' in parsed) return { read: parsed.version, text }
  const place = packed === null ? entry : PACKAGE_JSON
  throw new ArchiveError('manifest_field', { entry: place, field: 'version' })
}

async function readPackageVersion({ archive, files }: Opened): Promise<string | null> {
  const file = files.find(({ path }) => path === PACKAGE_JSON)
  if (!file || file.entry.uncompressedSize > PACKAGE_JSON_MAX_BYTES) return null
  try {
    const json: unknown = JSON.parse((await readText(archive, file)).text)
    return z.object({ version: z.string().max(100) }).parse(json).version
  } catch (error) {
    const isNone = error instanceof SyntaxError || error instanceof z.ZodError
    if (isNone || error instanceof ArchiveError) return null
    throw error
  }
}

/** Settings, keys and histories that tools leave in a folder, and that creators pack by accident. */
const PRIVATE =
  /(?:^|\/)(?:\.env(?:\.(?!example|sample|template)[\w-]+)?|\.npmrc|\.netrc|\.git\/config|id_(?:rsa|dsa|ecdsa|ed25519)|[^/]+\.(?:pem|p12|pfx|ppk))$/i

function privateFiles(entries: Entry[]): FileIssue[] {
  const found = entries
    .map(entryPath)
    .filter((path) => PRIVATE.test(path) && !path.includes('node_modules/'))
  const [first] = found
  if (first === undefined) return []
  return [{ code: 'private_files', entry: displayName(first), count: found.length }]
}

/**
 * What a package may do is read from its manifest: no other entry may take its place where it is unpacked.
 * @throws ArchiveError `name_twice`.
 */
function checkOneManifest(paths: string[], manifest: string): void {
  const place = placeOf(fold(manifest))
  const name = place.slice(place.lastIndexOf('/') + 1)
  // The parts of a path are only shortened at their ends. Most paths need not be split.
  const found = paths.filter((path) => {
    const folded = fold(path)
    return folded.includes(name) && placeOf(folded) === place
  })
  if (found.length <= 1) return
  const other = found.find((path) => path !== manifest) ?? manifest
  throw new ArchiveError('name_twice', { entry: displayName(other) })
}

const fold = (path: string) =>
  path
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toUpperCase()

/**
 * The same for folded paths that name one file on some system: Windows ignores case, dots and spaces at the end of a name, and what
 * follows a colon; macOS ignores case and invisible characters.
 */
const placeOf = (folded: string) =>
  folded
    .split('/')
    .map(toPart)
    .filter((part) => part !== '')
    .join('/')

function toPart(name: string): string {
  const [plain = ''] = name.split(':', 1)
  let end = plain.length
  while (plain[end - 1] === '.' || plain[end - 1] === ' ') end -= 1
  return plain.slice(0, end)
}
