import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import { checkContents } from './check-archive.ts'
import { ArchiveError, displayName } from './error.ts'
import { findLicense } from './license.ts'
import { type PackedFile, refuseRepeated, withoutCommonFolder } from './list-files.ts'
import { offer } from './offer.ts'
import { iconExtension, warnAbout } from './plan.ts'
import { planPack } from './plan-pack.ts'
import type { Probe } from './probe.ts'
import type { FormatReader } from './reader.ts'

/** What people put beside pictures: licence, read-me, lists of changes and authors. */
const TEXT =
  /^(?:(?:un)?licen[cs]e|copying|notice|read[-_ ]?me|change[-_ ]?log|history|authors|contributors|credits)\b[^/]*$|\.(?:txt|md|markdown|rst)$/i
const JSON_FILE = /\.json$/i

/** Pictures in an archive, with licence, read-me and JSON of other programs, which is not read. */
export const folderReader: FormatReader = {
  format: 'folder',
  recognise: (probe) =>
    probe.upload.kind === 'icon' && hasPictures(probe) && !otherFiles(probe) ? 'icon' : null,
  async read(probe, output) {
    const { opened, files: all, upload } = probe
    if (!opened) throw new ArchiveError('broken')
    await checkContents(opened)
    refuseRepeated(all)
    const files = withoutCommonFolder(all)
    const license = findLicense(files)
    const plan = planPack({ files, manifest: null, title: upload.title })
    const json = files.filter(({ path }) => JSON_FILE.test(path))
    const warnings: FileIssue[] = [
      { code: 'no_manifest' },
      ...warnAbout('manifest_ignored', json),
      ...plan.warnings,
      ...(license ? [] : [{ code: 'no_license' }]),
    ]
    return offer(probe, opened, { plan, license, warnings, output })
  },
}

export const hasPictures = ({ files }: Probe) => files.some(isPicture)
const isPicture = ({ path }: PackedFile) => iconExtension(path) !== undefined

/**
 * The files that keep an archive of pictures from being read as a folder: an error that names the first one; undefined without any.
 */
export function otherFiles(probe: Probe): ArchiveError | undefined {
  if (!hasPictures(probe)) return undefined
  const others = probe.files.filter(
    (file) => !isPicture(file) && !isText(file.path) && !JSON_FILE.test(file.path),
  )
  const [first] = others
  return (
    first &&
    new ArchiveError('other_files', { entry: displayName(first.path), count: others.length })
  )
}

/** Whether a file is text that people put beside pictures, by its name. */
export const isText = (path: string) => TEXT.test(path.slice(path.lastIndexOf('/') + 1))
