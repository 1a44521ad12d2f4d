import type { ApiResult } from './fetch-call.ts'
import { CODE_OK, parseEnvelope } from '#lib/browser/envelope.ts'
import { type FileIssue, fileIssueSchema } from '#lib/contract/file/file-issue.ts'
import {
  type Crop,
  type FileState,
  type ManifestSummary,
  type Purpose,
  uploadedFileSchema,
} from '#lib/contract/publish.ts'
import { fromUpload, type UploadedFile } from './form-file.ts'

/** Bytes sent, bytes in all, and bytes per second. */
export type UploadProgress = { sent: number; total: number; perSecond: number }
export type UploadInput = {
  file: File
  /** File name for the server. */
  name: string
  /** Part of a picture to keep. */
  crop: Crop | undefined
  purpose: Purpose
  onProgress: (progress: UploadProgress) => void
  /** The connection is lost, and the upload goes on when it is back. */
  onWaiting: () => void
  signal: AbortSignal
}
export type UploadResult =
  | {
      ok: true
      file: UploadedFile
      manifest: ManifestSummary | undefined
      /** A picture of the file that is proposed as cover. */
      cover: UploadedFile | undefined
      /** Whether the file is prepared; `undefined` from backends that prepare no files. */
      state: FileState['state'] | undefined
    }
  | {
      ok: false
      /** 0: no answer. */
      code: number
      reason: string | null
      message: string
      /** What exactly is wrong with a project file. */
      issue?: FileIssue | undefined
    }
export const NO_ANSWER = { ok: false, code: 0, reason: null, message: '' } satisfies UploadResult

/** The crop of a picture as the server reads it. */
export const cropText = (crop: Crop | undefined): string | undefined =>
  crop && [crop.left, crop.top, crop.width, crop.height].join(',')

/** What an answer with an uploaded file says, or a refusal. */
export function toUploadResult(
  answer:
    | ApiResult
    | { ok: false; code: number; reason: string | null; message: string; details: unknown },
): UploadResult {
  if (!answer.ok) {
    const { code, reason, message, details } = answer
    return { ok: false, code, reason, message, issue: fileIssueSchema.safeParse(details).data }
  }
  const { data } = uploadedFileSchema.safeParse(answer.data)
  if (!data) return NO_ANSWER
  const { manifest_summary: manifest, state, cover } = data
  return { ok: true, file: fromUpload(data), manifest, cover: cover && fromUpload(cover), state }
}

/** The same of the text of an answer. */
export function parseUploadAnswer(text: string): UploadResult {
  try {
    const { code, data, ...refusal } = parseEnvelope(JSON.parse(text))
    if (code === CODE_OK) return toUploadResult({ ok: true, data })
    return toUploadResult({ ok: false, code, ...refusal })
  } catch {
    return NO_ANSWER
  }
}
