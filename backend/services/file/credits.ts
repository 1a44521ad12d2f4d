import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { ArchiveError } from '#backend/services/container/error.ts'
import {
  findLicense,
  LICENSE_TEXT_MAX_BYTES,
  readLicenseAsIs,
} from '#backend/services/container/license.ts'
import { listFiles, withoutCommonFolder } from '#backend/services/container/list-files.ts'
import { openProbe, type Probe } from '#backend/services/container/probe.ts'
import { createOnce, createQueue } from '#backend/services/limit/queue.ts'
import { ObjectMissingError } from '#backend/storage/error.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { type FileKind, FILE_KINDS } from '#lib/contract/kind-schema.ts'

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
  name: string
  kind: string
  /** Whether it was made of a set of Iconify. */
  isSet: boolean
}

/** Reading an archive takes its directory and its manifest: up to 200 ms for 10 000 icons. */
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
  const kind = FILE_KINDS.find((one) => one === file.kind)
  if (!kind) return null
  const reader = readers.get(storage) ?? createReader()
  readers.set(storage, reader)
  const known = reader.known.get(file.id)
  if (known) return known
  return reader.once('credits', file.id, async () => {
    const read = await readArchive(storage, file, kind)
    if (read) reader.known.set(file.id, read)
    return read
  })
}

async function readArchive(storage: Storage, file: StoredFile, kind: FileKind) {
  const { key, size, isSet } = file
  const { ext, name: title } = path.parse(file.name)
  try {
    const upload = { key, size, kind, ending: ext.toLowerCase(), title }
    const probe = await openProbe(storage, upload)
    return { text: await readOwnLicense(probe), ...readManifest(probe.manifest?.json, isSet) }
  } catch (error) {
    if (error instanceof ArchiveError || error instanceof ObjectMissingError) return null
    throw error
  }
}

async function readOwnLicense({ opened, files }: Probe): Promise<string | null> {
  if (!opened) throw new ArchiveError('broken')
  const license =
    findLicense(listFiles(opened.entries).files) ?? findLicense(withoutCommonFolder(files))
  if (!license) return null
  return license.entry.uncompressedSize > LICENSE_TEXT_MAX_BYTES
    ? `The text of the licence is in the file, as ${license.path}.`
    : readLicenseAsIs(opened, license)
}

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
