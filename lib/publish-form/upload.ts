import 'server-only'
import { randomUUID } from 'node:crypto'
import { CODE_OK, type Envelope } from '#lib/contract/envelope.ts'
import { fileIssueSchema } from '#lib/contract/file/file-issue.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { IMAGE_MAX_BYTES } from '#lib/contract/limits.ts'
import { type ManifestSummary, type Purpose, uploadedFileSchema } from '#lib/contract/publish.ts'
import {
  checkFile,
  toFileName,
  type UploadErrorCode,
  uploadErrorOf,
  writtenEndings,
} from '#lib/creator/check-file.ts'
import { fromUpload, type UploadedFile } from '#lib/creator/form-file.ts'
import {
  FILE_FIELDS,
  type FileField,
  isFileField,
  type PlainError,
} from '#lib/creator/plain-form.ts'
import { refusalMessage } from '#lib/creator/refusal.ts'
import { boundChunks, TooLargeError } from '#lib/limits/read-bounded.ts'
import type { Caller } from './caller.ts'
import type { FilePart } from './read-form.ts'

/** Media types that name no format: the backend recognises the picture. */
const UNNAMED_TYPES = ['', 'application/octet-stream']

const PURPOSES = {
  file: 'project',
  packages: 'project',
  cover: 'cover',
  gallery: 'gallery',
} as const

export type Uploads = {
  files: Map<FileField, UploadedFile[]>
  errors: PlainError[]
  /** What the uploaded project file declares. */
  manifest: ManifestSummary | undefined
  /** A picture in the project file that is proposed as cover. */
  cover: UploadedFile | undefined
}

type Options = {
  caller: Caller
  kind: Kind
  maxBytes: number
  /** Whether the whole form is short, so that its files are sent as short uploads. */
  isShort: boolean
}

/** Receives the file parts of a form: each is checked and sent to the backend while it arrives. */
export function createUploads({ caller, kind, maxBytes, isShort }: Options) {
  const uploads: Uploads = { files: new Map(), errors: [], manifest: undefined, cover: undefined }
  const seen = new Map<FileField, number>()
  async function onFile({ field, name: sentName, type, bytes }: FilePart): Promise<void> {
    if (!isFileField(field)) return
    const source = bytes[Symbol.asyncIterator]()
    const first = await source.next().catch(() => ({ done: true, value: undefined }))
    const isEmpty = first.done === true || first.value === undefined
    if (sentName === '' && isEmpty) return
    const purpose = PURPOSES[field]
    const name = toFileName(sentName, kind, purpose)
    const report = (error: PlainError['error'], more: Partial<PlainError> = {}) =>
      void uploads.errors.push({ field, error, file: name, ...more })
    const count = (seen.get(field) ?? 0) + 1
    if (count > FILE_FIELDS[field]) return report(count === 2 ? 'one_file' : 'too_many')
    seen.set(field, count)
    uploads.files.set(field, uploads.files.get(field) ?? [])
    const size = isEmpty ? 0 : 1
    const details = { endings: writtenEndings(kind) }
    const refused = check({ name, type, size }, { kind, purpose, maxBytes })
    if (refused) return report(refused, { details })
    const limit = purpose === 'project' ? maxBytes : IMAGE_MAX_BYTES
    const chunks = boundChunks(rest(first.value ?? new Uint8Array(), source), limit)
    const answer = await send(caller, { name, purpose, chunks, isShort })
    if (answer === 'too_large' || answer === 'cut_off') {
      return report(answer === 'cut_off' ? 'incomplete' : answer)
    }
    take(answer, { report, onTaken: (file) => uploads.files.get(field)?.push(file) })
  }

  function take(
    { code, data, reason, message, details }: Envelope,
    hooks: {
      report: (error: PlainError['error'], more?: Partial<PlainError>) => void
      onTaken: (file: UploadedFile) => void
    },
  ) {
    const uploaded = code === CODE_OK ? uploadedFileSchema.safeParse(data).data : undefined
    if (uploaded) {
      uploads.manifest ??= uploaded.manifest_summary
      uploads.cover ??= uploaded.cover && fromUpload(uploaded.cover)
      return hooks.onTaken(fromUpload(uploaded))
    }
    const known = uploadErrorOf(reason)
    if (known) {
      const issue = fileIssueSchema.safeParse(details).data
      return hooks.report(known, { issue, details: { endings: writtenEndings(kind) } })
    }
    if (code >= 500 || message === '') return hooks.report('unavailable')
    const refusal = refusalMessage({ code, reason: reason ?? null, message })
    return hooks.report(undefined, refusal ? { refusal } : { text: message })
  }

  return { uploads, onFile }
}

type Part = { name: string; type: string; size: number }
type Limits = Parameters<typeof checkFile>[1]

/** Checks what is known of a file before its bytes have arrived. */
function check({ name, type, size }: Part, limits: Limits): UploadErrorCode | null {
  const isUnnamed = limits.purpose !== 'project' && UNNAMED_TYPES.includes(type)
  return checkFile({ name, size, type: isUnnamed ? 'image/png' : type }, limits)
}

async function* rest(
  first: Uint8Array,
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first
  for (;;) {
    const next = await source.next()
    if (next.done === true) return
    yield next.value
  }
}

type File = { name: string; purpose: Purpose; chunks: AsyncIterable<Uint8Array> }

/** Sends a file to the backend: as a stream, or whole if the form is short. */
async function send(
  caller: Caller,
  { isShort, ...file }: File & { isShort: boolean },
): Promise<Envelope | 'too_large' | 'cut_off'> {
  const boundary = `form-${randomUUID()}`
  let failure: 'too_large' | 'cut_off' | null = null
  const fail = (error: unknown) => (error instanceof TooLargeError ? 'too_large' : 'cut_off')
  const parts = multipart(boundary, file)
  const type = `multipart/form-data; boundary=${boundary}`
  if (isShort) {
    const whole = await Array.fromAsync(parts).catch(fail)
    return typeof whole === 'string' ? whole : caller.upload(Buffer.concat(whole), type)
  }
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await parts.next()
          if (next.done === true) controller.close()
          else controller.enqueue(next.value)
        } catch (error) {
          failure = fail(error)
          controller.error(error)
        }
      },
    },
    { highWaterMark: 0 },
  )
  const answer = await caller.upload(body, type)
  return failure ?? answer
}

/** A multipart body (RFC 7578) with the purpose and the file. */
async function* multipart(
  boundary: string,
  { name, purpose, chunks }: File,
): AsyncGenerator<Uint8Array> {
  const text = (value: string) => new TextEncoder().encode(value)
  const part = `--${boundary}\r\ncontent-disposition: form-data; name=`
  yield text(`${part}"purpose"\r\n\r\n${purpose}\r\n`)
  yield text(`${part}"file"; filename="${escapeName(name)}"\r\n`)
  yield text('content-type: application/octet-stream\r\n\r\n')
  yield* chunks
  yield text(`\r\n--${boundary}--\r\n`)
}

/** As browsers escape file names (HTML, multipart/form-data encoding algorithm). */
const escapeName = (name: string) =>
  name.toWellFormed().replaceAll(/["\r\n]/g, (character) => encodeURIComponent(character))
