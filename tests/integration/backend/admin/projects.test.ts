import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type ModeratedProject,
  moderatedProjectSchema,
  moderatedProjectsSchema,
} from '#lib/contract/admin/project.ts'
import { audit, authors, changes, projects } from '#backend/db/tables.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { withRole } from '#tests/support/roles.ts'
import { waitFor } from '#tests/support/wait.ts'

let ada: string
let moderator: string
let ids: string[]
const backend = await testBackend()
beforeAll(async () => {
  ada = await registered(backend)
  moderator = await withRole(backend, 'moderator')
})
beforeEach(async () => {
  const { db } = backend
  for (const table of [audit, projects]) await db.delete(table)
  ids = []
  for (const title of ['Orchard', 'Lighthouse', 'Night shift']) {
    ids.push(await backend.add({ title, category: 'weather', tags: ['fruit'] }))
  }
  await giveTo('ada_lovelace', ids)
  backend.messages.length = 0
})

async function giveTo(name: string, given: string[]) {
  const [author] = await backend.db.select().from(authors).where(eq(authors.name, name))
  for (const id of given) {
    await backend.db
      .update(projects)
      .set({ authorUid: author?.uid ?? '' })
      .where(eq(projects.id, id))
  }
}

const ask = (path: string, options: Parameters<ReturnType<typeof clientOf>['ask']>[1] = {}) =>
  clientOf(backend).ask(path, { token: moderator, ...options })
const list = async (query = '') =>
  moderatedProjectsSchema.parse((await ask(`/admin/projects?${query}`)).data)
const titles = async (query = '') => (await list(query)).items.map(({ title }) => title).toSorted()
const at = (index: number) => `/admin/projects/icon/${ids[index]}`
const read = async (index: number): Promise<ModeratedProject> =>
  moderatedProjectSchema.parse((await ask(at(index))).data)
const decide = (index: number, action: string) =>
  ask(`${at(index)}/decision`, { method: 'POST', body: { action, reason: 'Not a picture' } })
async function correct(index: number, body: Record<string, unknown>) {
  const { category, tags, visibility, revision } = await read(index)
  const given = { category, tags, visibility, revision, reason: 'It is about light', ...body }
  return ask(at(index), { method: 'PUT', body: given })
}
const isPublic = async (index: number) => (await ask(`/icon/${ids[index]}`)).code === 200

describe('the list of projects', () => {
  it('has those of every state, and those of one', async () => {
    await decide(0, 'hide')
    await correct(1, { visibility: 'unlisted' })
    await backend.db
      .update(projects)
      .set({ hiddenAt: new Date(), heldFor: 'review' })
      .where(eq(projects.id, ids[2] ?? ''))
    expect(await titles()).toEqual(['Lighthouse', 'Night shift', 'Orchard'])
    expect(await titles('state=hidden')).toEqual(['Orchard'])
    expect(await titles('state=unlisted')).toEqual(['Lighthouse'])
    expect(await titles('state=held')).toEqual(['Night shift'])
    expect(await titles('state=public')).toEqual([])
    expect(await read(2)).toMatchObject({ state: 'held', author: 'ada_lovelace', is_own: false })
  })

  it('is filtered like actions on many', async () => {
    expect(await titles('text=light')).toEqual(['Lighthouse'])
    expect(await titles('author=ADA_lovelace&kind=icon')).toHaveLength(3)
    expect(await titles('kind=plugin')).toEqual([])
    expect(await titles('text=100%25')).toEqual([])
  })

  it('has pages of 50', { tags: 'long' }, async () => {
    for (let count = 0; count < 50; count += 1) await backend.add({ title: `Number ${count}` })
    const first = await list()
    expect(first.items).toHaveLength(50)
    const second = await list(`after=${first.next}`)
    expect(second.next).toBeNull()
    const all = [...first.items, ...second.items].map(({ id }) => id)
    expect(new Set(all).size).toBe(53)
  })

  it('is for moderators alone', async () => {
    for (const path of ['/admin/projects', at(0)]) {
      expect(await ask(path, { token: ada })).toMatchObject({ code: 403 })
    }
    expect(await ask(at(0), { method: 'PUT', token: ada, body: {} })).toMatchObject({ code: 403 })
  })
})

