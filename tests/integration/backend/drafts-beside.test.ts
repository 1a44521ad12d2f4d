import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DRAFT_DAYS, KEPT_FORMS_MAX } from '#lib/contract/kept-form.ts'
import { files, keptForms } from '#backend/db/tables.ts'
import { sweepKeptForms } from '#backend/services/kept-form/keep.ts'
import { sweepUploads } from '#backend/services/upload/sweep.ts'
import { testBackend } from '#tests/support/backend.ts'
import { createPicture } from '#tests/support/images.ts'
import { DAY_MS, draft, later, startKeeping } from '#tests/support/kept-forms.ts'
import { projectInput, uploadFile } from '#tests/support/publishing.ts'

/* Drafts on a database that 0.1.0 sweeps too. release-before-keeps.test.ts runs its code. */

let forms: Awaited<ReturnType<typeof startKeeping>>
const backend = await testBackend()
beforeEach(async () => {
  forms = await startKeeping(backend)
})

/** What 0.1.0 would delete at a time: kept forms and uploads a day after `created_at`, whatever a draft needs. */
async function sweptBefore(at: Date) {
  const day = sql`${new Date(at.getTime() - DAY_MS).toISOString()}::timestamptz`
  const { rows } = await backend.db.execute(sql`
    SELECT id FROM kept_forms WHERE created_at <= ${day}
    UNION ALL SELECT id FROM files WHERE attached_at IS NULL AND created_at < ${day}`)
  return rows.map(({ id }) => id)
}

describe('for the sweeps of 0.1.0', () => {
  const upload = async () => {
    const bytes = await createPicture()
    return uploadFile(backend, forms.token(), { purpose: 'cover', name: 'c.png', bytes })
  }
  const end = DRAFT_DAYS * DAY_MS

  it('a draft is over when it expires, after each change, and its upload with it', async () => {
    const file = await upload()
    const { id } = await forms.kept(draft('Plums', { file_ids: [file] }))
    expect(await sweptBefore(later(end - 1))).toEqual([])
    await forms.wait(20 * DAY_MS)
    await forms.change(id, draft('Prunes', { file_ids: [file] }))
    expect(await sweptBefore(later(20 * DAY_MS + end - 1))).toEqual([])
    expect(await sweptBefore(later(20 * DAY_MS + end))).toEqual([id])
    // As 0.1.0 does it.
    await backend.db.execute(sql`DELETE FROM kept_forms WHERE id = ${id}`)
    expect(await sweptBefore(later(DAY_MS + 1))).toEqual([file])
  })

  it('an upload is one of yesterday again when no draft names it any more, or a project has it', async () => {
    const [removed, discarded] = [await upload(), await upload()]
    const first = await forms.kept(draft('Plums', { file_ids: [removed, discarded] }))
    const second = await forms.kept(draft('Prunes', { file_ids: [discarded] }))
    await forms.change(first.id, draft('Plums', { file_ids: [discarded] }))
    expect(await sweptBefore(later(2 * DAY_MS))).toEqual([removed])
    await forms.discard(first.id)
    expect(await sweptBefore(later(2 * DAY_MS))).toEqual([removed])
    await forms.discard(second.id)
    expect((await sweptBefore(later(2 * DAY_MS))).toSorted()).toEqual(
      [removed, discarded].toSorted(),
    )
    const input = await projectInput(backend, forms.token())
    const file_ids = [input['file_id'], input['cover_id']]
    await forms.keep(draft('Pears', { key: 'key-of-pears', file_ids }))
    const headers = { 'idempotency-key': 'key-of-pears' }
    await forms.ask('/icon', { method: 'POST', body: input, token: forms.token(), headers })
    const isKept = sql`${files.uploadedAt} IS NOT NULL OR ${files.createdAt} > now()`
    expect(await backend.db.$count(files, isKept)).toBe(0)
  })

  it('an upload that was locked when its draft was kept is kept from the next sweep on, and is not left for ever', async () => {
    const file = await upload()
    const { id } = await forms.kept(draft('Plums', { file_ids: [file] }))
    await backend.db.update(files).set({ createdAt: later(0), uploadedAt: null })
    await sweepKeptForms(backend.db, later(DAY_MS))
    expect(await sweptBefore(later(2 * DAY_MS))).toEqual([])
    await forms.discard(id)
    await backend.db.update(files).set({ createdAt: new Date('9999-12-31'), uploadedAt: later(0) })
    await sweepUploads(backend, { now: later(2 * DAY_MS), isAlone: false })
    expect(await backend.db.$count(files)).toBe(0)
  })

  it('a form that it keeps takes the place of no draft, and of the oldest of such forms', async () => {
    for (let at = 0; at < KEPT_FORMS_MAX + 1; at += 1) await forms.keep(draft(`Draft ${at}`))
    const former = await forms.kept({ content: { title: 'Former' } })
    const id = 'kept-by-0.1.0'
    await backend.db.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO kept_forms (id, uid, content, created_at)
        SELECT ${id}, uid, '{}', ${later(1).toISOString()} FROM accounts`)
      await tx.execute(sql`DELETE FROM kept_forms WHERE id IN (
        SELECT id FROM kept_forms ORDER BY created_at DESC, id DESC OFFSET ${KEPT_FORMS_MAX})`)
    })
    expect(await forms.titles()).toHaveLength(KEPT_FORMS_MAX + 1)
    const rows = await backend.db.select().from(keptForms)
    expect(rows.map((row) => row.id)).toContain(id)
    expect(rows.map((row) => row.id)).not.toContain(former.id)
  })
})
