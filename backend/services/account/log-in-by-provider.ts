import { randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { USERNAME_MAX } from '#lib/contract/account.ts'
import type { Provider } from '#lib/contract/provider.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts, identities } from '#backend/db/tables.ts'
import type { Profile } from '#backend/services/provider/profile.ts'
import { type Opened, openSession } from '#backend/services/session/open.ts'
import { rememberNetwork } from '#backend/services/limit/account-networks.ts'
import type { Overrides } from '#backend/services/setting/settings.ts'
import { createAccount, isNameTaken } from './create.ts'
import { findByEmail } from './find.ts'
import type { Visit } from './log-in.ts'
import { shorten, toUserName } from './user-name.ts'

type Deps = { db: Database; overrides: Overrides; internalSecret: string | undefined }

/**
 * Signs in a user of a provider: to the account of the identity; else to the account with the same
 * e-mail address, if the provider has verified it (ours always are); else to a new account, whose
 * proposed name the user may change (user-name.ts).
 * @returns the session, and whether the account is new.
 * @throws DomainError `registration_closed`.
 */
export async function logInByProvider(
  { db, overrides, internalSecret }: Deps,
  provider: Provider,
  profile: Profile,
  signIn: Visit & { invitation: string | undefined },
): Promise<Opened & { isNew: boolean }> {
  return db.transaction(async (tx) => {
    const { uid, isNew } = await findOrCreateAccount(tx, provider, profile, {
      now: signIn.now,
      invitation: signIn.invitation,
      overrides,
    })
    if (isNew) {
      await tx.update(accounts).set({ locale: signIn.locale }).where(eq(accounts.uid, uid))
      await rememberNetwork(tx, internalSecret, { ...signIn, uid })
    }
    return { ...(await openSession(tx, uid, signIn)), isNew }
  })
}

async function findOrCreateAccount(
  tx: Transaction,
  provider: Provider,
  { subject, name, email }: Profile,
  { now, ...rest }: { now: Date; invitation: string | undefined; overrides: Overrides },
): Promise<{ uid: string; isNew: boolean }> {
  const [identity] = await tx
    .select({ uid: identities.uid })
    .from(identities)
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)))
  if (identity) return { uid: identity.uid, isNew: false }
  const existing = email === null ? undefined : await findByEmail(tx, email)
  const uid =
    existing?.uid ??
    (await createAccount(tx, {
      username: await findFreeName(tx, name),
      email,
      passwordHash: null,
      namePending: true,
      now,
      ...rest,
    }))
  await tx.insert(identities).values({ provider, subject, uid, createdAt: now })
  return { uid, isNew: !existing }
}

/** Suffixes up to this number are consecutive; higher ones are random. */
const CONSECUTIVE_MAX = 9

/** A free user name derived from `name`. */
async function findFreeName(tx: Transaction, name: string): Promise<string> {
  const base = toUserName(name)
  if (!(await isNameTaken(tx, base))) return base
  for (let number = 2; ; number = number < CONSECUTIVE_MAX ? number + 1 : randomInt(1000, 10_000)) {
    const suffix = `-${number}`
    const candidate = `${shorten(base, USERNAME_MAX - suffix.length)}${suffix}`
    if (!(await isNameTaken(tx, candidate))) return candidate
  }
}
