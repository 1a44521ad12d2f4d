import { CALLS } from '#lib/contract/calls.ts'
import type { Purpose } from '#lib/contract/publish.ts'
import { TUS_BYTES, TUS_VERSION } from '#lib/contract/file/resumable.ts'
import { CliError } from './exit.ts'
import { type HashedFile, readChecked } from './local-file.ts'
import type { SiteClient } from './site.ts'

/** Attempts to send bytes of which none arrived, each with repetitions of its own. */
const FRUITLESS_MAX = 3

type Sent = { file: HashedFile; purpose: Purpose; onSent: (bytes: number) => void }

/**
 * Uploads a file so that it goes on where it was, also where an earlier run has ended.
 * @returns `null` if the site cannot take it so: without the calls, or with too many unfinished uploads.
 * @throws CliError of the site; `file_changed`.
 */
export async function uploadResumably(site: SiteClient, sent: Sent) {
  const id = await findOrBegin(site, sent)
  if (id === null) return null
  try {
    await sendBytes(site, id, sent)
    return await site.call(CALLS.finishUpload, { id })
  } catch (error) {
    if (hasCode(error, 'file_changed')) await site.call(CALLS.discardUpload, { id })
    throw error
  }
}

const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof CliError && codes.includes(error.code)

/** The upload of an earlier run with the same bytes, or a new one. */
async function findOrBegin(site: SiteClient, { file, purpose }: Sent): Promise<string | null> {
  try {
    const { items } = await site.call(CALLS.unfinishedUploads, {})
    const { sha256, size } = file
    const isSame = (one: (typeof items)[number]) =>
      one.sha256 === sha256 && one.size === size && one.purpose === purpose
    const earlier = items.find(isSame)
    if (earlier) return earlier.id
    const metadata = { filename: file.name, purpose, sha256 }
    const headers = {
      'tus-resumable': TUS_VERSION,
      'upload-length': String(size),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    }
    return (await site.call(CALLS.beginUpload, {}, { headers })).id
  } catch (error) {
    if (hasCode(error, 'not_found', 'method_not_allowed', 'status_404', 'too_many_uploads'))
      return null
    throw error
  }
}

async function sendBytes(site: SiteClient, id: string, { file, onSent }: Sent): Promise<void> {
  let before = -1
  for (let fruitless = 0; ;) {
    const { received } = await site.call(CALLS.unfinishedUpload, { id })
    onSent(received)
    if (received === file.size) return
    fruitless = received > before ? 0 : fruitless + 1
    before = received
    try {
      await site.call(
        CALLS.continueUpload,
        { id, body: undefined },
        {
          headers: { 'tus-resumable': TUS_VERSION, 'upload-offset': String(received) },
          stream: {
            type: TUS_BYTES,
            size: file.size - received,
            chunks: () => bytesFrom(file, received, onSent),
          },
        },
      )
    } catch (error) {
      // Bytes of an attempt that was cut off have arrived.
      if (!hasCode(error, 'offset_differs') || fruitless >= FRUITLESS_MAX) throw error
    }
  }
}

/** The bytes of a file from one on; all are compared with its hash. */
async function* bytesFrom(file: HashedFile, start: number, onSent: (bytes: number) => void) {
  let at = 0
  for await (const chunk of readChecked(file)) {
    const end = at + chunk.byteLength
    if (end > start) yield chunk.subarray(Math.max(0, start - at))
    at = end
    if (end > start) onSent(end)
  }
}
