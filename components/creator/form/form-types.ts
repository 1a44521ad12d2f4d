import type { UseFormReturn } from 'react-hook-form'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { FileState } from '#lib/contract/publish.ts'
import type { UploadErrorCode } from '#lib/creator/check-file.ts'
import type { FieldName } from '#lib/creator/fields.ts'
import type { PlainState, RepositoryProof } from '#lib/creator/plain-form.ts'
import type { RefusedWrite } from '#lib/creator/refusal.ts'
import type { UploadProgress } from '#lib/creator/upload-answer.ts'
import type { SavedProject, CreatorValues } from '#lib/creator/values.ts'

/** A control of the form. */
export type ControlProps = { name: FieldName }

export type CreatorForm = UseFormReturn<CreatorValues>
export type FormOptions = {
  /** The account. */
  uid: string
  kind: Kind
  /** The project to edit; `null` publishes a new one. */
  edited: (SavedProject & { id: string }) | null
  /** Limit of the project file, in bytes. */
  maxBytes: number
  /** Whether the site has sign-in by GitHub. */
  hasGitHub: boolean
  shown: ShownForm
}
/** What the server shows: the project, or the state of a posted form. */
export type ShownForm = Pick<
  PlainState,
  'errors' | 'conflict' | 'isReview' | 'typed' | 'sameTitle'
> & {
  /** Values of the posted form, or of the draft. */
  values: CreatorValues | null
  /** The kept form, or draft, that the values are of. */
  draft: { id: string; revision: number | undefined } | null
  /** Whether what was posted could not be kept, or the draft is gone. */
  lost: 'form' | 'draft' | null
  /** Result of a proof of ownership at GitHub. */
  proof: RepositoryProof | null
  /** Idempotency key, and fingerprints of the edited project. */
  key: string
  base: Record<string, string> | null
  now: Date
}
/** A file that is being uploaded or prepared, or was rejected. */
export type Sending = {
  name: string
  progress: UploadProgress | null
  error: UploadErrorCode | null
  /** The connection is lost; the upload goes on when it is back. */
  isWaiting?: boolean
  /** What exactly is wrong with the project file. */
  issue?: FileIssue | undefined
  /** The server's answer, if it names no error of the file. */
  answer?: RefusedWrite
  /** The file is uploaded and its drawings are being prepared. */
  prepared?: FileState
}
