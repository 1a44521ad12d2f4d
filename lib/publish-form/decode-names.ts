import 'server-only'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { fileIssueSchema } from '#lib/contract/file/file-issue.ts'
import { nameEncodingSchema } from '#lib/contract/file/name-encoding.ts'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { uploadErrorOf } from '#lib/creator/check-file.ts'
import { fromUpload } from '#lib/creator/form-file.ts'
import type { PlainError, PlainState } from '#lib/creator/plain-form.ts'
import type { Caller } from './caller.ts'

/**
 * Reads the names in the archive of a form in the encoding of a pressed button. The file stays as it is if it cannot be read so.
 * @throws SessionEndedError
 */
export async function decodeNames(
  caller: Caller,
  state: PlainState,
  of: string,
): Promise<{ state: PlainState; error: PlainError | null }> {
  const { file } = state.values
  const encoding = nameEncodingSchema.safeParse(of).data
  if (!file?.id || !encoding) return { state, error: null }
  const answer = await caller.call('decodeNames', { id: file.id, body: { encoding } })
  const read = answer.code === CODE_OK ? uploadedFileSchema.safeParse(answer.data).data : undefined
  if (read) {
    return { state: { ...state, values: { ...state.values, file: fromUpload(read) } }, error: null }
  }
  const error = uploadErrorOf(answer.reason) ?? 'unavailable'
  const issue = fileIssueSchema.safeParse(answer.details).data
  return { state, error: { field: 'file', error, issue } }
}
