import { and, desc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { isOwnProject } from '#backend/db/find-project.ts'
import { projects, releaseDeliveries, releaseSources } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { type Delivery, DELIVERIES_MAX, type Releases } from '#lib/contract/release.ts'
import { newId } from '#backend/db/new-id.ts'
import { NotFoundError } from '#backend/errors.ts'
import { addDelivery, toDelivery } from './deliveries.ts'
import { newSecret } from './signature.ts'

type Own = { uid: string; id: string }

/** How a plugin of the account gets its releases, and its last deliveries. @throws NotFoundError also for another account's. */
export async function readReleases(db: Database, own: Own): Promise<Releases> {
  await checkOwn(db, own)
  const [source] = await db
    .select()
    .from(releaseSources)
    .where(eq(releaseSources.projectId, own.id))
  const rows = await db
    .select()
    .from(releaseDeliveries)
    .where(eq(releaseDeliveries.projectId, own.id))
    .orderBy(desc(releaseDeliveries.receivedAt), desc(releaseDeliveries.id))
    .limit(DELIVERIES_MAX)
  return {
    secret_created_at: source?.secretAt?.toISOString() ?? null,
    is_daily: source?.isDaily ?? true,
    looked_at: source?.lookedAt?.toISOString() ?? null,
    items: rows.map(toDelivery),
  }
}

/** @throws NotFoundError */
export async function setDaily(db: Database, own: Own, isDaily: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    await checkOwn(tx, own)
    await tx
      .insert(releaseSources)
      .values({ projectId: own.id, isDaily })
      .onConflictDoUpdate({ target: releaseSources.projectId, set: { isDaily } })
  })
}

/** Makes a secret; the one before is no longer accepted. @throws NotFoundError */
export async function renewSecret(db: Database, own: Own, now: Date): Promise<{ secret: string }> {
  const secret = newSecret()
  await db.transaction(async (tx) => {
    await checkOwn(tx, own)
    await tx
      .insert(releaseSources)
      .values({ projectId: own.id, secret, secretAt: now })
      .onConflictDoUpdate({ target: releaseSources.projectId, set: { secret, secretAt: now } })
  })
  return { secret }
}

type CheckDeps = { db: Database; jobs: { wake: () => void } }

/** Looks at the latest release now; a test publishes nothing. @throws NotFoundError */
export async function requestCheck(
  { db, jobs }: CheckDeps,
  own: Own,
  { isTest, now }: { isTest: boolean; now: Date },
): Promise<Delivery> {
  await checkOwn(db, own)
  const origin = isTest ? 'test' : 'author'
  const added = {
    projectId: own.id,
    origin,
    deliveryId: `${origin}:${newId()}`,
    tag: null,
    now,
  } as const
  const row = await addDelivery(db, added)
  if (!row) throw new Error('a random id was taken')
  jobs.wake()
  return toDelivery(row)
}

async function checkOwn(db: Database | Transaction, { uid, id }: Own): Promise<void> {
  const isOwn = isOwnProject({ uid, kind: 'plugin', id })
  if ((await db.$count(projects, and(isOwn, isPublic))) === 0) throw new NotFoundError()
}
