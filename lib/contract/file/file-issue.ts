import { z } from 'zod'
import { nameReadingsSchema } from './name-encoding.ts'

/** Why a project file is rejected: `code` in the `details` of `bad_archive`. */
export const FILE_ERRORS = [
  /** Not a zip archive. */
  'no_archive',
  /** None of the formats that this extension may have. */
  'no_format',
  /** What systems or browsers execute or render, or a medium, font or document: `value`. */
  'refused_type',
  /** A program of the type `value` in an archive: `entry`, the first of `count`. */
  'program_inside',
  /** Text that is neither JSON nor XML. */
  'plain_text',
  /** Fewer bytes than any project file has: `limit`. */
  'too_small',
  /** The operator does not accept the format: `value`. */
  'format_disabled',
  /** Files besides pictures, licence, read-me and JSON in an archive without a manifest of ours. */
  'other_files',
  /** Corrupt directory, or truncated. */
  'broken',
  /** Extra bytes before, between or after the entries. */
  'bytes_before',
  'bytes_between',
  'bytes_behind',
  /** The local header of an entry differs from the directory. */
  'headers_differ',
  'entries_overlap',
  'name_twice',
  'encrypted',
  'link',
  'compression',
  /** A name that points outside of the archive. */
  'path',
  /** The bytes of an entry do not match size or checksum. */
  'data',
  'too_large',
  'too_compressed',
  'too_many_entries',
  /** Checking it exceeded the limit of time or memory. */
  'too_costly',
  'no_icons',
  'too_many_icons',
  'no_manifest',
  'manifest_too_large',
  'manifest_syntax',
  'manifest_field',
  /** A text that is not valid in its encoding, `value`. */
  'encoding',
  /** A file of another kind: `kind`. */
  'other_kind',
  /** `count` packs in one archive. */
  'several_packs',
  /** An archive around `count` other project files: `entry` has the paths of the first. */
  'pack_inside',
] as const
export type FileErrorCode = (typeof FILE_ERRORS)[number]

/** Warnings about an accepted file or picture, shown in the form before publication. */
export const FILE_WARNINGS = [
  /** Icon names come from file names. */
  'no_manifest',
  /** The pack `entry` of the archive was read in place of the archive. */
  'read_inside',
  /** Kept as it is; its contents are not shown. */
  'not_shown',
  /** It would be read as a folder of pictures without `entry`. */
  'not_a_folder',
  /** The manifest is not one of an icon pack. */
  'manifest_ignored',
  /** A text in an encoding from before Unicode was read as `value`. */
  'text_decoded',
  /** Names of the archive were read in the encoding `value`, as `entry`; they may be in `name`, where it is `field`. All `readings`. */
  'names_uncertain',
  /** An object of the manifest has the key `field` again in `line`. */
  'duplicate_keys',
  /** The licence `value` of the manifest was read as `name`. */
  'license_read_as',
  /** Zeros in front of a number of the version `value`, in the field `field`, were left out: it was read as `name`. */
  'zeros_left_out',
  /** A newer version of the format than supported. */
  'newer_version',
  /** A missing or invalid field of the manifest was set to `value`. */
  'field_replaced',
  /** The manifest lists icons that the archive lacks. */
  'icons_missing',
  /** Icons that the manifest does not list were added. */
  'icons_unlisted',
  'icons_renamed',
  /** Entries of `requires` that are invalid, repeated or too many. */
  'requires_left_out',
  /** Too large or empty. */
  'icons_left_out',
  'files_left_out',
  /** Other files are in the download, and listed on the page of the project. */
  'files_kept',
  'keys_overlap',
  'no_license',
  /** A cover of `value` pixels, narrower than `limit`. */
  'small_cover',
  /** A picture of `value` pixels, one of whose sides is shorter than `limit`. */
  'thin_picture',
  /** A package of a plugin has files that look like settings or secrets of its creator. */
  'private_files',
] as const
export type FileWarningCode = (typeof FILE_WARNINGS)[number]

/** Values for the message of an error or a warning. */
const values = {
  /** An entry of the archive, the first of `count`. */
  entry: z.string().max(300).optional(),
  /** Its new name. */
  name: z.string().max(300).optional(),
  /** A field of the manifest, such as `pages[0].keys[2].width`, and its new value; what is expected where a manifest is not JSON. */
  field: z.string().max(300).optional(),
  value: z.string().max(300).optional(),
  line: z.number().optional(),
  column: z.number().optional(),
  count: z.number().optional(),
  limit: z.number().optional(),
  kind: z.string().max(60).optional(),
  readings: nameReadingsSchema
    .optional()
    .describe('Ways to read the names of an archive, the first of them used.'),
}

/** An error or a warning. Other backends may use other codes, which have no message. */
export const fileIssueSchema = z.object({ code: z.string().max(60), ...values })
export type FileIssue = z.infer<typeof fileIssueSchema>
export const fileWarningsSchema = z.array(fileIssueSchema).max(50)
