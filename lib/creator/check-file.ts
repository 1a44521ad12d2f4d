import type { Calls } from '#lib/contract/calls.ts'
import { projectEndings, projectFileName } from '#lib/contract/file/file-format.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import type { Purpose } from '#lib/contract/publish.ts'
import { REPOSITORY_ERRORS } from './repository-error.ts'
import { PACKAGE_ENDING } from '#lib/contract/file/plugin-package.ts'

/** Why a file is rejected, found in the browser or answered by the server. */
export const UPLOAD_ERRORS = [
  'empty',
  'too_large',
  'wrong_type',
  'bad_archive',
  'bad_image',
  'large_image',
  'broken_image',
  'costly_image',
  'long_animation',
  'not_drawable',
  'disk_full',
  'quota_full',
  'busy',
  'unavailable',
] as const
export type UploadErrorCode = (typeof UPLOAD_ERRORS)[number]

type ServerError = Calls['upload' | 'drawCover']['errors'][number]
/** The errors of the contract's calls that are called otherwise here. */
const RENAMED: Record<Exclude<ServerError, UploadErrorCode>, UploadErrorCode> = {
  not_ready: 'busy',
  file_missing: 'unavailable',
  overloaded: 'busy',
}
const isRenamed = (reason: string): reason is keyof typeof RENAMED => Object.hasOwn(RENAMED, reason)

/** The upload error that a backend's reason names, if any. */
export function uploadErrorOf(reason: string | null | undefined): UploadErrorCode | undefined {
  if (reason && isRenamed(reason)) return RENAMED[reason]
  // The answer of an unavailable server has its status.
  return UPLOAD_ERRORS.find((error) => error === reason && error !== 'unavailable')
}

/** Why a picture of a repository could not be taken: as an upload, or because of GitHub. */
export const pictureErrorOf = (reason: string | null | undefined) =>
  uploadErrorOf(reason) ??
  REPOSITORY_ERRORS.find((error) => error === reason) ??
  (reason === 'not_found' ? 'bad_image' : 'unavailable')

/** The endings of the project files of a kind, or of the packages of plugins, in lower case. */
export const uploadEndings = (kind: Kind): readonly string[] =>
  kind === 'plugin' ? [PACKAGE_ENDING, '.zip'] : projectEndings(kind)

/** The same as people write them, for help and errors. */
export const writtenEndings = (kind: Kind): string =>
  uploadEndings(kind)
    .map((ending) => (ending === '.streamdeckiconpack' ? '.streamDeckIconPack' : ending))
    .join(', ')

/** `a.iconpack.zip` is `a.iconpack`. A package that is still named `.zip` gets the ending of packages; its contents decide. */
export function toFileName(name: string, kind: Kind, purpose: Purpose): string {
  if (purpose !== 'project') return name
  const plain = projectFileName(name)
  return kind === 'plugin' ? plain.replace(/\.zip$/i, PACKAGE_ENDING) : plain
}

/** Media types of pictures that are accepted. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']

type Limits = { kind: Kind; purpose: Purpose; maxBytes: number }

/** Checks a file before it is uploaded. */
export function checkFile(
  { name, size, type }: { name: string; size: number; type: string },
  { kind, purpose, maxBytes }: Limits,
): UploadErrorCode | null {
  if (size === 0) return 'empty'
  if (purpose !== 'project') return checkPicture(size, type)
  if (size > maxBytes) return 'too_large'
  const ending = /\.[^.]*$/.exec(name.toLowerCase())?.[0] ?? ''
  return uploadEndings(kind).includes(ending) ? null : 'wrong_type'
}

function checkPicture(size: number, type: string): UploadErrorCode | null {
  if (size > IMAGE_MAX_BYTES) return 'too_large'
  return PICTURE_TYPES.includes(type) ? null : 'bad_image'
}
