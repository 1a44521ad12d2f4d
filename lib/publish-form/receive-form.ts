import 'server-only'
import { isNoSlotError } from '#lib/limits/upload-slots.ts'
import { networksOf } from '#lib/limits/networks.ts'
import { createTurns, type Turns } from '#lib/limits/turns.ts'
import { ensureProcessState } from '#lib/process-state.ts'
import { takeUploadSlot } from '#lib/session/upload-slot.ts'
import { type FilePart, type ReadForm, readForm } from './read-form.ts'

declare module '#lib/process-state.ts' {
  interface ProcessState {
    /** Forms that are read without a slot, by network. */
    formReaders: Turns
  }
}

/** What is read of a form without a slot, in bytes, and the longest pause while it arrives, in ms. */
const REFUSED_MAX_BYTES = 8 * 1024 * 1024
const REFUSED_IDLE_MS = 5_000
/** Forms that are read without a slot at a time: they must not take the room of uploads (server/limits.ts). */
const READERS = { all: 16, perNetwork: { atOnce: 4, waitingMax: 0 } } as const

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
      slot.free()
    }
  } catch (error) {
    if (!isNoSlotError(error)) throw error
    return readTexts(request)
  }
}

async function readTexts(request: Request): Promise<ReceivedForm> {
  const readers = ensureProcessState('formReaders', () =>
    createTurns(READERS.all, 0, READERS.perNetwork),
  )
  const address = request.headers.get('x-client-address') ?? ''
  const network = networksOf(address)[0]?.name ?? address
  if (!readers.tryEnter(network)) {
    return { fields: new Map(), isComplete: false, isBusy: true }
  }
  let hasFiles = false
  async function onFile({ bytes }: FilePart) {
    for await (const chunk of bytes) hasFiles ||= chunk.byteLength > 0
  }
  const limits = { maxBytes: REFUSED_MAX_BYTES, idleMs: REFUSED_IDLE_MS }
  try {
    const read = await readForm(request, {
      ...limits,
      onFile: (part) => onFile(part).catch(() => undefined),
    })
    return { ...read, isBusy: hasFiles || !read.isComplete }
  } finally {
    readers.leave(network)
  }
}
