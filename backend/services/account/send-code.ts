import type { Locale } from '#lib/contract/locale.ts'
import type { Database } from '#backend/db/connect.ts'
import { TooMany } from '#backend/http/errors.ts'
import { codeLetter } from '#backend/mail/letter.ts'
import type { Sender } from '#backend/mail/sender.ts'
import type { Limits } from '#backend/services/limit/limits.ts'
import { CODE_MINUTES, hasLiveCode, makeCode, type Purpose } from './code.ts'
import { findByEmail } from './find.ts'
import type { Requester } from './requester.ts'

type Parts = {
  db: Database
  limits: Limits
  send: Sender
  site: { name: string; url: string }
}
type Wish = {
  /** Where it goes; `null`: nowhere, but everything is counted as if it did. */
  email: string | null
  /** What the mails are counted under: the address, or the name of no account. */
  key: string
  purpose: Purpose
  requester: Requester
  network: string
  locale: Locale
  now: Date
}

const MINUTE_MS = 60_000

/**
 * Counts the wish for a code against the limits: per network, per minute, 6 mails an hour per
 * requester and 20 per address for all unknown browsers together.
 * @returns what sends it. The last mail that a limit allows brings a code that is valid until the
 * next one may go out, so that there always is one to use.
 * @throws TooMany, with the reason `use_last_code` where an earlier code is still valid.
 */
export async function admitCode(parts: Parts, wish: Wish): Promise<() => Promise<void>> {
  const { limits } = parts
  const { key, purpose, requester } = wish
  if (!requester.isKnown) await limits.count('codesByAddress', wish.network)
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
    const claim = { email: wish.email ?? key, purpose, requester: requester.id, now: wish.now }
    // Beside a password it is the same for a name that no account has.
    const hasCode = purpose === 'log_in' || (await hasLiveCode(parts.db, claim))
    throw new TooMany(seconds, hasCode ? 'use_last_code' : 'too_many')
  }
  const untilNext = counts.filter(({ left }) => left === 0).map(({ endsIn }) => endsIn)
  const lastsMs = Math.max(CODE_MINUTES * MINUTE_MS, ...untilNext)
  return async () => {
    try {
      await sendCode(parts, wish, lastsMs)
    } catch (error) {
      // Nothing was sent: there is nothing to wait for.
      await limits.forget('codesInARow', row)
      await limits.giveBack('codesByRequester', perRequester)
      if (!requester.isKnown) await limits.giveBack('codesByEmail', key)
      throw error
    }
  }
}

/**
 * Sends a code. A code to enter goes to every address, since whoever has no account may register;
 * a wish to reset is always answered by a message too, with a code or with the news that there is
 * no account: neither the answer nor its time tells the one who asks.
 */
async function sendCode({ db, send, site }: Parts, wish: Wish, lastsMs: number): Promise<void> {
  const { email, purpose, locale, now, requester } = wish
  if (email === null) return
  const account = await findByEmail(db, email)
  const code = await makeCode(db, { email, purpose, now, lastsMs, requester: requester.id })
  await send(
    codeLetter({
      to: email,
      locale,
      site: site.name,
      siteUrl: site.url,
      purpose,
      code: purpose === 'reset' && !account ? null : code,
      minutes: Math.floor(lastsMs / MINUTE_MS),
    }),
  )
}
