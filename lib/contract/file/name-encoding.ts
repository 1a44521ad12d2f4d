import { z } from 'zod'

/** Encodings from before Unicode that names in an archive may be in, as answers name them (WHATWG, IANA and vendors' names). */
export const NAME_ENCODINGS = [
  'cp932',
  'euc-jp',
  'gb18030',
  'big5',
  'cp949',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'cp874',
  'koi8-r',
  'cp437',
  'cp737',
  'cp850',
  'cp852',
  'cp857',
  'cp862',
  'cp866',
  'macroman',
  'maccyrillic',
  'macgreek',
] as const
export const nameEncodingSchema = z.enum(NAME_ENCODINGS)
export type NameEncoding = z.infer<typeof nameEncodingSchema>

/** Ways to read the names of an archive that are offered at most. */
export const NAME_READINGS_MAX = 5
/** One of them: an encoding, and a name in it. */
const nameReadingSchema = z.object({ encoding: nameEncodingSchema, name: z.string().max(300) })
export type NameReading = z.infer<typeof nameReadingSchema>
/** Others than those of this release are left out. */
export const nameReadingsSchema = z.array(nameReadingSchema).max(NAME_READINGS_MAX).catch([])

/** `POST /file/{id}/names`: the encoding of the names in the archive that do not say theirs. */
export const decodeNamesRequestSchema = z.object({ encoding: nameEncodingSchema })
