import type { Locale } from '#lib/contract/locale.ts'
import { RateLimitError } from '#backend/errors.ts'
import { codeMessage } from '#backend/mail/messages.ts'
import type { CodePurpose } from '#backend/mail/texts.ts'
import type { Parts } from '#backend/parts.ts'
import type { RateLimits } from '#backend/services/limit/limits.ts'
import { CODE_MINUTES, createCode } from './code.ts'
import { absentKey, emailKey, findByEmail, nameKey } from './find.ts'
import type { Requester } from './requester.ts'

type Deps = Pick<Parts, 'db' | 'limits' | 'send' | 'site'>
type Input = {
  /** Recipient; `null` if no account with an address has the typed name. */
  email: string | null
  /** User name or address as typed. */
  typed: string
  purpose: CodePurpose
  requester: Requester
  network: string
  locale: Locale
  now: Date
}

const MINUTE_MS = 60_000

/**
 * Counts the request for a code under what was typed: per network, per minute, 6 mails an hour per
 * requester and 20 for all unknown browsers together. The result does not depend on an account, nor on what others have requested:
 * beyond the 20 no mail is sent, and the answer is the same.
 * @returns a function that sends the code. The code of the last mail within a limit stays valid
 * until the next mail is allowed, so that a valid code always exists. For `log_in` the caller does not
 * wait for it: its time depends on the account.
 * @throws RateLimitError, with code `use_last_code` beyond the requester's own mails of an hour.
 */
export async function admitCode(deps: Deps, input: Input): Promise<() => Promise<void>> {
  const { limits } = deps
  const { email, typed, purpose, requester } = input
  if (!requester.isKnown) await limits.count('codesByAddress', input.network)
  const counter = createCounter(limits, nameKey(typed), input)
  await limits.count('codesInARow', counter.row)
  const counted = await counter.tally()
  if (counted.isOwnOver) {
    throw new RateLimitError(Math.max(1, Math.ceil(counted.endsIn / 1000)), 'use_last_code')
  }
  const silent = createCounter(limits, email === null ? absentKey(typed) : emailKey(email), input)
  return async () => {
    const isInARow = (await limits.tally('codesInARow', silent.row)).isOver
    // The same statements for each result: the time of an awaited mail does not depend on this counter.
    const bySilent = await silent.tally({ isWhole: true })
    const isLogIn = purpose === 'log_in'
    const isWithheld = counted.isOver || (isLogIn && (isInARow || bySilent.isOver))
    const untilNext = Math.max(counted.untilNext, isLogIn ? bySilent.untilNext : 0)
    const lastsMs = Math.max(CODE_MINUTES * MINUTE_MS, untilNext)
    if (isWithheld) await silent.refund()
    try {
      await sendCode(deps, { ...input, email: isWithheld ? null : email }, lastsMs)
    } catch (error) {
      // Nothing was sent, so nothing counts. For `log_in` an account would show in what was typed.
      for (const one of isLogIn ? [silent] : [silent, counter]) {
        await limits.reset('codesInARow', one.row)
        await one.refund()
      }
      throw error
    }
  }
}

/** Counts code mails under a key. */
function createCounter(
  limits: RateLimits,
  key: string,
  { purpose, requester }: Pick<Input, 'purpose' | 'requester'>,
) {
  const row = `${purpose} ${key} ${requester.id}`
  const perRequester = `${key} ${requester.id}`
  return {
    row,
    /** @returns whether a limit of an hour is exceeded, and that of the requester, ms until it ends, and ms until the next mail. */
    async tally({ isWhole = false } = {}) {
      const own = await limits.tally('codesByRequester', perRequester)
      const counts = [own]
      // One requester uses up no more than its own part of the mails.
      if (!requester.isKnown && (isWhole || !own.isOver)) {
        counts.push(await limits.tally('codesByEmail', key))
      }
      const untilNext = counts.filter(({ left }) => left === 0).map(({ endsIn }) => endsIn)
      return {
        isOver: counts.some(({ isOver }) => isOver),
        isOwnOver: own.isOver,
        endsIn: own.endsIn,
        untilNext: Math.max(0, ...untilNext),
      }
    },
    async refund() {
      await limits.refund('codesByRequester', perRequester)
      if (!requester.isKnown) await limits.refund('codesByEmail', key)
    },
  }
}

/**
 * Sends a code. A code to enter is sent to any address, since it also serves to register. A password
 * reset always sends a message, with a code or with the information that no account exists: neither
 * the response nor its time reveals whether an account exists. Without a recipient the same work is
 * done for a code that matches no address.
 */
async function sendCode({ db, send, site }: Deps, input: Input, lastsMs: number): Promise<void> {
  const { email, typed, purpose, locale, now, requester } = input
  const to = email ?? absentKey(typed)
  const account = await findByEmail(db, to)
  const code = await createCode(db, { email: to, purpose, now, lastsMs, requester: requester.id })
  if (email === null) return
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
