import { createTransport } from 'nodemailer'
import type { SubsystemState } from '#lib/contract/health.ts'
import type { FailureLog } from '#lib/log/failures.ts'

/** Minimum time between two checks of the mail server, in ms. */
const EVERY_MS = 60_000
const TIMEOUT_MS = 5_000

/**
 * Checks whether mail can be sent: connects and authenticates to the mail server, in the background.
 * Without a server messages are written to files, and the check of the disk covers them.
 * @returns a function that returns the last known state at once; `unknown` before the first result.
 */
export function createMailCheck(smtpUrl: string | undefined, failures: FailureLog) {
  if (smtpUrl === undefined)
    return (): SubsystemState => (failures.isFailing('mail') ? 'failing' : 'ok')
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS }
  const transport = createTransport({ url: smtpUrl, ...timeouts, socketTimeout: TIMEOUT_MS })
  let state: SubsystemState = 'unknown'
  let checkedAt = -EVERY_MS
  async function check() {
    try {
      await transport.verify()
      state = 'ok'
      failures.works('mail')
    } catch (error) {
      state = 'failing'
      failures.failed('mail', error)
    }
  }
  return (): SubsystemState => {
    if (performance.now() - checkedAt >= EVERY_MS) {
      checkedAt = performance.now()
      void check()
    }
    return failures.isFailing('mail') ? 'failing' : state
  }
}
