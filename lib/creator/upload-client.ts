import { UPLOAD_PATH } from '#lib/browser/api-routes.ts'
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
export type Progress = { sent: number; total: number; perSecond: number }
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
const NO_ANSWER = { ok: false, code: 0, reason: null, message: '' } satisfies UploadResult

type Input = {
  file: File
  /** File name for the server. */
  name: string
  /** Part of a picture to keep. */
  crop: Crop | undefined
  purpose: Purpose
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

/**
 * Uploads a file with progress, which `fetch` does not report. If the session was renewed meanwhile,
 * the file is sent once more.
 * @returns `null` if it was cancelled.
 */
export async function uploadFile(input: Input): Promise<UploadResult | null> {
  const first = await send(input)
  if (first !== 'renewed') return first
  const second = await send(input)
  return second === 'renewed' ? { ...NO_ANSWER, code: 401 } : second
}

function send(input: Input): Promise<UploadResult | 'renewed' | null> {
  const { onProgress, signal } = input
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const start = performance.now()
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      const seconds = Math.max(0.05, (performance.now() - start) / 1000)
      onProgress({ sent: loaded, total, perSecond: loaded / seconds })
    })
    request.addEventListener('load', () => {
      const isRenewed = request.getResponseHeader('x-session-renewed') !== null
      resolve(isRenewed ? 'renewed' : parseAnswer(request.responseText))
    })
    request.addEventListener('error', () => resolve(NO_ANSWER))
    request.addEventListener('abort', () => resolve(null))
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', UPLOAD_PATH)
    request.send(toFormData(input))
  })
}

function toFormData({ file, name, crop, purpose }: Input): FormData {
  const form = new FormData()
  // Fields come before the file: the server reads the purpose first.
  form.set('purpose', purpose)
  if (crop) form.set('crop', [crop.left, crop.top, crop.width, crop.height].join(','))
  form.set('file', file, name)
  return form
}

function parseAnswer(text: string): UploadResult {
  try {
    const { code, data, message, reason, details } = parseEnvelope(JSON.parse(text))
    if (code !== CODE_OK) {
      return { ok: false, code, reason, message, issue: fileIssueSchema.safeParse(details).data }
    }
    const uploaded = uploadedFileSchema.parse(data)
    const { manifest_summary: manifest, state, cover } = uploaded
    const proposed = cover && fromUpload(cover)
    return { ok: true, file: fromUpload(uploaded), manifest, cover: proposed, state }
  } catch {
    return NO_ANSWER
  }
}
