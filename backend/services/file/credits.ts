import { LRUCache } from 'lru-cache'
import type { Entry, ZipFile } from 'yauzl'
import { z } from 'zod'
import { openArchive } from '#backend/services/container/archive.ts'
import {
  findLicense,
  LICENSE_TEXT_MAX_BYTES,
  readLicenseAsIs,
} from '#backend/services/container/license.ts'
import {
  listAllFiles,
  listFiles,
  type PackedFile,
  withoutCommonFolder,
} from '#backend/services/container/list-files.ts'
import { readManifestJson } from '#backend/services/container/read-packed-file.ts'
import { createOnce, createQueue } from '#backend/services/limit/queue.ts'
import { ObjectMissingError, StorageError } from '#backend/storage/error.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { FILE_KINDS } from '#lib/contract/kind-schema.ts'

/** What a stored file says of its licence by itself. */
type Credits = {
  /** The text of its licence file. */
  text: string | null
  /** What its manifest names. */
  attribution: string | null
  /** The set that its icons are from. */
  set: { name: string; author: string; url: string | null } | null
}
type StoredFile = {
  id: string
  key: string
  size: number
  kind: string
  /** Whether it was made of a set of Iconify. */
  isSet: boolean
}

/** Reading an archive takes its directory and its manifest: 0.2 s of processor time for 10 000 icons. */
const QUEUE = { atOnce: 2, waitingMax: 50 }
/** Size of what is kept of files that were read, in UTF-16 units of all texts. */
const KEPT_MAX = 4 * 1024 * 1024

const createReader = () => ({
  known: new LRUCache<string, Credits>({
    maxSize: KEPT_MAX,
    sizeCalculation: ({ text }) => 1000 + (text?.length ?? 0),
  }),
  once: createOnce<Credits | null>(createQueue(QUEUE)),
})
const readers = new WeakMap<Storage, ReturnType<typeof createReader>>()

/**
 * Reads licence, attribution and source of a stored project file, which never changes. The archive is read each time it is not known:
 * what the database has of older files is not complete, and nothing of those that were imported.
 * @returns null for a file that cannot be read as an archive.
 * @throws BusyError; StorageError.
 */
export async function readCredits(storage: Storage, file: StoredFile): Promise<Credits | null> {
  if (!FILE_KINDS.some((kind) => kind === file.kind)) return null
  const reader = readers.get(storage) ?? createReader()
  readers.set(storage, reader)
  const known = reader.known.get(file.id)
  if (known) return known
  return reader.once('credits', file.id, async () => {
    const read = await readArchive(storage, file)
    if (read) reader.known.set(file.id, read)
    return read
  })
}

/** By its directory alone: the archive was validated when it was stored, and the names that are looked for are ASCII. */
async function readArchive(storage: Storage, { isSet, ...file }: StoredFile) {
  try {
    const archive = await openArchive(storage, file)
    const entries: Entry[] = []
    for await (const entry of archive.eachEntry()) entries.push(entry)
    const { files, manifest } = listFiles(entries)
    const license = findLicense(files) ?? findLicense(withoutCommonFolder(listAllFiles(entries)))
    const json = manifest && (await readManifestJson(archive, manifest).catch(withoutManifest))
    return { text: license ? await readText(archive, license) : null, ...readManifest(json, isSet) }
  } catch (error) {
    if (error instanceof StorageError && !(error instanceof ObjectMissingError)) throw error
    return null
  }
}

/** That of another program need not be JSON. */
function withoutManifest(error: unknown): null {
  if (error instanceof StorageError) throw error
  return null
}

const readText = async (archive: ZipFile, license: PackedFile): Promise<string> =>
  license.entry.uncompressedSize > LICENSE_TEXT_MAX_BYTES
    ? `The text of the licence is in the file, as ${license.path}.`
    : readLicenseAsIs(archive, license)

const line = z.string().trim().min(1).max(500)
const manifestSchema = z.object({
  attribution: line.nullable().catch(null),
  name: line.catch(''),
  author: line.catch(''),
  source: z
    .object({ name: line, author: line, url: line.nullable().catch(null) })
    .nullable()
    .catch(null),
})
/** What a standard archive names where a set has no author. */
const NO_AUTHOR = 'Unknown'

function readManifest(json: unknown, isSet: boolean): Omit<Credits, 'text'> {
  const { data } = manifestSchema.safeParse(json)
  if (!data) return { attribution: null, set: null }
  const { attribution, name, author, source } = data
  const hasAuthor = isSet && author !== '' && author !== NO_AUTHOR
  return { attribution, set: source ?? (hasAuthor ? { name, author, url: null } : null) }
}
