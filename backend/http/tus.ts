import type { Context } from 'hono'
import { z } from 'zod'
import {
  TUS_EXTENSIONS,
  TUS_VERSION,
  type UnfinishedUpload,
  uploadMetadataSchema,
} from '#lib/contract/file/resumable.ts'
import type { AppEnv } from '#backend/dependencies.ts'
import { DomainError, InvalidInputError } from '#backend/errors.ts'
import { invalidInput } from './parse.ts'

/* Headers of tus 1.0 (https://tus.io/protocols/resumable-upload). */

const bytesSchema = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/** @throws DomainError `tus_version` for a request of another version; without the header it is one of this version. */
export function checkTusVersion(c: Context<AppEnv>): void {
  c.header('tus-resumable', TUS_VERSION)
  const version = c.req.header('tus-resumable')
  if (version === undefined || version === TUS_VERSION) return
  c.header('tus-version', TUS_VERSION)
  throw new DomainError('tus_version', `The version of tus is ${TUS_VERSION}.`)
}

/** A header that counts bytes. @throws InvalidInputError */
export function bytesOfHeader(c: Context<AppEnv>, name: 'upload-length' | 'upload-offset'): number {
  const { data } = bytesSchema.safeParse(c.req.header(name))
  if (data === undefined) throw new InvalidInputError(`${name}: a number of bytes`)
  return data
}

/** The length of a body; `undefined` if it is not declared. */
export const bodyLengthOf = (c: Context<AppEnv>): number | undefined =>
  bytesSchema.safeParse(c.req.header('content-length')).data

/** `Upload-Metadata`: pairs of a key and a value in Base64. @throws InvalidInputError */
export function metadataOf(c: Context<AppEnv>): z.output<typeof uploadMetadataSchema> {
  const pairs = (c.req.header('upload-metadata') ?? '').split(',').map((pair) => {
    const [key = '', value = ''] = pair.trim().split(/ +/)
    return [key, Buffer.from(value, 'base64').toString('utf8')]
  })
  const given: unknown = Object.fromEntries(pairs)
  const { data, error } = uploadMetadataSchema.safeParse(given)
  if (data) return data
  throw invalidInput(error.issues, given, 'upload-metadata')
}

/** Describes an upload in the headers of an answer. */
export function setUploadHeaders(c: Context<AppEnv>, upload: UnfinishedUpload): void {
  c.header('upload-offset', String(upload.received))
  c.header('upload-length', String(upload.size))
  c.header('upload-expires', new Date(upload.expires_at).toUTCString())
}

/** Describes what is served, and where a new upload is. */
export function setCreated(
  c: Context<AppEnv>,
  { location, maxBytes }: { location: string; maxBytes: number },
): void {
  c.status(201)
  c.header('location', location)
  c.header('tus-version', TUS_VERSION)
  c.header('tus-extension', TUS_EXTENSIONS)
  c.header('tus-max-size', String(maxBytes))
}
