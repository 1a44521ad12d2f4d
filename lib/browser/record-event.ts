import { callRequest } from '#lib/contract/call-request.ts'
import type { Calls } from '#lib/contract/calls.ts'

const CALL = { method: 'post', path: '/statistic/record' } as const satisfies Pick<
  Calls['record'],
  'method' | 'path'
>

/** Counts an event (`RecordRequest` as JSON); a failure is ignored. */
export function recordEvent(body: string): void {
  const { method, path } = callRequest(CALL, {})
  const headers = { 'content-type': 'application/json' }
  fetch(path, { method, headers, body, keepalive: true }).catch(() => undefined)
}
