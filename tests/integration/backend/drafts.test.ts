import { beforeEach, describe, expect, it } from 'vitest'
import { accountExportSchema } from '#lib/contract/account/export.ts'
import { DRAFT_DAYS, DRAFTS_MAX, KEPT_FORMS_MAX } from '#lib/contract/kept-form.ts'
import { ownProjectsSchema } from '#lib/contract/own-project.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { keptForms } from '#backend/db/tables.ts'
import { sweepKeptForms } from '#backend/services/kept-form/keep.ts'
import { sweepUploads } from '#backend/services/upload/sweep.ts'
import { testBackend } from '#tests/support/backend.ts'
import { createPicture } from '#tests/support/images.ts'
import { DAY_MS, draft, later, startKeeping } from '#tests/support/kept-forms.ts'
import { projectInput, publishProject, uploadFile } from '#tests/support/publishing.ts'

const KEY = 'key-of-the-draft'

let forms: Awaited<ReturnType<typeof startKeeping>>
const backend = await testBackend()
beforeEach(async () => {
  forms = await startKeeping(backend)
})

describe('a draft', () => {
  it('is returned to its account, and is neither found, changed nor deleted by another one', async () => {
    const { id } = await forms.kept(
      draft('Plums \ud83c\udf51', { content: { title: 'Plums \ud800' } }),
    )
    expect(await forms.find(id)).toMatchObject({
      code: 200,
      data: { content: { title: 'Plums \ud800' }, revision: 1 },
    })
    const other = await forms.another()
    expect(await forms.find(id, other)).toMatchObject({ code: 404, data: null })
    expect(await forms.change(id, draft('Stolen'), undefined, other)).toMatchObject({ code: 404 })
    expect(await forms.discard(id, other)).toMatchObject({ code: 404 })
    expect(await forms.titles(other)).toEqual([])
    expect(await forms.titles()).toEqual(['Plums \ud83c\udf51'])
  })

  it('is changed on top of the revision that the change started from', async () => {
    const { id } = await forms.kept(draft('Plums'))
    expect(await forms.change(id, draft('Prunes'), 1)).toMatchObject({
      code: 200,
      data: { revision: 2 },
    })
    expect(await forms.change(id, draft('Pears'), 1)).toMatchObject({ code: 409, reason: 'stale' })
    expect(await forms.find(id)).toMatchObject({
      data: { content: { title: 'Prunes' }, revision: 2 },
    })
  })

  it('that two tabs change at the same time is changed by one of them', async () => {
    const { id } = await forms.kept(draft('Plums'))
    const answers = await Promise.all([
      forms.change(id, draft('First'), 1),
      forms.change(id, draft('Second'), 1),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
  })

  it('is listed until it is deleted, the last changed first', async () => {
    const first = await forms.kept(draft('First'))
    backend.setClock('2026-06-01T12:10:00Z')
    await forms.keep(draft('Second'))
    expect(await forms.titles()).toEqual(['Second', 'First'])
    backend.setClock('2026-06-01T12:20:00Z')
    await forms.change(first.id, draft('First again'))
    expect(await forms.list()).toMatchObject([
      { title: 'First again', kind: 'icon', revision: 2, updated_at: '2026-06-01T12:20:00.000Z' },
      { title: 'Second' },
    ])
    expect(await forms.discard(first.id)).toMatchObject({ code: 200 })
    expect(await forms.titles()).toEqual(['Second'])
    expect(await forms.find(first.id)).toMatchObject({ code: 404 })
  })

  it('with the key of another one replaces it', async () => {
    const first = await forms.kept(draft('First', { key: KEY }))
    expect(await forms.kept(draft('Second', { key: KEY }))).toMatchObject({
      id: first.id,
      revision: 2,
    })
    const other = await forms.another()
    expect((await forms.kept(draft('Theirs', { key: KEY }), other)).id).not.toBe(first.id)
    expect(await forms.titles()).toEqual(['Second'])
  })

  it(`is refused as the ${DRAFTS_MAX + 1}st of an account, and none is lost`, async () => {
    for (let at = 0; at < DRAFTS_MAX; at += 1)
      await forms.keep(draft(`Draft ${at}`, { key: `key-of-${at}` }))
    expect(await forms.keep(draft('One more'))).toMatchObject({
      code: 409,
      reason: 'too_many_drafts',
    })
    expect(await forms.keep(draft('Changed', { key: 'key-of-0' }))).toMatchObject({ code: 200 })
    expect(await forms.titles()).toHaveLength(DRAFTS_MAX)
    expect(await forms.keep(draft('Theirs'), await forms.another())).toMatchObject({ code: 200 })
  })

  it('is counted in every way to become one', async () => {
    for (let at = 0; at < DRAFTS_MAX - 1; at += 1) await forms.keep(draft(`Draft ${at}`))
    const preview = { content: { title: 'Plums' }, kind: undefined }
    await forms.keep(draft('Plums', { ...preview, key: 'key-of-first' }))
    await forms.keep(draft('Plums', { ...preview, key: 'key-of-second' }))
    const become = (key: string) => forms.keep(draft('Plums', { key }))
    const answers = await Promise.all(['key-of-first', 'key-of-second'].map(become))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(await forms.titles()).toHaveLength(DRAFTS_MAX)
  })

  it('that has expired is counted again before it is kept again', async () => {
    await forms.keep(draft('Expired', { key: KEY }))
    await forms.wait(DRAFT_DAYS * DAY_MS + 1)
    for (let at = 0; at < DRAFTS_MAX; at += 1) await forms.keep(draft(`Draft ${at}`))
    expect(await forms.keep(draft('Again', { key: KEY }))).toMatchObject({ code: 409 })
  })

  it('that becomes a form for a preview replaces the oldest of these', async () => {
    for (let at = 0; at < DRAFTS_MAX; at += 1) {
      await forms.keep(draft('Draft', { key: `key-of-${at}` }))
      await forms.keep(draft('Draft', { key: `key-of-${at}`, kind: undefined }))
    }
    expect(await backend.db.$count(keptForms)).toBe(KEPT_FORMS_MAX)
  })

  it('counts for the storage of its account', async () => {
    const used = async () =>
      ownProjectsSchema.parse((await forms.ask('/account/projects', { token: forms.token() })).data)
        .storage?.used ?? 0
    const before = await used()
    const { id } = await forms.kept(draft('Plums', { content: { title: 'x'.repeat(40_000) } }))
    expect((await used()) - before).toBeGreaterThan(40_000)
    await forms.discard(id)
    expect(await used()).toBe(before)
  })

  it('of a form that another account has opened is not kept', async () => {
    expect(await forms.keep(draft('Plums', { uid: 'another' }))).toMatchObject({ code: 404 })
    expect(await forms.titles()).toEqual([])
  })

  it('sent many times at once is one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, at) => forms.keep(draft(`Draft ${at}`, { key: KEY }))),
    )
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200])
    expect(await forms.titles()).toHaveLength(1)
  })

  it(`is kept for ${DRAFT_DAYS} days after its last change`, async () => {
    const { id } = await forms.kept(draft('Plums'))
    await forms.wait(DAY_MS)
    await forms.change(id, draft('Plums'))
    const end = (DRAFT_DAYS + 1) * DAY_MS
    await sweepKeptForms(backend.db, later(end - 1))
    expect(await forms.titles()).toEqual(['Plums'])
    await forms.wait(end)
    expect(await forms.titles()).toEqual([])
    expect(await forms.change(id, draft('Late'))).toMatchObject({ code: 404 })
    await sweepKeptForms(backend.db, later(end))
    expect(await backend.db.select().from(keptForms)).toEqual([])
  })

  it('keeps its uploads as long as it is kept; those of other accounts are swept', async () => {
    const bytes = await createPicture()
    const upload = (as: string) =>
      uploadFile(backend, as, { purpose: 'cover', name: 'c.png', bytes })
    const token = forms.token()
    const other = await forms.another()
    const [own, unnamed, theirs] = [await upload(token), await upload(token), await upload(other)]
    const { id } = await forms.kept(draft('Plums', { file_ids: [own, theirs] }))
    const state = async (file: string, as: string) =>
      (await forms.ask(`/file/${file}/state`, { token: as })).code
    const sweep = () => sweepUploads(backend, { now: later(20 * DAY_MS), isAlone: false })
    await sweep()
    expect(await state(own, token)).toBe(200)
    expect(await state(unnamed, token)).toBe(404)
    expect(await state(theirs, other)).toBe(404)
    await forms.discard(id)
    await sweep()
    expect(await state(own, token)).toBe(404)
  })

  it('of an edit needs a project of the account, and goes with it', async () => {
    const project = await publishProject(backend, forms.token())
    await forms.keep(draft('Plums', { project_id: project.id }))
    expect(await forms.list()).toMatchObject([{ project_id: project.id }])
    const theirs = draft('Stolen', { project_id: project.id })
    expect(await forms.keep(theirs, await forms.another())).toMatchObject({ code: 404 })
    await forms.ask(`/icon?id=${project.id}`, { method: 'DELETE', token: forms.token() })
    expect(await forms.list()).toEqual([])
  })

  it('is in the export of its account, and deleted with it', async () => {
    await forms.keep(draft('Plums'))
    await forms.keep({ content: { title: 'Previewed' } })
    const { data } = await forms.ask('/account/export', { token: forms.token() })
    expect(accountExportSchema.parse(data).drafts).toMatchObject([
      {
        title: 'Plums',
        kind: 'icon',
        content: { title: 'Plums' },
        created_at: later(0).toISOString(),
      },
    ])
    const body = { username: 'ada_lovelace', password: 'engine-1843' }
    expect(await forms.post('/account/delete', body, forms.token())).toMatchObject({
      code: 200,
    })
    expect(await backend.db.select().from(keptForms)).toEqual([])
  })
})

