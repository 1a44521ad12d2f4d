import 'server-only'
import { isNoSlotError } from '#lib/limits/upload-slots.ts'
import { takeUploadSlot } from '#lib/session/upload-slot.ts'
import { type FilePart, type ReadForm, readForm } from './read-form.ts'

/** What is read of a form without a slot, in bytes, and the longest pause while it arrives, in ms. */
const REFUSED_MAX_BYTES = 8 * 1024 * 1024
const REFUSED_IDLE_MS = 5_000

/** `isBusy`: its files were not taken, since there is no slot for them, or no longer. */
export type ReceivedForm = ReadForm & { isBusy: boolean }

/**
 * Reads a posted form in a slot for uploads. Without one its files are discarded and its texts are kept, as far as they arrive soon.
 * @param uid the account, if known.
 */
export async function receiveForm(
  request: Request,
  uid: string | undefined,
  options: Parameters<typeof readForm>[1],
): Promise<ReceivedForm> {
  try {
    const slot = takeUploadSlot(request, uid)
    try {
      const read = await readForm({ headers: request.headers, body: slot.body }, options)
      return { ...read, isBusy: slot.isEnded() }
    } finally {
      slot.release()
    }
  } catch (error) {
    if (!isNoSlotError(error)) throw error
    return readTexts(request)
  }
}

async function readTexts(request: Request): Promise<ReceivedForm> {
  let isBusy = false
  async function onFile({ bytes }: FilePart) {
    for await (const chunk of bytes) isBusy ||= chunk.byteLength > 0
  }
  const limits = { maxBytes: REFUSED_MAX_BYTES, idleMs: REFUSED_IDLE_MS }
  const read = await readForm(request, {
    ...limits,
    onFile: (part) => onFile(part).catch(() => undefined),
  })
  return { ...read, isBusy: isBusy || !read.isComplete }
}
