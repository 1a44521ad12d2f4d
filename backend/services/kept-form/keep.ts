import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { keepFirst } from '#backend/db/keep-first.ts'
import { readInChunks } from '#backend/db/read-in-chunks.ts'
import { accounts, files, keptForms, projects, writes } from '#backend/db/tables.ts'
import {
  DRAFT_DAYS,
  type DraftEntry,
  DRAFTS_MAX,
  type changeFormRequestSchema,
  type keepFormRequestSchema,
  KEPT_FORMS_MAX,
  type KeptForm,
  keptFormSchema,
} from '#lib/contract/kept-form.ts'
import { newId } from '#backend/db/new-id.ts'
import { DomainError, NotFoundError } from '#backend/errors.ts'

const DAY_MS = 24 * 3600 * 1000
const DRAFT_MS = DRAFT_DAYS * DAY_MS
/** Retention of a form that was posted after the end of a session, in ms. */
const HELD_MS = 30 * 60 * 1000

const contentSchema = keptFormSchema.shape.content
type Content = z.infer<typeof contentSchema>
type Row = typeof keptForms.$inferSelect
type Own = { uid: string; now: Date }
type OwnForm = Own & { id: string }

/**
 * Keeps a form of an account: as a draft if it has a kind, otherwise for a day in place of the oldest. A form with the
 * key of a kept one replaces that one.
 * @throws DomainError `too_many_drafts`; `other_request` if a project was published with the key; NotFoundError if the
 * form or the edited project is another account's.
 */
export async function keepForm(
  db: Database,
  own: Own,
  { key, uid = own.uid, ...form }: z.infer<typeof keepFormRequestSchema>,
): Promise<KeptForm> {
  if (uid !== own.uid) throw new NotFoundError()
  return db.transaction(async (tx) => {
    await lockAccount(tx, own.uid)
    const values = await valuesOf(tx, own, form)
    const hasKey = key === undefined ? undefined : eq(keptForms.key, key)
    const isSame = and(eq(keptForms.uid, own.uid), hasKey)
    const [kept] = hasKey ? await tx.select().from(keptForms).where(isSame) : []
    if (key !== undefined && !kept) await checkUnpublished(tx, own.uid, key)
    const isCounted = kept !== undefined && kept.kind !== null && kept.expiresAt > own.now
    if (form.kind !== undefined && !isCounted) await checkRoom(tx, own)
    if (!kept) return insert(tx, own, { ...values, revision: 1, key })
    const [replaced] = await tx.update(keptForms).set(values).where(isSame).returning()
    if (!replaced) throw new Error('no row updated')
    await keepNewest(tx, own.uid)
    return toKept(replaced)
  })
}

/**
 * Keeps a form of an account that has to sign in again.
 * @throws NotFoundError without such an account.
 */
export async function holdForm(db: Database, own: Own, content: Content): Promise<KeptForm> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, own.uid)
    const expiresAt = new Date(own.now.getTime() + HELD_MS)
    return insert(tx, own, { content: JSON.stringify(content), updatedAt: own.now, expiresAt })
  })
}

/**
 * Changes a draft.
 * @throws DomainError `stale` if it was changed since the expected revision; NotFoundError for unknown, expired and
 * other accounts' drafts, and if the edited project is not the account's.
 */
export async function changeForm(
  db: Database,
  { expectedRevision, ...own }: OwnForm & { expectedRevision: number | undefined },
  form: z.infer<typeof changeFormRequestSchema>,
): Promise<KeptForm> {
  return db.transaction(async (tx) => {
    const isDraft = and(isKept(own), isNotNull(keptForms.kind))
    const [row] = await tx.select().from(keptForms).where(isDraft).for('update')
    if (!row) throw new NotFoundError()
    if (expectedRevision !== undefined && expectedRevision !== row.revision) {
      throw new DomainError('stale', 'The draft has changed since.')
    }
    const values = await valuesOf(tx, own, form)
    const [changed] = await tx.update(keptForms).set(values).where(isDraft).returning()
    if (!changed) throw new NotFoundError()
    return toKept(changed)
  })
}

/**
 * The kept form of an account.
 * @throws NotFoundError for unknown, expired and other accounts' forms.
 */
export async function findKeptForm(db: Database, own: OwnForm) {
  const [row] = await db.select().from(keptForms).where(isKept(own))
  if (!row) throw new NotFoundError()
  return { ...toKept(row), content: toContent(row) }
}

/** The drafts of an account, the last changed first. */
export async function listDrafts(db: Database, uid: string, now: Date): Promise<DraftEntry[]> {
  const { content: _, ...columns } = getTableColumns(keptForms)
  const rows = await db
    .select(columns)
    .from(keptForms)
    .where(and(eq(keptForms.uid, uid), gt(keptForms.expiresAt, now), isNotNull(keptForms.kind)))
    .orderBy(desc(keptForms.updatedAt), desc(keptForms.id))
  return rows.flatMap(({ kind, title, projectId, ...row }) =>
    kind ? [{ ...toKept(row), kind, title, project_id: projectId }] : [],
  )
}

