import type { Locale } from '#lib/contract/locale.ts'
import type { Database } from '#backend/db/connect.ts'
import { codeLetter } from '#backend/mail/letter.ts'
import type { Sender } from '#backend/mail/sender.ts'
import { CODE_MINUTES, makeCode, type Purpose } from './code.ts'
import { findByEmail } from './find.ts'

type Parts = { db: Database; send: Sender; site: { name: string; url: string } }
type Wish = { email: string; purpose: Purpose; locale: Locale; now: Date }

/**
 * Sends a code. A code to enter goes to every address, since whoever has no account may register;
 * a wish to reset is always answered by a message too, with a code or with the news that there is
 * no account: neither the answer nor its time tells the one who asks.
 */
export async function sendCode({ db, send, site }: Parts, wish: Wish): Promise<void> {
  const account = await findByEmail(db, wish.email)
  const code = await makeCode(db, wish)
  await send(
    codeLetter({
      to: wish.email,
      locale: wish.locale,
      site: site.name,
      siteUrl: site.url,
      purpose: wish.purpose,
      code: wish.purpose === 'reset' && !account ? null : code,
      minutes: CODE_MINUTES,
    }),
  )
}
