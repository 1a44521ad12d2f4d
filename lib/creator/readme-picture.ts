import { GALLERY_MAX } from '#lib/contract/limits.ts'
import type { UploadedFile } from './form-file.ts'
import type { Values } from './values.ts'

/** The values of a form with a picture as its cover, or at the end of its gallery. */
export const takenInto = (
  values: Values,
  field: 'cover' | 'gallery',
  picture: UploadedFile,
): Values =>
  field === 'cover'
    ? { ...values, cover: picture }
    : { ...values, gallery: [...values.gallery, picture].slice(0, GALLERY_MAX) }
