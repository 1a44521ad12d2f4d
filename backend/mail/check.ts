import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { SubsystemState } from '#lib/contract/health.ts'
import type { FailureLog } from '#lib/log/failures.ts'
import { createProbe } from '#lib/log/probe.ts'
import { writeWhole } from '#backend/storage/whole-file.ts'
import { type MailServer, openTransport } from './transport.ts'

/** Time between two checks of the mail server, in ms, and while it fails. */
const EVERY_MS = 60_000
const FAILING_MS = 5_000
/** How long readiness waits for a check, in ms: within the deadline of the web app. */
const WAIT_MS = 1_000
/** Of each step of SMTP, in ms. */
const TIMEOUT_MS = 5_000

type Options = {
  /** Without a server messages are written to `folder`. */
  server: MailServer | undefined
  folder: string
  failures: FailureLog
}

/**
 * Checks whether mail can be sent: connects and authenticates to the mail server, or writes a file to the folder of messages after one
 * could not be written. A failure ends by a check too, not by the next message alone.
 * @returns a function that returns the state, `unknown` before the first result.
 */
export function createMailCheck({ server, folder, failures }: Options) {
  const look = server === undefined ? () => tryFolder(folder) : verifier(server)
  // A folder is examined while it fails.
  let isKnown = server === undefined
  const probe = createProbe(
    async () => {
      try {
        await look()
        failures.works('mail')
      } catch (error) {
        failures.failed('mail', error)
      }
      isKnown = true
    },
    { everyMs: () => (failures.isFailing('mail') ? FAILING_MS : EVERY_MS), waitMs: WAIT_MS },
  )
  return async (): Promise<SubsystemState> => {
    if (server !== undefined || failures.isFailing('mail')) await probe()
    if (failures.isFailing('mail')) return 'failing'
    return isKnown ? 'ok' : 'unknown'
  }
}

function verifier(server: MailServer) {
  const transport = openTransport(server, TIMEOUT_MS)
  return async () => void (await transport.verify())
}

async function tryFolder(folder: string): Promise<void> {
  const file = path.join(folder, '.check')
  await writeWhole(file, [Buffer.from('\n')])
  await rm(file, { force: true })
}