describe('publishing with the key of a draft', () => {
  const publish = (body: Record<string, unknown>) =>
    forms.ask('/icon', {
      method: 'POST',
      body,
      token: forms.token(),
      headers: { 'idempotency-key': KEY },
    })

  it('deletes the draft; a repetition gets the first answer', async () => {
    const input = await projectInput(backend, forms.token())
    const { id } = await forms.kept(draft('Plums', { key: KEY }))
    await forms.keep(draft('Another'))
    const [first, second] = await Promise.all([publish(input), publish(input)])
    expect(projectSchema.parse(second.data).id).toBe(projectSchema.parse(first.data).id)
    expect(await forms.titles()).toEqual(['Another'])
    expect(await forms.find(id)).toMatchObject({ code: 404 })
  })

  it('keeps the draft if it is refused', async () => {
    const input = await projectInput(backend, forms.token())
    await forms.keep(draft('Plums', { key: KEY }))
    expect(await publish({ ...input, cover_id: 'swept' })).toMatchObject({ code: 404 })
    expect(await forms.titles()).toEqual(['Plums'])
  })

  it('is final: a draft with the key that is saved later is refused', async () => {
    await publish(await projectInput(backend, forms.token()))
    expect(await forms.keep(draft('Plums', { key: KEY }))).toMatchObject({
      code: 409,
      reason: 'other_request',
    })
  })
})
