import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { kindOfFileName, projectFileName } from '#lib/contract/file/file-format.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { attempt } from '#backend/storage/error.ts'
import { type ArchiveSource, isReadFailure, type OpenArchive } from './archive.ts'
import { checkContents } from './check-archive.ts'
import { ArchiveError, displayName } from './error.ts'
import type { PackedFile } from './list-files.ts'
import { openLocal } from './local-source.ts'
import { isOfferedAsUploaded } from './offer.ts'
import { warnAbout } from './plan.ts'
import type { Probe, ProbedFile } from './probe.ts'
import { hasPictures, isText } from './read-folder.ts'

/** A file within an archive that is a project file by its name, and the name of it. */
type PackInside = { file: PackedFile; name: string; kind: Kind }

/** Packs that are named in a refusal. */
const NAMED_MAX = 5
/** Any archive and any JSON may have these endings: such a file counts only where there is nothing else. */
const COMMON = /\.(?:zip|json)$/i

/** The project files within an archive, by their names. */
function packsIn(files: readonly PackedFile[]): PackInside[] {
  const isAlone = files.filter(({ path: name }) => !isText(name)).length === 1
  return files.flatMap((file) => {
    const name = projectFileName(path.posix.basename(file.path))
    const kind = kindOfFileName(name)
    return kind && (isAlone || !COMMON.test(name)) ? [{ file, name, kind }] : []
  })
}

/** The refusal of an archive because of project files in it, which are named; undefined without any. */
export function refusalOfPacks(files: readonly PackedFile[]): ArchiveError | undefined {
  const packs = packsIn(files).filter(({ name }) => !/\.json$/i.test(name))
  if (packs.length === 0) return undefined
  const paths = packs.slice(0, NAMED_MAX).map(({ file }) => file.path)
  const entry = displayName(paths.join(', '))
  return new ArchiveError('pack_inside', { entry, count: packs.length })
}

/**
 * The one project file that an archive was packed around, by a program for downloads or mails. Undefined for an archive with several,
 * with one of another kind, with pictures beside it, and for one that the application may read as it is.
 */
export function findPackInside(probe: Probe): PackInside | undefined {
  const { files, upload } = probe
  const [pack, ...more] = packsIn(files)
  if (!pack || more.length > 0 || pack.kind !== upload.kind || hasPictures(probe)) return undefined
  if (!isOfferedAsUploaded(probe)) return pack
  const isAlone = files.every((file) => file === pack.file || isText(file.path))
  return isAlone && !COMMON.test(pack.name) ? pack : undefined
}

type Read<R> = (source: ArchiveSource, file: ProbedFile) => Promise<R>

/**
 * Unpacks the pack of an archive and reads it in place of the archive. The limits of archives hold for both.
 * @param read reads the unpacked file; it writes a standard archive to `output` where one is made.
 * @returns what was read; the pack itself is at `output` if no standard archive is.
 * @throws as `read`; ArchiveError for an archive that is broken; StorageError, DomainError `disk_full`.
 */
export async function readPackInside<R extends { isRewritten: boolean; warnings: object[] }>(
  { files }: Probe,
  opened: OpenArchive,
  { pack: { file, name, kind }, output, read }: { pack: PackInside; output: string; read: Read<R> },
) {
  if (kind === 'plugin') throw new ArchiveError('other_kind', { kind })
  await checkContents(opened)
  const unpacked = `${output}.inside`
  try {
    const stream = await opened.archive.openReadStreamPromise(file.entry)
    await attempt(() => pipeline(stream, createWriteStream(unpacked, { flags: 'wx', mode: 0o600 })))
  } catch (error) {
    throw isReadFailure(error) ? error : new ArchiveError('data', { entry: displayName(file.path) })
  }
  try {
    const { size } = await attempt(() => stat(unpacked))
    const [source, object] = openLocal({ path: unpacked, size })
    const { ext, name: title } = path.parse(name)
    const reading = await read(source, { ...object, kind, ending: ext.toLowerCase(), title })
    if (!reading.isRewritten) await attempt(() => rename(unpacked, output))
    const entry = displayName(file.path)
    const others = files.filter((other) => other !== file)
    const warnings = [{ code: 'read_inside', entry }, ...warnAbout('files_left_out', others)]
    return { ...reading, title, isRewritten: true, warnings: [...warnings, ...reading.warnings] }
  } finally {
    await rm(unpacked, { force: true })
  }
}
