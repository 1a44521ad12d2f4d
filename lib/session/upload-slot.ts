import 'server-only'
import { refuse } from '#lib/api/refuse.ts'
import type { ErrorCode } from '#lib/contract/error-code.ts'
import {
  createUploadSlots,
  isNoSlotError,
  type NoSlotError,
  SLOT_RETRY_S,
  type UploadSlots,
} from '#lib/limits/upload-slots.ts'
import { ensureProcessState } from '#lib/process-state.ts'
import { accountIfKnown } from './fresh-token.ts'
import type { Session } from './session.ts'

declare module '#lib/process-state.ts' {
  interface ProcessState {
    uploadSlots: UploadSlots
  }
}

const slots = () => ensureProcessState('uploadSlots', createUploadSlots)

/** Takes a slot for the body of a request. @throws NoSlotError */
export function takeUploadSlot(request: Request, account: string | undefined) {
  return slots().take(uploadOf(request, account))
}

/**
 * Sends an upload on in a slot (lib/limits/upload-slots.ts).
 * @param send gets the request with the body of the slot.
 * @returns its response, or 503 with `Retry-After`.
 */
export async function withUploadSlot(
  request: Request,
  account: string | undefined,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  try {
    const upload = uploadOf(request, account)
    return await slots().run(upload, (body) => send(withBody(request, body)))
  } catch (error) {
    if (isNoSlotError(error)) return noSlot(error)
    throw error
  }
}

/** The account of a session. A cookie from before its first read does not name it. */
export async function uploaderOf({ user, token }: Session): Promise<string | undefined> {
  if (user) return user.uid
  const known = await accountIfKnown(token)
  return known.ok ? known.value?.uid : undefined
}

/** The request with another body, which can be read once. */
export function withBody(request: Request, body: ReadableStream<Uint8Array> | null): Request {
  const { url, method, headers, signal } = request
  const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' }
  return new Request(url, init)
}

/** The answer to an upload without a slot. Of one that was ended, the connection ends, so that its client sends no more. */
function noSlot({ wasEnded }: NoSlotError): Response {
  const message = `Too many uploads are under way. Try again in ${SLOT_RETRY_S} s.`
  const response = refuse(503, { message, reason: 'busy' satisfies ErrorCode })
  response.headers.set('retry-after', String(SLOT_RETRY_S))
  if (wasEnded) response.headers.set('connection', 'close')
  return response
}

const uploadOf = ({ headers, body }: Request, account: string | undefined) => ({
  account,
  // Only the server in front of the framework sets it, and overwrites what a client sends.
  address: headers.get('x-client-address') ?? '',
  headers,
  body,
})
