import type { Entry, ZipFile } from 'yauzl'
import { z } from 'zod'
import { hasOverlap, LICENSE_FILE, MANIFEST_FILE, manifestSchema } from '#lib/contract/container.ts'
import type { FileNote } from '#lib/contract/file-note.ts'
import type { OpenArchive } from './archive.ts'
import { entryPath } from './entry-name.ts'
import { ArchiveFault, shownName } from './fault.ts'
import { filesOf, type PackedFile } from './files-of.ts'
import type { Manifest } from './manifest.ts'
import { endingOf, hasIconSize, noteOf, type Plan } from './plan.ts'
import { planPack } from './plan-pack.ts'
import { planStrip } from './plan-strip.ts'
import { readManifestJson } from './read-packed-file.ts'
import { writeArchive } from './write-archive.ts'

/** A longer licence is none; in bytes. */
const LICENSE_MAX_BYTES = 1024 * 1024
const LICENSE = /^(?:licen[cs]e|copying)(?:\.(?:txt|md))?$/i

const FORMATS = { icon: 'iconpack', profile: 'profile', flexpage: 'flexpage' } as const
const objectSchema = z.record(z.string(), z.unknown())

/** A kind whose projects have a file. */
export type FileKind = keyof typeof FORMATS
export type Standardised = { manifest: Manifest; warnings: FileNote[]; isRewritten: boolean }

/**
 * Reads a looked-through archive as a file of the kind, and writes it to `output` as the standard says
 * unless it is so already.
 * @param title what the file is called, for lack of a name in it.
 * @throws ArchiveFault for what is of another kind, or says too little.
 */
export async function standardise(
  opened: OpenArchive,
  { kind, title, output }: { kind: FileKind; title: string; output: string },
): Promise<Standardised> {
  const { archive, entries } = opened
  const { files, outside, manifest: manifestFile } = filesOf(entries)
  const json = manifestFile && (await readManifestOf(archive, manifestFile, kind))
  if (json) {
    const strict = manifestSchema.safeParse(json)
    if (strict.success && isStandard(strict.data, entries)) {
      return { manifest: strict.data, warnings: doubts(strict.data), isRewritten: false }
    }
  }
  const plan = makePlan(kind, { files, json: json ?? null, manifestFile, title })
  const license = files.find(
    ({ path, entry }) => LICENSE.test(path) && entry.uncompressedSize <= LICENSE_MAX_BYTES,
  )
  await writeArchive(opened, plan, license, output)
  const used = new Set([manifestFile?.entry, license?.entry, ...entriesOf(plan)])
  const left = [...files, ...outside].filter(
    (file) => !used.has(file.entry) && (kind !== 'icon' || !isUnfit(file)),
  )
  const warnings: FileNote[] = [
    ...(manifestFile || kind !== 'icon' ? [] : [{ code: 'no_manifest' }]),
    ...(manifestFile && !json ? noteOf('manifest_ignored', [manifestFile.path]) : []),
    ...plan.warnings,
    ...(license ? [] : [{ code: 'no_license' }]),
    ...noteOf(
      'files_left_out',
      left.map(({ path }) => path),
    ),
  ]
  return { manifest: plan.manifest, warnings, isRewritten: true }
}

type Input = {
  files: PackedFile[]
  json: Record<string, unknown> | null
  manifestFile: PackedFile | undefined
  title: string
}

function makePlan(kind: FileKind, { files, json, manifestFile, title }: Input): Plan {
  if (kind === 'icon') return planPack({ files, manifest: json, title })
  if (!json || !manifestFile) throw new ArchiveFault('no_manifest', { entry: MANIFEST_FILE })
  const manifestPath = manifestFile.path
  return planStrip({ format: FORMATS[kind], files, manifest: json, manifestPath, title })
}

/**
 * What a manifest says; nothing where a pack's belongs to something else than a catalogue like this.
 * @throws ArchiveFault where it is no JSON, or says that the file is of another kind.
 */
async function readManifestOf(
  archive: ZipFile,
  file: PackedFile,
  kind: FileKind,
): Promise<Record<string, unknown> | undefined> {
  const entry = shownName(file.path)
  const said = await readManifestJson(archive, file)
  const parsed = objectSchema.safeParse(said)
  if (!parsed.success) throw new ArchiveFault('manifest_field', { entry, field: 'format' })
  const { format, icons, pages } = parsed.data
  if (format === FORMATS[kind]) return parsed.data
  const other = Object.entries(FORMATS).find(([, name]) => name === format)
  if (other) throw new ArchiveFault('other_kind', { entry, kind: other[0] })
  if (format === undefined) {
    if (Array.isArray(kind === 'icon' ? icons : pages)) return parsed.data
    if (kind === 'icon' && Array.isArray(pages))
      throw new ArchiveFault('other_kind', { entry, kind: 'profile' })
  }
  if (kind === 'icon') return undefined
  throw new ArchiveFault('manifest_field', { entry, field: 'format' })
}

/** An icon by its name that cannot be one by its size; there is another word about it. */
const isUnfit = (file: PackedFile) => endingOf(file.path) !== undefined && !hasIconSize(file)

/** Whether an archive holds what its manifest names, fit to be shown, and nothing else. */
function isStandard(manifest: Manifest, entries: Entry[]): boolean {
  const icons =
    manifest.format === 'iconpack'
      ? manifest.icons.map(({ file }) => file)
      : manifest.pages.flatMap(({ keys }) => keys.flatMap(({ icon }) => icon ?? []))
  const files = entries.map((entry) => ({ entry, path: entryPath(entry) }))
  const there = new Set(files.map(({ path }) => path))
  const known = new Set([...icons, MANIFEST_FILE, LICENSE_FILE])
  return (
    icons.every((icon) => there.has(icon)) &&
    files.every((file) => known.has(file.path) && !isUnfit(file))
  )
}

/** What is doubtful about a standard archive. */
const doubts = (manifest: Manifest): FileNote[] =>
  manifest.format === 'iconpack'
    ? []
    : noteOf(
        'keys_overlap',
        manifest.pages.filter(hasOverlap).map(({ name }) => name),
      )

const entriesOf = ({ icons }: Plan) => [...icons.values()].map(({ entry }) => entry)
