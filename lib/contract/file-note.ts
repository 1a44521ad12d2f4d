import { z } from 'zod'

/** Why a project's file is refused: `code` in the `details` of a refusal with `bad_archive`. */
export const FILE_FAULTS = [
  /** It is no zip archive at all. */
  'no_archive',
  /** Its directory cannot be read, or it is cut off. */
  'broken',
  /** Bytes that belong to nothing, in front of, between and behind the entries. */
  'bytes_before',
  'bytes_between',
  'bytes_behind',
  /** What stands before an entry differs from the directory. */
  'headers_differ',
  'entries_overlap',
  'name_twice',
  'encrypted',
  'link',
  'compression',
  /** A name that leads out of the archive. */
  'path',
  /** The bytes of an entry are not what size and checksum say. */
  'data',
  'too_large',
  'too_compressed',
  'too_many_entries',
  /** Looking through it takes too much time or memory. */
  'too_costly',
  'no_icons',
  'too_many_icons',
  'no_manifest',
  'manifest_too_large',
  'manifest_syntax',
  'manifest_field',
  /** It is a file of another kind: `kind`. */
  'other_kind',
] as const
export type FileFaultCode = (typeof FILE_FAULTS)[number]

/** What is doubtful about a file that is taken; the form shows it before the file is published. */
export const FILE_WARNINGS = [
  /** Names come from the names of the files. */
  'no_manifest',
  /** It is not one of a pack. */
  'manifest_ignored',
  /** A newer version of the format than is known. */
  'newer_version',
  /** A field of the manifest was missing or not valid, and is `value` now. */
  'field_replaced',
  /** The manifest names icons that are not in the archive. */
  'icons_missing',
  /** Icons are in the archive that the manifest does not name: they were added. */
  'icons_unlisted',
  'icons_renamed',
  /** Too large to be icons, or empty. */
  'icons_left_out',
  'files_left_out',
  'keys_overlap',
  'no_license',
] as const
export type FileWarningCode = (typeof FILE_WARNINGS)[number]

/** Values that go into the sentence of a fault or a warning. */
const values = {
  /** An entry of the archive, the first of `count`. */
  entry: z.string().max(300).optional(),
  /** What it is called now. */
  name: z.string().max(300).optional(),
  /** Which field of the manifest, such as `pages[0].keys[2].width`, and what it is now. */
  field: z.string().max(300).optional(),
  value: z.string().max(300).optional(),
  line: z.number().optional(),
  column: z.number().optional(),
  count: z.number().optional(),
  limit: z.number().optional(),
  kind: z.string().max(60).optional(),
}

/** A fault or a warning; another backend may say another word, which nobody has a sentence for. */
export const fileNoteSchema = z.object({ code: z.string().max(60), ...values })
export type FileNote = z.infer<typeof fileNoteSchema>
export const fileWarningsSchema = z.array(fileNoteSchema).max(50)
