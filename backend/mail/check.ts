import { createTransport } from 'nodemailer'
import type { PartState } from '#lib/contract/health.ts'
import type { FaultLog } from '#lib/log/faults.ts'

/** A mail server is asked at most this often whether it would take messages, in ms. */
const EVERY_MS = 60_000
const TIMEOUT_MS = 5_000

/**
 * Whether mail can be sent: connects and signs in to the mail server, in the background, so that the
 * caller never waits. Without a server messages are kept as files, which the disk's check covers.
 * @returns what is known now; `unknown` before the first answer.
 */
export function createMailCheck(smtpUrl: string | undefined, faults: FaultLog) {
  if (smtpUrl === undefined) return (): PartState => (faults.isFailing('mail') ? 'failing' : 'ok')
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS }
  const transport = createTransport({ url: smtpUrl, ...timeouts, socketTimeout: TIMEOUT_MS })
  let state: PartState = 'unknown'
  let askedAt = -EVERY_MS
  async function ask() {
    try {
      await transport.verify()
      state = 'ok'
      faults.works('mail')
    } catch (error) {
      state = 'failing'
      faults.failed('mail', error)
    }
  }
  return (): PartState => {
    if (performance.now() - askedAt >= EVERY_MS) {
      askedAt = performance.now()
      void ask()
    }
    return faults.isFailing('mail') ? 'failing' : state
  }
}