describe('a moderator', () => {
  it('hides and restores a project, and deletes one that is hidden', async () => {
    expect(await decide(0, 'delete')).toMatchObject({ code: 404 })
    expect(await decide(0, 'restore')).toMatchObject({ code: 404 })
    expect(await decide(0, 'hide')).toMatchObject({ code: 200 })
    expect(await isPublic(0)).toBe(false)
    expect(await decide(0, 'restore')).toMatchObject({ code: 200 })
    expect(await isPublic(0)).toBe(true)
    await decide(0, 'hide')
    expect(await decide(0, 'delete')).toMatchObject({ code: 200 })
    expect(await titles()).toEqual(['Lighthouse', 'Night shift'])
    const entries = await backend.db.select().from(audit).orderBy(audit.id)
    expect(entries.map(({ action }) => action)).toEqual(['hide', 'restore', 'hide', 'delete'])
    await waitFor(() => expect(backend.messages).toHaveLength(4))
  })

  it('corrects category, tags and visibility; the lists follow, and the author gets a mail', async () => {
    const answer = await correct(1, { category: 'travel', tags: ['Light', 'light', 'sea'] })
    expect(answer).toMatchObject({ data: { category: 'travel', tags: ['light', 'sea'] } })
    const found = async (query: string) => {
      const { data } = await ask(`/icon/list?${query}`)
      return Object(data).items.map(({ title }: { title: string }) => title)
    }
    expect(await found('category=travel')).toEqual(['Lighthouse'])
    const effects = async () =>
      (await backend.db.select().from(changes)).map(({ effect }) => effect)
    expect((await effects()).at(-1)).toBe('membership')
    await correct(1, { visibility: 'unlisted' })
    expect((await effects()).at(-1)).toBe('removal')
    expect(await found('category=travel')).toEqual([])
    const entries = await backend.db.select().from(audit).orderBy(audit.id)
    expect(entries[0]).toMatchObject({
      action: 'correct',
      reason: 'It is about light',
      before: { category: 'weather', tags: 'fruit', visibility: 'listed' },
      after: { category: 'travel', tags: 'light, sea', visibility: 'listed' },
    })
    await waitFor(() => expect(backend.messages).toHaveLength(2))
    expect(backend.messages[0]?.to).toBe('ada@example.com')
    expect(backend.messages[0]?.text).toContain('It is about light')
  })

  it('changes nothing by what is there already', async () => {
    const { revision } = await read(1)
    expect(await correct(1, {})).toMatchObject({ code: 200, data: { revision } })
    expect(await backend.db.$count(audit)).toBe(0)
    expect(backend.messages).toEqual([])
  })

  it.each([
    ['the category of another kind', { category: 'streaming' }, { code: 400 }],
    ['too many tags', { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, { code: 400 }],
    ['no reason', { reason: ' ' }, { code: 400 }],
    ['a project that changed since', { revision: 99, category: 'travel' }, { reason: 'stale' }],
  ])('is refused %s', async (_, body, refused) => {
    expect(await correct(1, body)).toMatchObject(refused)
    expect(await read(1)).toMatchObject({ category: 'weather', tags: ['fruit'] })
  })

  it('does not correct what is hidden, nor decide about an own project', async () => {
    await decide(0, 'hide')
    expect(await correct(0, { category: 'travel' })).toMatchObject({ code: 404 })
    await giveTo('moderator', [ids[1] ?? ''])
    expect(await read(1)).toMatchObject({ is_own: true })
    for (const answer of [await decide(1, 'hide'), await correct(1, { tags: [] })]) {
      expect(answer).toMatchObject({ code: 403, reason: 'own_report' })
    }
  })
})
