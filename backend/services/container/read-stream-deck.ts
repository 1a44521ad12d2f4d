import { checkContents } from './check-archive.ts'
import { ArchiveError } from './error.ts'
import { findLicense, readLicense } from './license.ts'
import { type PackedFile, refuseRepeated } from './list-files.ts'
import { FIRST_VERSION } from './manifest-head.ts'
import { offer } from './offer.ts'
import { createFinder, iconExtension, warnAbout } from './plan.ts'
import { planPack } from './plan-pack.ts'
import { readPackedFile } from './read-packed-file.ts'
import type { FormatReader } from './reader.ts'
import { findCover, readIconList, readPackManifest, spdxOf } from './stream-deck-pack.ts'

const FOLDER = /^[^/]+\.sdIconPack(?=\/.)/i
const PREVIEW = /^previews\//i
const ICON = /^icons\//i

/** Icon packs of the Stream Deck application: one folder with a manifest and a list of icons (docs/formats.md#stream-deck-icon-packs). */
export const streamDeckReader: FormatReader = {
  format: 'stream-deck-icons',
  recognise: ({ files }) => (packFolders(files).length > 0 ? 'icon' : null),
  async read(probe, output) {
    const { opened, files: all, upload } = probe
    const [folder, ...others] = packFolders(all)
    if (!opened || folder === undefined) throw new ArchiveError('broken')
    if (others.length > 0) throw new ArchiveError('several_packs', { count: others.length + 1 })
    await checkContents(opened)
    refuseRepeated(all)
    const files = all.flatMap(({ entry, path }) =>
      path.startsWith(`${folder}/`) ? [{ entry, path: path.slice(folder.length + 1) }] : [],
    )
    const find = createFinder(files)
    const pack = { opened, folder, find }
    const manifest = await readPackManifest(pack)
    const list = await readIconList(pack)
    const license = find(manifest.license) ?? findLicense(files)
    const licenseText = await readLicense(opened, license)
    const plan = planPack({
      files: files.filter((file) => isIcon(file) || list.files.has(file)),
      manifest: {
        ...manifest,
        minimum_version: FIRST_VERSION,
        license: spdxOf(licenseText, manifest.license),
        icons: list.icons,
      },
      title: upload.title,
    })
    const packIcon = find(manifest.icon)
    const cover = findCover(files, packIcon)
    const used = new Set([manifest.file, list.file, license, packIcon, cover])
    const known = new Set(
      files
        .filter((file) => used.has(file) || list.files.has(file) || isIcon(file) || isPreview(file))
        .map(({ entry }) => entry),
    )
    const leftOut = all.filter(({ entry }) => !known.has(entry))
    const warnings = [
      ...plan.warnings,
      ...(license ? [] : [{ code: 'no_license' }]),
      ...warnAbout('files_left_out', leftOut),
    ]
    const reading = await offer(probe, opened, {
      plan,
      license,
      warnings,
      output,
      isRewritten: true,
    })
    return { ...reading, cover: cover ? await readPackedFile(opened.archive, cover) : null }
  },
}

const packFolders = (files: PackedFile[]) => [
  ...new Set(files.flatMap(({ path }) => FOLDER.exec(path)?.[0] ?? [])),
]

const isIcon = ({ path }: PackedFile) => ICON.test(path) && iconExtension(path) !== undefined

const isPreview = ({ path }: PackedFile) => PREVIEW.test(path)