/** @throws NotFoundError for unknown and other accounts' forms. */
export async function discardForm(
  db: Database,
  { uid, id }: Pick<OwnForm, 'uid' | 'id'>,
): Promise<void> {
  const deleted = await db
    .delete(keptForms)
    .where(and(eq(keptForms.id, id), eq(keptForms.uid, uid)))
    .returning({ id: keptForms.id })
  if (deleted.length === 0) throw new NotFoundError()
}

/** What the export of an account has of its drafts. */
export async function* exportDrafts(db: Database, uid: string) {
  const isOwn = and(eq(keptForms.uid, uid), isNotNull(keptForms.kind))
  const rows = readInChunks(DRAFTS_MAX, (after?: Row) =>
    db
      .select()
      .from(keptForms)
      .where(and(isOwn, after && gt(keptForms.id, after.id)))
      .orderBy(asc(keptForms.id))
      .limit(DRAFTS_MAX),
  )
  for await (const row of rows) {
    if (!row.kind) continue
    yield {
      kind: row.kind,
      title: row.title,
      project_id: row.projectId,
      created_at: (row.begunAt ?? row.createdAt).toISOString(),
      updated_at: row.updatedAt.toISOString(),
      content: toContent(row),
    }
  }
}

/** Deletes kept forms that have expired, and keeps the files of the others that were locked when they were kept (migration 0050). */
export async function sweepKeptForms(db: Database, now: Date): Promise<void> {
  await db.delete(keptForms).where(lte(keptForms.expiresAt, now))
  await db.execute(sql`
    SELECT keep_draft_files(ARRAY(SELECT id FROM ${files} WHERE attached_at IS NULL AND uploaded_at IS NULL
      AND id IN (SELECT unnest(file_ids) FROM ${keptForms})))`)
}

const isKept = ({ id, uid, now }: OwnForm) =>
  and(eq(keptForms.id, id), eq(keptForms.uid, uid), gt(keptForms.expiresAt, now))

/** Concurrent requests of one account would each leave the other's form uncounted. */
async function lockAccount(tx: Transaction, uid: string): Promise<void> {
  const [account] = await tx
    .select({ uid: accounts.uid })
    .from(accounts)
    .where(eq(accounts.uid, uid))
    .for('no key update')
  if (!account) throw new NotFoundError()
}

/** Columns of a form as it is kept now. */
async function valuesOf(
  tx: Transaction,
  { uid, now }: Own,
  form: Omit<z.infer<typeof keepFormRequestSchema>, 'key' | 'uid'>,
) {
  const { content, kind = null, title = '', project_id: projectId = null, file_ids = [] } = form
  if (projectId !== null) {
    const isOwn = and(eq(projects.id, projectId), eq(projects.authorUid, uid))
    const [project] = await tx.select({ id: projects.id }).from(projects).where(isOwn)
    if (!project) throw new NotFoundError()
  }
  return {
    content: JSON.stringify(content),
    updatedAt: now,
    expiresAt: new Date(now.getTime() + (kind === null ? DAY_MS : DRAFT_MS)),
    revision: sql`${keptForms.revision} + 1`,
    kind,
    title,
    projectId,
    fileIds: file_ids,
  }
}

/** A form that is saved after its publication, as by another tab, would be published again. */
async function checkUnpublished(tx: Transaction, uid: string, key: string): Promise<void> {
  const isWrite = and(eq(writes.uid, uid), eq(writes.key, key))
  const [write] = await tx.select({ key: writes.key }).from(writes).where(isWrite)
  if (write) throw new DomainError('other_request', 'A project was published with this key.')
}

async function checkRoom(tx: Transaction, { uid, now }: Own): Promise<void> {
  const isDraft = and(
    eq(keptForms.uid, uid),
    gt(keptForms.expiresAt, now),
    isNotNull(keptForms.kind),
  )
  if ((await tx.$count(keptForms, isDraft)) < DRAFTS_MAX) return
  throw new DomainError('too_many_drafts', `An account has at most ${DRAFTS_MAX} drafts.`)
}

type NewForm = Pick<Row, 'content' | 'updatedAt' | 'expiresAt'> &
  Omit<Partial<typeof keptForms.$inferInsert>, 'id' | 'uid' | 'createdAt'>

async function insert(tx: Transaction, { uid, now }: Own, values: NewForm): Promise<KeptForm> {
  const row = { ...values, id: newId(), uid, createdAt: now }
  const [inserted] = await tx.insert(keptForms).values(row).returning()
  if (!inserted) throw new Error('no row inserted')
  await keepNewest(tx, uid)
  return toKept(inserted)
}

/** Deletes the oldest forms of an account beyond `KEPT_FORMS_MAX` that are no drafts. */
async function keepNewest(tx: Transaction, uid: string): Promise<void> {
  const { id, updatedAt, kind } = keptForms
  const where = and(eq(keptForms.uid, uid), isNull(kind))
  const order = [desc(updatedAt), desc(id)]
  await keepFirst(tx, keptForms, { id, where, order, max: KEPT_FORMS_MAX })
}

const toKept = ({
  id,
  revision,
  key,
  updatedAt,
  expiresAt,
}: Pick<Row, 'id' | 'revision' | 'key' | 'updatedAt' | 'expiresAt'>) => ({
  id,
  revision,
  key,
  updated_at: updatedAt.toISOString(),
  expires_at: expiresAt.toISOString(),
})

const toContent = ({ content }: Row): Content => contentSchema.parse(JSON.parse(content))
