import { UPLOAD_PATH } from '#lib/browser/api-routes.ts'
import { RESUMABLE_MIN_BYTES } from '#lib/contract/file/resumable.ts'
import { uploadResumably } from './resumable-client.ts'
import {
  cropText,
  NO_ANSWER,
  parseUploadAnswer,
  type UploadInput,
  type UploadResult,
} from './upload-answer.ts'

/**
 * Uploads a file with progress. A large one goes on where it was, if the site can; any other is sent in one request, and once more if
 * the session was renewed meanwhile.
 * @returns `null` if it was cancelled.
 */
export async function uploadFile(input: UploadInput): Promise<UploadResult | null> {
  if (input.file.size >= RESUMABLE_MIN_BYTES) {
    const result = await uploadResumably(input)
    if (result !== 'unsupported') return result
  }
  const first = await send(input)
  if (first !== 'renewed') return first
  const second = await send(input)
  return second === 'renewed' ? { ...NO_ANSWER, code: 401 } : second
}

/** In one request, by `XMLHttpRequest`, since `fetch` does not report progress. */
function send(input: UploadInput): Promise<UploadResult | 'renewed' | null> {
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
      resolve(isRenewed ? 'renewed' : parseUploadAnswer(request.responseText))
    })
    request.addEventListener('error', () => resolve(NO_ANSWER))
    request.addEventListener('abort', () => resolve(null))
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', UPLOAD_PATH)
    request.send(toFormData(input))
  })
}

function toFormData({ file, name, crop, purpose }: UploadInput): FormData {
  const form = new FormData()
  // Fields come before the file: the server reads the purpose first.
  form.set('purpose', purpose)
  const part = cropText(crop)
  if (part !== undefined) form.set('crop', part)
  form.set('file', file, name)
  return form
}
