import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import { KEPT_FORMS_MAX, keptFormSchema } from '#lib/contract/kept-form.ts'
import { accounts, keptForms } from '#backend/db/account-schema.ts'
import type { Database } from '#backend/db/connect.ts'
import { newId } from '#backend/db/new-id.ts'
import { NotFoundError } from '#backend/errors.ts'

/** Retention of kept forms, in ms: as long as that of unused uploads, which they refer to. */
const KEPT_MS = 24 * 3600 * 1000

const oldest = (now: Date) => new Date(now.getTime() - KEPT_MS)
const contentSchema = keptFormSchema.shape.content

type Kept = { uid: string; content: Record<string, unknown>; now: Date }

/**
 * Keeps a form of an account; beyond `KEPT_FORMS_MAX` the oldest are deleted.
 * @returns its id.
 */
export async function keepForm(db: Database, { uid, content, now }: Kept): Promise<string> {
  const id = newId()
  await db.transaction(async (tx) => {
    // Concurrent requests of one account would each leave the other's form uncounted.
    await tx
      .select({ uid: accounts.uid })
      .from(accounts)
      .where(eq(accounts.uid, uid))
      .for('no key update')
    await tx.insert(keptForms).values({ id, uid, content: JSON.stringify(content), createdAt: now })
    const excess = tx
      .select({ id: keptForms.id })
      .from(keptForms)
      .where(eq(keptForms.uid, uid))
      .orderBy(desc(keptForms.createdAt), desc(keptForms.id))
      .offset(KEPT_FORMS_MAX)
    await tx.delete(keptForms).where(inArray(keptForms.id, excess))
  })
  return id
}

/**
 * The content of an account's kept form.
 * @throws NotFoundError for unknown, expired and other accounts' forms.
 */
export async function findKeptForm(
  db: Database,
  { uid, id, now }: { uid: string; id: string; now: Date },
): Promise<Record<string, unknown>> {
  const [kept] = await db
    .select({ content: keptForms.content })
    .from(keptForms)
    .where(and(eq(keptForms.id, id), eq(keptForms.uid, uid), gt(keptForms.createdAt, oldest(now))))
  if (!kept) throw new NotFoundError()
  return contentSchema.parse(JSON.parse(kept.content))
}

/** Deletes kept forms that have expired. */
export async function sweepKeptForms(db: Database, now: Date): Promise<void> {
  await db.delete(keptForms).where(lte(keptForms.createdAt, oldest(now)))
}
