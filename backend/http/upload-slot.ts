import type { Context } from 'hono'
import { createUploadSlots, isNoSlotError, SLOT_RETRY_S } from '#lib/limits/upload-slots.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { DomainError } from '#backend/errors.ts'
import { visitorOf } from './visitor.ts'

type Receive<T> = (body: ReadableStream<Uint8Array> | null) => Promise<T>

/** Runs work on the bodies of requests in the slots for uploads (lib/limits/upload-slots.ts). */
export function createSlotRunner({
  internalSecret,
  uploadSlots = createUploadSlots(),
}: Pick<Dependencies, 'internalSecret' | 'uploadSlots'>) {
  /** @throws DomainError `busy` without a slot; what `receive` throws. */
  return async <T>(c: Context<AppEnv>, account: string, receive: Receive<T>): Promise<T> => {
    const { headers, body } = c.req.raw
    const { address } = visitorOf(c, internalSecret)
    try {
      return await uploadSlots.run({ account, address, headers, body }, receive)
    } catch (error) {
      if (!isNoSlotError(error)) throw error
      // Its client sends no more.
      if (error.wasEnded) c.header('connection', 'close')
      const message = `Too many uploads are under way. Try again in ${SLOT_RETRY_S} s.`
      throw new DomainError('busy', message, { retryAfter: SLOT_RETRY_S })
    }
  }
}
export type SlotRunner = ReturnType<typeof createSlotRunner>
