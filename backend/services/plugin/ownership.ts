import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import {
  authors,
  identities,
  type OwnerProof,
  pushProofs,
  repositoryProofs,
} from '#backend/db/tables.ts'
import type { CheckedPlugin } from './check.ts'

/** Facts of a repository that prove ownership. */
export type Evidence = Pick<CheckedPlugin, 'repository' | 'keystrip'>
type Reader = Database | Transaction

/** Lines of `.keystrip` that are read. */
const LINES_MAX = 100
/** Validity of a proof of push access, in ms. */
const PUSH_MS = 90 * 24 * 3600 * 1000

/** The accounts in a `.keystrip` file: one name per line, optionally followed by the account id. */
export function parseAccounts(text: string): { name: string; uid: string | null }[] {
  return text
    .split(/\r\n?|\n/, LINES_MAX)
    .map((line) => line.replace(/#.*$/, '').trim().split(/\s+/))
    .flatMap(([name = '', uid = null]) => (name === '' ? [] : [{ name: name.toLowerCase(), uid }]))
}

/**
 * The proof that an account owns a repository, or `null`: `github` if the owner on GitHub is the GitHub
 * identity of the account (compared by number, since names change), `push` if the account has proved push
 * access, `file` if `.keystrip` names the account. A name counts for the first account that proved
 * itself with it: a later account with the same name inherits nothing.
 */
export async function getOwnerProof(
  db: Reader,
  { repository, keystrip }: Evidence,
  { uid, now }: { uid: string; now: Date },
): Promise<OwnerProof | null> {
  if (await isGitHubUser(db, repository.ownerId, uid)) return 'github'
  if (await hasPushProof(db, repository.id, { uid, now })) return 'push'
  const { name, holder } = await getNameHolder(db, repository.id, uid)
  const isNamed = parseAccounts(keystrip ?? '').some(
    (line) => line.name === name && (line.uid === null ? holder === uid : line.uid === uid),
  )
  return isNamed ? 'file' : null
}

/** Whether an account has proved to have push permission for a repository, and still counts as having it. */
export async function hasPushProof(
  db: Reader,
  repositoryId: number,
  { uid, now }: { uid: string; now: Date },
): Promise<boolean> {
  const isProof = and(
    eq(pushProofs.repositoryId, repositoryId),
    eq(pushProofs.uid, uid),
    gt(pushProofs.provedAt, new Date(now.getTime() - PUSH_MS)),
  )
  return (await db.$count(pushProofs, isProof)) > 0
}

/** Whether the account signs in as the GitHub user with this number. */
export async function isGitHubUser(db: Reader, id: number, uid: string): Promise<boolean> {
  const isUser = and(
    eq(identities.provider, 'github'),
    eq(identities.subject, String(id)),
    eq(identities.uid, uid),
  )
  return (await db.$count(identities, isUser)) > 0
}

/** The line of `.keystrip` that proves an account; with its id if another account used the name before. */
export async function getProofLine(db: Reader, repositoryId: number, uid: string): Promise<string> {
  const { name, holder } = await getNameHolder(db, repositoryId, uid)
  return holder === uid ? name : `${name} ${uid}`
}

/**
 * Reads the proof of an account, and records which account a name in `.keystrip` stood for.
 * @returns the columns of its publication: a proof ends what was wrong with the repository, and an owner is compared from now on.
 */
export async function settleProof(
  tx: Transaction,
  evidence: Evidence,
  { uid, now }: { uid: string; now: Date },
) {
  const { id: repositoryId, ownerId: repositoryOwnerId } = evidence.repository
  const ownerProof = await getOwnerProof(tx, evidence, { uid, now })
  if (ownerProof === 'file') {
    const { name } = await getNameHolder(tx, repositoryId, uid)
    const row = { repositoryId, nameKey: name, uid, createdAt: now }
    await tx.insert(repositoryProofs).values(row).onConflictDoNothing()
  }
  return { ownerProof, repositoryOwnerId, ...(ownerProof !== null && { repositoryStatus: null }) }
}

/** The lower-case name of an account, and the account that the name stands for in a repository. */
async function getNameHolder(db: Reader, repositoryId: number, uid: string) {
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
