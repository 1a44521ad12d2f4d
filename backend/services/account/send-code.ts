import type { Locale } from '#lib/contract/locale.ts'
import type { Database } from '#backend/db/connect.ts'
import { RateLimitError } from '#backend/errors.ts'
import { codeMessage } from '#backend/mail/code.ts'
import type { CodePurpose } from '#backend/mail/texts.ts'
import type { Sender } from '#backend/mail/sender.ts'
import type { Limits } from '#backend/services/limit/limits.ts'
import { CODE_MINUTES, hasLiveCode, createCode } from './code.ts'
import { findByEmail } from './find.ts'
import type { Requester } from './requester.ts'

type Deps = {
  db: Database
  limits: Limits
  send: Sender
  site: { name: string; url: string }
}
type Input = {
  /** Recipient. `null`: nothing is sent, but all limits count as if it was. */
  email: string | null
  /** Key of the limits: the address, or a name that no account has. */
  key: string
  purpose: CodePurpose
  requester: Requester
  network: string
  locale: Locale
  now: Date
}

const MINUTE_MS = 60_000

/**
 * Counts the request for a code against the limits: per network, per minute, 6 mails an hour per
 * requester and 20 per address for all unknown browsers together.
 * @returns a function that sends the code. The code of the last mail within a limit stays valid
 * until the next mail is allowed, so that a valid code always exists.
 * @throws RateLimitError, with code `use_last_code` if an earlier code is still valid.
 */
export async function admitCode(deps: Deps, input: Input): Promise<() => Promise<void>> {
  const { limits } = deps
  const { key, purpose, requester } = input
  if (!requester.isKnown) await limits.count('codesByAddress', input.network)
  const row = `${purpose} ${key} ${requester.id}`
  const perRequester = `${key} ${requester.id}`
  await limits.count('codesInARow', row)
  const counts = [await limits.tally('codesByRequester', perRequester)]
  if (!requester.isKnown && !counts.some(({ isOver }) => isOver)) {
    counts.push(await limits.tally('codesByEmail', key))
  }
  const over = counts.find(({ isOver }) => isOver)
  if (over) {
    const seconds = Math.max(1, Math.ceil(over.endsIn / 1000))
    const claim = { email: input.email ?? key, purpose, requester: requester.id, now: input.now }
    // For `log_in` the answer is the same whether the account exists or not.
    const hasCode = purpose === 'log_in' || (await hasLiveCode(deps.db, claim))
    throw new RateLimitError(seconds, hasCode ? 'use_last_code' : 'too_many')
  }
  const untilNext = counts.filter(({ left }) => left === 0).map(({ endsIn }) => endsIn)
  const lastsMs = Math.max(CODE_MINUTES * MINUTE_MS, ...untilNext)
  return async () => {
    try {
      await sendCode(deps, input, lastsMs)
    } catch (error) {
      // Nothing was sent, so nothing counts.
      await limits.reset('codesInARow', row)
      await limits.refund('codesByRequester', perRequester)
      if (!requester.isKnown) await limits.refund('codesByEmail', key)
      throw error
    }
  }
}

/**
 * Sends a code. A code to enter is sent to any address, since it also serves to register. A password
 * reset always sends a message, with a code or with the information that no account exists: neither
 * the response nor its time reveals whether an account exists.
 */
async function sendCode({ db, send, site }: Deps, input: Input, lastsMs: number): Promise<void> {
  const { email, purpose, locale, now, requester } = input
  if (email === null) return
  const account = await findByEmail(db, email)
  const code = await createCode(db, { email, purpose, now, lastsMs, requester: requester.id })
  await send(
    codeMessage({
      to: email,
      locale,
      site,
      purpose,
      code: purpose === 'reset' && !account ? null : code,
      minutes: Math.floor(lastsMs / MINUTE_MS),
    }),
  )
}
