import { randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { USERNAME_MAX } from '#lib/contract/account.ts'
import type { Provider } from '#lib/contract/provider.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accounts, identities } from '#backend/db/account-schema.ts'
import type { Profile } from '#backend/services/provider/profile.ts'
import { type Opened, openSession, type SignIn } from '#backend/services/session/open.ts'
import { createAccount, isNameTaken } from './create.ts'
import { findByEmail } from './find.ts'
import { readableName, shorten } from './readable-name.ts'

/**
 * Signs in whom a provider vouches for: the account that this identity belongs to; else the one
 * with the same e-mail address, where the provider has verified it (ours always are); else a new
 * account, named after the person, who may choose another name (choose-name.ts).
 * @returns the session, and whether the account was made for it.
 */
export async function logInByProvider(
  db: Database,
  provider: Provider,
  profile: Profile,
  signIn: SignIn,
): Promise<Opened & { isNew: boolean }> {
  return db.transaction(async (tx) => {
    const { uid, isNew } = await accountOf(tx, provider, profile, signIn.now)
    if (isNew) {
      await tx.update(accounts).set({ locale: signIn.locale }).where(eq(accounts.uid, uid))
    }
    return { ...(await openSession(tx, uid, signIn)), isNew }
  })
}

async function accountOf(
  tx: Transaction,
  provider: Provider,
  { subject, name, email }: Profile,
  now: Date,
): Promise<{ uid: string; isNew: boolean }> {
  const [known] = await tx
    .select({ uid: identities.uid })
    .from(identities)
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)))
  if (known) return { uid: known.uid, isNew: false }
  const same = email === null ? undefined : await findByEmail(tx, email)
  const uid =
    same?.uid ??
    (await createAccount(tx, {
      username: await freeName(tx, name),
      email,
      passwordHash: null,
      namePending: true,
      now,
    }))
  await tx.insert(identities).values({ provider, subject, uid, createdAt: now })
  return { uid, isNew: !same }
}

/** So many people of one name are numbered one after the other. */
const FEW = 9

/** A user name like `name` that nobody has. */
async function freeName(tx: Transaction, name: string): Promise<string> {
  const base = readableName(name)
  if (!(await isNameTaken(tx, base))) return base
  for (let number = 2; ; number = number < FEW ? number + 1 : randomInt(1000, 10_000)) {
    const ending = `-${number}`
    const numbered = `${shorten(base, USERNAME_MAX - ending.length)}${ending}`
    if (!(await isNameTaken(tx, numbered))) return numbered
  }
}
