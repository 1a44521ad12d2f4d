import type { DetailedError, Upload } from 'tus-js-client'
import { apiRequest } from '#lib/browser/api-routes.ts'
import { fetchApi } from './fetch-call.ts'
import { readText, storedKeys, writeText } from '#lib/browser/storage.ts'
import { TUS_VERSION } from '#lib/contract/file/resumable.ts'
import {
  cropText,
  parseUploadAnswer,
  toUploadResult,
  type UploadInput,
  type UploadResult,
} from './upload-answer.ts'

/** Pauses between attempts without progress, in ms: for a quarter of an hour, then the creator decides. */
const PAUSES_MS = [0, 1_000, 2_000, 5_000, 10_000, ...Array<number>(60).fill(15_000)]
/** Where the browser keeps which upload continues a file: its id, and when it was begun. */
const KEY = 'upload:'
/** As long as the site keeps it, in ms. */
const KEPT_MS = 24 * 3600 * 1000
const PATIENT = new Set([0, 409, 429, 500, 502, 503, 504])

/**
 * Uploads a file so that it goes on after a lost connection, a new session or a reload of the page: then the same file has to be
 * chosen again.
 * @returns `null` if it was cancelled, which discards it; `unsupported` if the site cannot take it so: without the calls, or with too
 * many unfinished uploads.
 */
export async function uploadResumably(
  input: UploadInput,
): Promise<UploadResult | null | 'unsupported'> {
  const key = keyOf(input)
  const known = knownAt(key)
  const first = known === null ? 'gone' : await send(input, known)
  if (first !== 'gone') return settle(key, first)
  const begun = await begin(input)
  if (typeof begun !== 'string' || begun === 'unsupported') return begun
  remember(key, begun)
  const second = await send(input, begun)
  return settle(key, second === 'gone' ? refusal(404) : second)
}

/** The upload that continues a file; `null` without one. */
function knownAt(key: string): string | null {
  const [id, begunAt] = (readText(key) ?? '').split(' ')
  return id && Date.now() - Number(begunAt) < KEPT_MS ? id : null
}

/** Names of files stay in the browser no longer than their uploads. */
function remember(key: string, id: string): void {
  for (const other of storedKeys(KEY)) if (knownAt(other) === null) writeText(other, null)
  writeText(key, `${id} ${Date.now()}`)
}

const refusal = (code: number): UploadResult => ({ ok: false, code, reason: null, message: '' })

/** An upload that ended is forgotten. One that failed for a time is continued when it is tried again. */
function settle(key: string, result: UploadResult | null): UploadResult | null {
  const goesOn = result !== null && !result.ok && (result.code === 401 || PATIENT.has(result.code))
  if (!goesOn) writeText(key, null)
  return result
}

/** Names a file and what it is for, as far as the browser knows it. */
function keyOf({ file, name, purpose, crop }: UploadInput): string {
  const { size, lastModified } = file
  return KEY + JSON.stringify([name, size, lastModified, purpose, crop ?? null])
}

/** Begins an upload. @returns its id. */
async function begin(input: UploadInput): Promise<string | UploadResult | 'unsupported'> {
  const { method, path } = apiRequest('beginUpload', {})
  const { name, purpose, crop } = input
  const metadata = encode({ filename: name, purpose, crop: cropText(crop) })
  const headers = {
    'tus-resumable': TUS_VERSION,
    'upload-length': String(input.file.size),
    'upload-metadata': metadata,
  }
  try {
    const response = await fetch(path, { method, headers, signal: input.signal })
    const location = response.headers.get('location')
    if (response.status === 201 && location !== null)
      return location.slice(location.lastIndexOf('/') + 1)
    const answer = parseUploadAnswer(await response.text())
    const isMissing = response.status === 404 || response.status === 405
    const isLimited = !answer.ok && answer.reason === 'too_many_uploads'
    return isMissing || isLimited ? 'unsupported' : answer
  } catch {
    return refusal(0)
  }
}

/** `Upload-Metadata` of tus: Base64 of UTF-8. */
function encode(fields: Record<string, string | undefined>): string {
  const pairs = Object.entries(fields).flatMap(([key, value]) => {
    if (value === undefined) return []
    const bytes = String.fromCharCode(...new TextEncoder().encode(value))
    return [`${key} ${btoa(bytes)}`]
  })
  return pairs.join(',')
}

/** Sends what is missing of an upload, and makes it a file. */
async function send(input: UploadInput, id: string): Promise<UploadResult | null | 'gone'> {
  const failed = await sendBytes(input, id)
  if (input.signal.aborted) return discard(id)
  return failed ?? finish(input, id)
}

async function discard(id: string): Promise<null> {
  const { method, path } = apiRequest('discardUpload', { id })
  await fetch(path, { method, keepalive: true }).catch(() => undefined)
  return null
}

/** @returns nothing if all bytes have arrived. */
async function sendBytes(
  { file, onProgress, onWaiting, signal }: UploadInput,
  id: string,
): Promise<UploadResult | 'gone' | undefined> {
  const tus = await import('tus-js-client').catch(() => null)
  if (tus === null) return refusal(0)
  const { path } = apiRequest('unfinishedUpload', { id })
  const start = performance.now()
  let before: number | undefined
  return new Promise((resolve) => {
    const upload: Upload = new tus.Upload(file, {
      // Without an address to begin at, a failing server begins no second upload.
      uploadUrl: path,
      storeFingerprintForResuming: false,
      retryDelays: PAUSES_MS,
      onProgress(sent, total) {
        before ??= sent
        const seconds = Math.max(0.05, (performance.now() - start) / 1000)
        onProgress({ sent, total, perSecond: (sent - before) / seconds })
      },
      onShouldRetry(error) {
        const isWorth = isPatient(error)
        if (isWorth) onWaiting()
        return isWorth
      },
      onError: (error) => resolve('originalRequest' in error ? resultOf(error) : refusal(0)),
      onSuccess: () => resolve(undefined),
    })
    signal.addEventListener('abort', () => {
      void upload.abort()
      resolve(undefined)
    })
    upload.start()
  })
}

const statusOf = ({ originalResponse }: DetailedError) => originalResponse?.getStatus() ?? 0

/** Whether the same request may succeed later, also after the web app has renewed the session. */
function isPatient(error: DetailedError): boolean {
  const status = statusOf(error)
  // Browsers answer null for a missing header.
  const isRenewed = Boolean(error.originalResponse?.getHeader('x-session-renewed'))
  return (PATIENT.has(status) && !isFull(resultOf(error))) || (status === 401 && isRenewed)
}

/** A full disk is shown at once: its creator may wait for long. */
const isFull = (result: Pick<UploadResult, 'ok'> | 'gone') =>
  typeof result === 'object' && 'reason' in result && result.reason === 'disk_full'

function resultOf(error: DetailedError): UploadResult | 'gone' {
  const status = statusOf(error)
  if (status === 404 || status === 410) return 'gone'
  const answer = parseUploadAnswer(error.originalResponse?.getBody() ?? '')
  // The answer to HEAD has no body.
  return answer.ok || answer.code === 0 ? refusal(status) : answer
}

/** Makes a complete upload a file; repeated, the call answers alike. */
async function finish({ onWaiting, signal }: UploadInput, id: string) {
  for (const pause of PAUSES_MS) {
    const answer = await fetchApi('finishUpload', { id }, { signal })
    if (signal.aborted) return discard(id)
    if (!answer.ok && answer.code === 404) return 'gone'
    if (answer.ok || !PATIENT.has(answer.code) || isFull(answer)) return toUploadResult(answer)
    onWaiting()
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return refusal(0)
}
