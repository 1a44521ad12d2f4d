import { fileTypeFromBuffer } from 'file-type'
import { DomainError } from '#backend/errors.ts'
import type { Storage, StoredObject } from '#backend/storage/storage.ts'
import { badArchive } from './accept-archive.ts'

/** Bytes that are enough to recognise a file type. */
const SNIFFED_BYTES = 4100

/**
 * Rejects what does not begin like a zip archive, with a message that tells another file type from
 * unknown data.
 */
export async function checkType(storage: Storage, { key, size }: StoredObject): Promise<void> {
  const head = await storage.readBytes(key, { start: 0, end: Math.min(size, SNIFFED_BYTES) - 1 })
  if (head.subarray(0, 2).toString('latin1') === 'PK') return
  const type = await fileTypeFromBuffer(head)
  const isMarkup = /^\s*(?:<!doctype|<html|<script|<\?xml|<svg)/i.test(head.toString('latin1'))
  if (type || isMarkup) {
    throw new DomainError('wrong_type', 'The contents of the file do not match its extension.')
  }
  throw badArchive({ code: 'no_archive' })
}
