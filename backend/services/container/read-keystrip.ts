import { isDeepStrictEqual } from 'node:util'
import type { Entry } from 'yauzl'
import {
  hasOverlap,
  LICENSE_FILE,
  MANIFEST_FILE,
  manifestSchema,
} from '#lib/contract/file/container.ts'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { cleanText } from '#lib/contract/text.ts'
import { proposeSpdx } from '#lib/text/spdx.ts'
import type { OpenArchive } from './archive.ts'
import { checkContents } from './check-archive.ts'
import { entryPath } from './entry-name.ts'
import { ArchiveError } from './error.ts'
import { asOfVersion } from './format-version.ts'
import type { FoundManifest, ManifestObject } from './find-manifest.ts'
import { isOfferedAsUploaded, offer } from './offer.ts'
import { readPackedIcons } from './icons.ts'
import { findLicense, licenseByText, readLicense } from './license.ts'
import { listFiles, type PackedFile, refuseRepeated } from './list-files.ts'
import type { Manifest } from './manifest.ts'
import { warnLicense } from './manifest-head.ts'
import { entriesOf, isInvalidIcon, type ArchivePlan, warnAbout } from './plan.ts'
import { planPack } from './plan-pack.ts'
import { planStrip } from './plan-strip.ts'
import type { Probe } from './probe.ts'
import type { FormatReader, Reading } from './reader.ts'

/** Our format: a manifest that declares `format` and `format_version`. Its errors are refusals. */
export const keystripReader: FormatReader = {
  format: 'keystrip',
  recognise: ({ manifest }) => manifest?.kind ?? null,
  async read(probe, output) {
    const { opened, manifest: found } = probe
    if (!opened || !found?.json) throw found?.error ?? new ArchiveError('broken')
    const manifest = { ...found, json: asOfVersion(found.json) }
    await checkContents(opened)
    refuseRepeated(probe.files)
    const standard = isOfferedAsUploaded(probe) ? await readStandard(probe, opened, manifest) : null
    return standard ?? readLeniently(probe, opened, manifest, output)
  },
}

/** A file that is a standard archive already (docs/formats.md); null for any other. */
async function readStandard(
  { source, upload, files }: Probe,
  opened: OpenArchive,
  { json, warnings }: FoundManifest,
): Promise<Reading | null> {
  const { data: manifest } = manifestSchema.safeParse(json)
  if (!json || !manifest || !isDeepStrictEqual(json, cleanStrings(json))) return null
  if (!isStandard(manifest, opened.entries)) return null
  const license = proposeSpdx(manifest.license) ?? manifest.license
  const licenseText = await readLicense(opened, findLicense(files))
  return {
    manifest: { ...manifest, license: licenseByText(license, licenseText) },
    icons: await readPackedIcons(source, upload),
    isRewritten: false,
    warnings: [...warnings, ...warnOverlaps(manifest), ...warnLicense(manifest.license, license)],
    licenseText,
    entries: null,
  }
}

async function readLeniently(
  probe: Probe,
  opened: OpenArchive,
  {
    file: manifestFile,
    json,
    warnings: manifestWarnings,
  }: FoundManifest & { json: ManifestObject },
  output: string,
): Promise<Reading> {
  const { upload } = probe
  const { files, outside } = listFiles(opened.entries)
  const plan = makePlan(upload, files, cleanStrings(json), manifestFile)
  const license = findLicense(files)
  const manifestEntry = manifestFile.entry
  const used = new Set([manifestEntry, license?.entry, ...entriesOf(plan)])
  // Of an upload that is offered as it is, nothing is left out.
  const leftOut = isOfferedAsUploaded(probe)
    ? []
    : [...files, ...outside].filter(
        (file) => !used.has(file.entry) && (upload.kind !== 'icon' || !isInvalidIcon(file)),
      )
  const warnings: FileIssue[] = [
    ...manifestWarnings,
    ...plan.warnings,
    ...(license ? [] : [{ code: 'no_license' }]),
    ...warnAbout('files_left_out', leftOut),
  ]
  return offer(probe, opened, { plan, manifestEntry, license, warnings, output })
}

/** A JSON object without the characters that no text of the site has (`cleanText`): a database refuses some of them. */
function cleanStrings(json: ManifestObject): ManifestObject {
  return Object.fromEntries(Object.entries(json).map(([key, part]) => [key, cleanValue(part)]))
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value !== 'object' || value === null) return value
  return cleanStrings({ ...value })
}

function makePlan(
  { kind, title }: Probe['upload'],
  files: PackedFile[],
  manifest: ManifestObject,
  { path: manifestPath }: PackedFile,
): ArchivePlan {
  if (kind === 'icon') return planPack({ files, manifest, title })
  return planStrip({ format: KIND_TABLE[kind].format, files, manifest, manifestPath, title })
}

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
