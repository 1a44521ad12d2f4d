import { z } from 'zod'
import { idSchema } from '#lib/contract/project.ts'
import { cropSchema, uploadFieldsSchema } from '#lib/contract/publish.ts'

/** Files from this size on are uploaded so that they can be continued, in bytes. */
export const RESUMABLE_MIN_BYTES = 5 * 1024 * 1024
/** The version of the tus protocol (https://tus.io/protocols/resumable-upload) and its extensions that are served. */
export const TUS_VERSION = '1.0.0'
export const TUS_EXTENSIONS = 'creation,expiration,termination'
/** The media type of the bytes that continue an upload. */
export const TUS_BYTES = 'application/offset+octet-stream'

/** Longest file name in bytes of UTF-8, as it is sent: it is cleaned and cut. */
const SENT_NAME_MAX = 1000

/** `Upload-Metadata` of `POST /uploads`, decoded: the fields of `POST /file/upload` and the name of the file. */
export const uploadMetadataSchema = z.object({
  filename: z.string().min(1).max(SENT_NAME_MAX),
  purpose: uploadFieldsSchema.shape.purpose,
  /** As it is sent; parsed again when the file is complete. */
  crop: z
    .string()
    .refine((text) => cropSchema.safeParse(text).success)
    .optional(),
  /** Lower-case hexadecimal: another file is refused when it is complete. Programs find their upload by it. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})

const bytesSchema = z.number().int().nonnegative()

/** An upload that is not finished. */
export const unfinishedUploadSchema = z.object({
  id: idSchema,
  name: z.string(),
  purpose: uploadFieldsSchema.shape.purpose,
  /** The declared length, and how many bytes of it have arrived. */
  size: bytesSchema,
  received: bytesSchema,
  sha256: z.string().nullish(),
  created_at: z.iso.datetime(),
  /** Then it is deleted. */
  expires_at: z.iso.datetime(),
})
export type UnfinishedUpload = z.infer<typeof unfinishedUploadSchema>

/** `GET /uploads`: the newest first. */
export const unfinishedUploadsSchema = z.object({ items: z.array(unfinishedUploadSchema) })

export const uploadParamsSchema = z.object({ id: idSchema })
