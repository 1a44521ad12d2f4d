import type { Fault } from '#lib/creator/form.ts'
import type { RepositoryFault, RepositoryWarning } from '#lib/creator/repository-fault.ts'
import type { SaveWords } from './save-words.ts'

export type FileFault =
  | 'empty'
  | 'too_large'
  | 'wrong_type'
  | 'bad_archive'
  | 'bad_image'
  | 'gif'
  | 'costly_image'
  | 'disk_full'
  | 'quota_full'
  | 'busy'
  | 'unavailable'
  | 'too_many'

/** Sentences about files, as messages with values in them, by code; and what kinds are called. */
export type NoteWords = Record<'fault' | 'warning' | 'kinds', Record<string, string>> & {
  title: string
  rewritten: string
}

/** What the form says; names in braces are filled in. */
export type FormWords = Record<
  | 'file'
  | 'fileHelp'
  | 'fileDrop'
  | 'choose'
  | 'replace'
  | 'cover'
  | 'coverHelp'
  | 'gallery'
  | 'galleryHelp'
  | 'add'
  | 'alt'
  | 'remove'
  | 'earlier'
  | 'later'
  | 'title'
  | 'description'
  | 'descriptionHelp'
  | 'write'
  | 'preview'
  | 'nothing'
  | 'notFormatted'
  | 'version'
  | 'versionHelp'
  | 'minimum'
  | 'os'
  | 'category'
  | 'choosePlease'
  | 'tags'
  | 'tagsHelp'
  | 'notes'
  | 'notesHelp'
  | 'submit'
  | 'pending'
  | 'cancel'
  | 'again'
  | 'uploading'
  | 'preparing'
  | 'uploaded'
  | 'draft'
  | 'discard'
  | 'card'
  | 'untitled'
  | 'inside'
  | 'page'
  | 'close'
  | 'done'
  | 'failed',
  string
> & {
  fileNotes: NoteWords
  faults: Record<Fault | FileFault | RepositoryFault, string>
  warnings: Record<RepositoryWarning, string>
  plugin: Record<
    | 'owner'
    | 'ownerHelp'
    | 'repository'
    | 'repositoryHelp'
    | 'verify'
    | 'verifying'
    | 'verified'
    | 'start'
    | 'look'
    | 'newer'
    | 'upToDate'
    | 'versionHelp'
    | 'byGitHub'
    | 'byFile'
    | 'byPush'
    | 'provePush'
    | 'pushNot'
    | 'pushFailed'
    | 'unproved'
    | 'prove'
    | 'again'
    | 'copyLine'
    | 'copied'
    | 'copyFailed'
    | 'publishedLink'
    | 'takeOver'
    | 'author'
    | 'license'
    | 'release'
    | 'none'
    | 'notVerified',
    string
  >
  save: SaveWords
  crop: Record<'title' | 'help' | 'zoom' | 'use' | 'whole', string>
  categories: readonly (readonly [string, string])[]
  systems: readonly (readonly [string, string])[]
}
