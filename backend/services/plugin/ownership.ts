import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { identities } from '#backend/db/account-schema.ts'
import { pushProofs, repositoryProofs } from '#backend/db/plugin-schema.ts'
import { authors, type OwnerProof } from '#backend/db/schema.ts'
import type { Found } from './check.ts'

/** What proves whose a repository is. */
type Evidence = Pick<Found, 'repository' | 'keystrip'>
type Reader = Database | Transaction

/** More lines than that are no list of maintainers. */
const LINES_MAX = 100
/** Who could push may have lost that since: they show it again after so long, in ms. */
const PUSH_MS = 90 * 24 * 3600 * 1000

/** The accounts that a `.keystrip` file names: one per line, its id behind it if need be. */
export function accountsIn(text: string): { name: string; uid: string | null }[] {
  return text
    .split(/\r\n?|\n/, LINES_MAX)
    .map((line) => line.replace(/#.*$/, '').trim().split(/\s+/))
    .flatMap(([name = '', uid = null]) => (name === '' ? [] : [{ name: name.toLowerCase(), uid }]))
}

/**
 * How it is known that a repository is an account's own: its owner on GitHub is who signs in to the
 * account by GitHub (both by number, which no renaming changes), they have shown at GitHub that they may
 * push, or its file `.keystrip` names the account. A name counts for the account that proved itself with it first: whoever registers a name
 * that has become free inherits nothing.
 */
export async function proofOf(
  db: Reader,
  { repository, keystrip }: Evidence,
  { uid, now }: { uid: string; now: Date },
): Promise<OwnerProof | null> {
  const [owner] = await db
    .select({ uid: identities.uid })
    .from(identities)
    .where(
      and(
        eq(identities.provider, 'github'),
        eq(identities.subject, String(repository.ownerId)),
        eq(identities.uid, uid),
      ),
    )
  if (owner) return 'github'
  const [pusher] = await db
    .select({ uid: pushProofs.uid })
    .from(pushProofs)
    .where(
      and(
        eq(pushProofs.repositoryId, repository.id),
        eq(pushProofs.uid, uid),
        gt(pushProofs.provedAt, new Date(now.getTime() - PUSH_MS)),
      ),
    )
  if (pusher) return 'push'
  const { name, holder } = await holderOf(db, repository.id, uid)
  const isNamed = accountsIn(keystrip ?? '').some(
    (line) => line.name === name && (line.uid === null ? holder === uid : line.uid === uid),
  )
  return isNamed ? 'file' : null
}

/** The line that proves an account in `.keystrip`; with its id where the name was another's before. */
export async function proofLine(db: Reader, repositoryId: number, uid: string): Promise<string> {
  const { name, holder } = await holderOf(db, repositoryId, uid)
  return holder === uid ? name : `${name} ${uid}`
}

/** Keeps whose a name was when it proved something. */
export async function keepProof(
  tx: Transaction,
  { repository }: Evidence,
  { uid, proof, now }: { uid: string; proof: OwnerProof | null; now: Date },
): Promise<void> {
  if (proof !== 'file') return
  const { name } = await holderOf(tx, repository.id, uid)
  const row = { repositoryId: repository.id, nameKey: name, uid, createdAt: now }
  await tx.insert(repositoryProofs).values(row).onConflictDoNothing()
}

/** The name of an account, folded, and the account that this name means to a repository. */
async function holderOf(db: Reader, repositoryId: number, uid: string) {
  const nameKey = sql<string>`lower(${authors.name})`
  const [row] = await db
    .select({ name: nameKey, holder: repositoryProofs.uid })
    .from(authors)
    .leftJoin(
      repositoryProofs,
      and(eq(repositoryProofs.repositoryId, repositoryId), eq(repositoryProofs.nameKey, nameKey)),
    )
    .where(eq(authors.uid, uid))
  return { name: row?.name ?? '', holder: row?.holder ?? uid }
}
