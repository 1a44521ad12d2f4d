import { API_BASE } from '#lib/contract/limits.ts'
import { CODE_OK, type Details, envelopeSchema } from '#lib/contract/envelope.ts'

export type Written =
  | { ok: true; data: unknown }
  /** `code` 0: nothing was answered. `message` is the server's. */
  | (Refused & { ok: false })

/** Why a call was refused; `details` fill the words of the reason, `wait` is in seconds. */
export type Refused = {
  code: number
  reason: string | null
  /** The fields of the request that are at fault. */
  fields: string[]
  message: string
  details: Details
  wait: number | null
}

type Wish = {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  /** Sent again with the same key, it is done once. */
  key?: string
  /** The revision of the project that the change started from, where it is known. */
  match?: number | undefined
}

/**
 * A write from the browser, through `/api/v1`. A body that could not be sent again by the web app
 * is sent again here, once, when it says that the session has been renewed.
 */
export async function write({ method, path, body, key, match }: Wish): Promise<Written> {
  const init: RequestInit = {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(match !== undefined && { 'if-match': `"${match}"` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  try {
    let response = await fetch(`${API_BASE}${path}`, init)
    if (response.headers.has('x-session-renewed')) {
      response = await fetch(`${API_BASE}${path}`, init)
    }
    const envelope = envelopeSchema.parse(await response.json())
    const { code, reason = null, fields = [], data, message, details = {} } = envelope
    if (code === CODE_OK) return { ok: true, data }
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    const wait = Number.isFinite(seconds) ? seconds : null
    return { ok: false, code, reason, fields, message, details, wait }
  } catch {
    return { ok: false, code: 0, reason: null, fields: [], message: '', details: {}, wait: null }
  }
}
