import { CODE_OK, envelopeSchema } from '#lib/contract/envelope.ts'
import { type FileNote, fileNoteSchema } from '#lib/contract/file-note.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import {
  type Crop,
  type FileState,
  type Inside,
  uploadedFileSchema,
} from '#lib/contract/publish.ts'

export type Progress = { sent: number; total: number; perSecond: number }
export type Sent =
  | {
      ok: true
      id: string
      name: string
      size: number
      inside: Inside | undefined
      /** Whether the file is prepared; backends that do not prepare files do not say. */
      state: FileState['state'] | undefined
      warnings: FileNote[] | undefined
      isRewritten: boolean | undefined
    }
  /** `code` 0: nothing was answered; `reason` as the contract names it. */
  | {
      ok: false
      code: number
      reason: string | null
      message: string
      /** What exactly is wrong with the file. */
      note?: FileNote | undefined
    }

type Wish = {
  file: File
  /** What the server is told that it is called. */
  name: string
  /** Of pictures: the part that is kept. */
  crop: Crop | undefined
  purpose: 'project' | 'cover' | 'gallery'
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

/**
 * Sends a file with its progress, which `fetch` cannot tell. Where the session was renewed on the way
 * it is sent once more.
 * @returns `null` when it was cancelled.
 */
export async function uploadFile(wish: Wish): Promise<Sent | null> {
  const first = await send(wish)
  if (first !== 'again') return first
  const second = await send(wish)
  return second === 'again' ? { ok: false, code: 401, reason: null, message: '' } : second
}

function send({
  file,
  name,
  crop,
  purpose,
  onProgress,
  signal,
}: Wish): Promise<Sent | 'again' | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const begun = performance.now()
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      const seconds = Math.max(0.05, (performance.now() - begun) / 1000)
      onProgress({ sent: loaded, total, perSecond: loaded / seconds })
    })
    request.addEventListener('load', () => {
      const isRenewed = request.getResponseHeader('x-session-renewed') !== null
      resolve(isRenewed ? 'again' : read(request.responseText))
    })
    request.addEventListener('error', () =>
      resolve({ ok: false, code: 0, reason: null, message: '' }),
    )
    request.addEventListener('abort', () => resolve(null))
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', `${API_BASE}/file/upload`)
    // The fields stand first: the server has to know what it takes.
    const form = new FormData()
    form.set('purpose', purpose)
    if (crop) form.set('crop', [crop.left, crop.top, crop.width, crop.height].join(','))
    form.set('file', file, name)
    request.send(form)
  })
}

function read(text: string): Sent {
  try {
    const { code, data, message, reason = null, details } = envelopeSchema.parse(JSON.parse(text))
    if (code !== CODE_OK) {
      return { ok: false, code, reason, message, note: fileNoteSchema.safeParse(details).data }
    }
    const { warnings, is_rewritten: isRewritten, ...rest } = uploadedFileSchema.parse(data)
    const { id, name, size, inside, state } = rest
    return { ok: true, id, name, size, inside, state, warnings, isRewritten }
  } catch {
    return { ok: false, code: 0, reason: null, message: '' }
  }
}
