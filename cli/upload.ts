import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { CALLS } from '#lib/contract/calls.ts'
import type { NameEncoding } from '#lib/contract/file/name-encoding.ts'
import type { Purpose, uploadedFileSchema } from '#lib/contract/publish.ts'
import { RESUMABLE_MIN_BYTES } from '#lib/contract/file/resumable.ts'
import { offeredEncoding, readingsIn } from './check-file.ts'
import { CliError, EXIT } from './exit.ts'
import type { Io } from './io.ts'
import { type HashedFile, readChecked } from './local-file.ts'
import { createProgress } from './progress.ts'
import type { Reporter } from './reporter.ts'
import { uploadResumably } from './resume.ts'
import type { SiteClient, StreamedBody } from './site.ts'

/** Waits between questions for the state of a file, in ms, and the longest time in all. */
const FIRST_POLL_MS = 250
const LONGEST_POLL_MS = 5000
const READY_MAX_MS = 15 * 60_000

/**
 * Uploads a file with a progress bar; a large one so that it can go on later. Its bytes are compared with its hash before the last of them is sent, so that a
 * file that changes meanwhile is not accepted.
 * @throws CliError of the site; `file_changed`.
 */
export async function uploadFile(
  site: SiteClient,
  reporter: Reporter,
  { file, purpose }: { file: HashedFile; purpose: Purpose },
) {
  const progress = createProgress(reporter.terminal, { label: file.name, total: file.size })
  const onSent = (sent: number) => progress.set(sent)
  try {
    if (file.size >= RESUMABLE_MIN_BYTES) {
      const resumed = await uploadResumably(site, { file, purpose, onSent })
      if (resumed !== null) return resumed
    }
    const stream = multipart(file, purpose, onSent)
    return await site.call(CALLS.upload, { body: { purpose } }, { stream })
  } finally {
    progress.end()
  }
}

type StoredFile = z.infer<typeof uploadedFileSchema>
type Chosen = { file: HashedFile; encoding: NameEncoding }

/**
 * A stored file with its names in the chosen encoding: another one, unless they are read in it already.
 * @throws CliError of the site; `usage` for an encoding that it does not offer, `names_certain` if it offers none.
 */
export async function decodeNames(
  site: Pick<SiteClient, 'call'>,
  stored: StoredFile,
  { file, encoding }: Chosen,
) {
  const offered = readingsIn(stored.warnings)
  if (offered.length === 0) {
    const message = `The site does not offer to read the names in ${file.name} otherwise. Nothing was published.`
    throw new CliError(EXIT.refused, 'names_certain', message)
  }
  offeredEncoding(file.name, offered, encoding)
  if (offered[0] === encoding) return stored
  return site.call(CALLS.decodeNames, { id: stored.id, body: { encoding } })
}

/** The multipart body of an upload (RFC 7578). @param onSent called with the number of bytes of the file sent so far. */
export function multipart(
  file: HashedFile,
  purpose: Purpose,
  onSent: (bytes: number) => void,
): StreamedBody {
  const boundary = `keystrip-${randomBytes(18).toString('hex')}`
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\n${purpose}\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(file.name)}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* chunks() {
    yield head
    let sent = 0
    for await (const chunk of readChecked(file)) {
      yield chunk
      sent += chunk.byteLength
      onSent(sent)
    }
    yield tail
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    size: head.length + file.size + tail.length,
    chunks,
  }
}

/** As browsers quote file names (HTML, “multipart/form-data encoding algorithm”). */
const quoted = (name: string) =>
  name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')

/**
 * Waits until the drawings of an uploaded file are processed, at most 15 minutes.
 * @throws CliError `not_ready` after that time.
 */
export async function untilReady(
  io: Io,
  site: SiteClient,
  reporter: Reporter,
  id: string,
): Promise<void> {
  const deadline = io.now() + READY_MAX_MS
  let progress: ReturnType<typeof createProgress> | undefined
  try {
    for (let wait = FIRST_POLL_MS; ; wait = Math.min(wait * 2, LONGEST_POLL_MS)) {
      const { state, done, total } = await site.call(CALLS.fileState, { id })
      if (state === 'ready') return
      progress ??= createProgress(reporter.terminal, { label: 'drawings', total, unit: 'count' })
      progress.set(done)
      if (io.now() > deadline) {
        const message = 'The site has not processed the file within 15 minutes. Try again later.'
        throw new CliError(EXIT.unreachable, 'not_ready', message)
      }
      await io.sleep(wait)
    }
  } finally {
    progress?.end()
  }
}
