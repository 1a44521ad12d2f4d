import { isDeepStrictEqual } from 'node:util'
import type { Entry, ZipFile } from 'yauzl'
import { z } from 'zod'
import { hasOverlap, LICENSE_FILE, MANIFEST_FILE, manifestSchema } from '#lib/contract/container.ts'
import type { FileIssue } from '#lib/contract/file-issue.ts'
import { cleanText } from '#lib/contract/text.ts'
import type { OpenArchive } from './archive.ts'
import { entryPath } from './entry-name.ts'
import { ArchiveError, displayName } from './error.ts'
import { listFiles, type PackedFile } from './list-files.ts'
import type { Manifest } from './manifest.ts'
import { hasIconSize, iconExtension, type Plan, warnAbout } from './plan.ts'
import { planPack } from './plan-pack.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { FILE_KINDS, type FileKind } from '#lib/contract/kind-schema.ts'
import { planStrip } from './plan-strip.ts'
import { readManifestJson } from './read-packed-file.ts'
import { writeArchive } from './write-archive.ts'

/** Size limit of a licence text, in bytes. */
const LICENSE_MAX_BYTES = 1024 * 1024
const LICENSE = /^(?:licen[cs]e|copying)(?:\.(?:txt|md))?$/i

const objectSchema = z.record(z.string(), z.unknown())

export type Standardised = { manifest: Manifest; warnings: FileIssue[]; isRewritten: boolean }

/**
 * Reads a validated archive as a file of the kind, and writes it to `output` as a standard archive
 * (docs/formats.md) unless it already is one.
 * @param title default for the name in the manifest.
 * @throws ArchiveError for a file of another kind, or without the required contents; StorageError.
 */
export async function standardise(
  opened: OpenArchive,
  { kind, title, output }: { kind: FileKind; title: string; output: string },
): Promise<Standardised> {
  const { archive, entries } = opened
  const { files, outside, manifest: manifestFile } = listFiles(entries)
  // Names that are one in most systems, such as one in NFC and in NFD. Files are sorted.
  const twice = files.find(({ path }, at) => path === files[at - 1]?.path)
  if (twice) throw new ArchiveError('name_twice', { entry: displayName(twice.path) })
  const original = manifestFile && (await readManifest(archive, manifestFile, kind))
  const json = original && objectSchema.parse(cleanStrings(original))
  if (json && isDeepStrictEqual(json, original)) {
    const strict = manifestSchema.safeParse(json)
    if (strict.success && isStandard(strict.data, entries)) {
      return { manifest: strict.data, warnings: warnOverlaps(strict.data), isRewritten: false }
    }
  }
  const plan = makePlan(kind, { files, json: json ?? null, manifestFile, title })
  const license = files.find(
    ({ path, entry }) => LICENSE.test(path) && entry.uncompressedSize <= LICENSE_MAX_BYTES,
  )
  await writeArchive(opened, plan, license, output)
  const used = new Set([manifestFile?.entry, license?.entry, ...entriesOf(plan)])
  const leftOut = [...files, ...outside].filter(
    (file) => !used.has(file.entry) && (kind !== 'icon' || !isInvalidIcon(file)),
  )
  const warnings: FileIssue[] = [
    ...(manifestFile || kind !== 'icon' ? [] : [{ code: 'no_manifest' }]),
    ...(manifestFile && !json ? warnAbout('manifest_ignored', [manifestFile.path]) : []),
    ...plan.warnings,
    ...(license ? [] : [{ code: 'no_license' }]),
    ...warnAbout(
      'files_left_out',
      leftOut.map(({ path }) => path),
    ),
  ]
  return { manifest: plan.manifest, warnings, isRewritten: true }
}

/** A JSON value without the characters that no text of the site has (`cleanText`): a database refuses some of them. */
function cleanStrings(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanStrings)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cleanStrings(part)]))
}

type Input = {
  files: PackedFile[]
  json: Record<string, unknown> | null
  manifestFile: PackedFile | undefined
  title: string
}

function makePlan(kind: FileKind, { files, json, manifestFile, title }: Input): Plan {
  if (kind === 'icon') return planPack({ files, manifest: json, title })
  if (!json || !manifestFile) throw new ArchiveError('no_manifest', { entry: MANIFEST_FILE })
  const manifestPath = manifestFile.path
  return planStrip({ format: KIND_TABLE[kind].format, files, manifest: json, manifestPath, title })
}

/**
 * The JSON of a manifest; undefined for a pack whose `manifest.json` is that of some other tool.
 * @throws ArchiveError if it is not JSON, or of a file of another kind; StorageError.
 */
async function readManifest(
  archive: ZipFile,
  file: PackedFile,
  kind: FileKind,
): Promise<Record<string, unknown> | undefined> {
  const entry = displayName(file.path)
  const parsed = objectSchema.safeParse(await readManifestJson(archive, file))
  if (!parsed.success) throw new ArchiveError('manifest_field', { entry, field: 'format' })
  const { format, icons, pages } = parsed.data
  if (format === KIND_TABLE[kind].format) return parsed.data
  const other = FILE_KINDS.find((one) => KIND_TABLE[one].format === format)
  if (other) throw new ArchiveError('other_kind', { entry, kind: other })
  if (format === undefined) {
    if (Array.isArray(kind === 'icon' ? icons : pages)) return parsed.data
    if (kind === 'icon' && Array.isArray(pages))
      throw new ArchiveError('other_kind', { entry, kind: 'profile' })
  }
  if (kind === 'icon') return undefined
  throw new ArchiveError('manifest_field', { entry, field: 'format' })
}

/** An icon file that is empty or too large, which has a warning of its own. */
const isInvalidIcon = (file: PackedFile) =>
  iconExtension(file.path) !== undefined && !hasIconSize(file)

/** Whether an archive contains exactly the files that its manifest names, with valid icons. */
function isStandard(manifest: Manifest, entries: Entry[]): boolean {
  const icons =
    manifest.format === 'iconpack'
      ? manifest.icons.map(({ file }) => file)
      : manifest.pages.flatMap(({ keys }) => keys.flatMap(({ icon }) => icon ?? []))
  const files = entries.map((entry) => ({ entry, path: entryPath(entry) }))
  const present = new Set(files.map(({ path }) => path))
  const expected = new Set([...icons, MANIFEST_FILE, LICENSE_FILE])
  return (
    icons.every((icon) => present.has(icon)) &&
    files.every((file) => expected.has(file.path) && !isInvalidIcon(file))
  )
}

/** The warnings about a standard archive. */
const warnOverlaps = (manifest: Manifest): FileIssue[] =>
  manifest.format === 'iconpack'
    ? []
    : warnAbout(
        'keys_overlap',
        manifest.pages.filter(hasOverlap).map(({ name }) => name),
      )

const entriesOf = ({ icons }: Plan) => [...icons.values()].map(({ entry }) => entry)
