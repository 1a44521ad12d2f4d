import { eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import { authors, changes, projects } from '#backend/db/tables.ts'
import { enqueueSkeletons } from '#backend/services/name/fill-skeletons.ts'
import type { TestBackend } from '#tests/support/backend.ts'
import { operatorOf } from '#tests/support/hidden.ts'
import { HOSTILE_NAMES } from '#tests/support/names.ts'
import { operator } from '#tests/support/operator.ts'
import { useNames } from '#tests/support/names-backend.ts'
import { projectInput, publishProject } from '#tests/support/publishing.ts'
import { verify } from '#tests/support/verified.ts'
import { waitFor } from '#tests/support/wait.ts'

let backend: TestBackend
let ada = ''
let eve = ''
const { ask, changeAuthor, shown, listed } = useNames((site) => ({ backend, ada, eve } = site))
const checkTitle = (title: string, token = eve) => ask('/index/title', token, 'POST', { title })
const change = (project: Project, token: string, body: Record<string, unknown>) =>
  ask('/icon', token, 'PUT', { id: project.id, ...body })
/** Gives a title to a project that was published before there were rules. */
const setTitle = ({ id }: Project, title: string) =>
  backend.db.update(projects).set({ title }).where(eq(projects.id, id))

const NIGHT = 'Night bus'
/** With Cyrillic letters. */
const NIGHT_LIKE = 'Nіght Bus'

describe('a title', () => {
  it('that is none is refused with its field', async () => {
    const input = await projectInput(backend, ada)
    for (const title of Object.values(HOSTILE_NAMES).flatMap((names) => names.slice(0, 2))) {
      expect(await ask('/icon', ada, 'POST', { ...input, title })).toMatchObject({
        code: 400,
        fields: ['title'],
      })
    }
  })

  it('from before the rules stays readable and can be sent back, but not taken anew', async () => {
    const project = await publishProject(backend, ada, { title: NIGHT })
    await setTitle(project, '\u3164')
    expect(await shown(project)).toMatchObject({ title: '\u3164' })
    expect(await change(project, ada, { title: '\u3164', description: 'New' })).toMatchObject({
      code: 200,
      data: { title: '\u3164', description: 'New' },
    })
    expect(await change(project, ada, { description: 'Newer' })).toMatchObject({ code: 200 })
    expect(await change(project, ada, { title: '\u2800' })).toMatchObject({
      code: 400,
      fields: ['title'],
    })
    expect(await change(project, ada, { title: NIGHT })).toMatchObject({ code: 200 })
  })
})

describe('the title of another author’s project', () => {
  let first: Project
  beforeEach(async () => {
    first = await publishProject(backend, ada, { title: NIGHT })
  })

  it('is named before it is published, to others alone', async () => {
    const named = { id: first.id, kind: 'icon', title: NIGHT, author: { name: 'ada_lovelace' } }
    for (const title of [NIGHT, NIGHT_LIKE]) {
      expect(await checkTitle(title)).toMatchObject({
        data: { items: [named], is_refused: false },
      })
    }
    expect(await checkTitle(NIGHT, ada)).toMatchObject({ data: { items: [] } })
    expect(await checkTitle('Day bus')).toMatchObject({ data: { items: [] } })
  })

  it('is published with a warning, and both pages say so from then on', async () => {
    backend.setClock('2026-06-01T12:00:01Z')
    const input = await projectInput(backend, eve, { title: NIGHT_LIKE })
    const answer = await ask('/icon', eve, 'POST', input)
    const warning = { kind: 'icon', id: first.id, title: NIGHT, author: 'ada_lovelace' }
    expect(answer).toMatchObject({
      code: 200,
      warnings: [{ reason: 'same_title', details: warning }],
    })
    const second = projectSchema.parse(answer.data)
    expect([await shown(first), await shown(second)]).toMatchObject([
      { same_title: NIGHT_LIKE },
      { same_title: NIGHT },
    ])
    const changed = await backend.db.select({ id: changes.projectId }).from(changes)
    expect(changed).toContainEqual({ id: first.id })
    expect(await listed()).toMatchObject({
      same_titles: [[{ id: first.id }, { id: second.id, author: 'evening', is_verified: false }]],
    })
    // One that is gone is no namesake.
    await operatorOf(backend).act('hide', second)
    expect((await shown(first)).same_title).toBeNull()
    expect((await checkTitle(NIGHT, ada)).data).toMatchObject({ items: [] })
    expect((await listed()).same_titles).toEqual([])
  })

  it('expires the page of its namesake when it comes and goes', async () => {
    const second = await publishProject(backend, eve, { title: 'Day bus' })
    const expired = async (act: () => Promise<unknown>) => {
      await backend.db.delete(changes)
      await act()
      const rows = await backend.db.select({ id: changes.projectId }).from(changes)
      return rows.some(({ id }) => id === first.id)
    }
    expect(await expired(() => change(second, eve, { description: 'x' }))).toBe(false)
    expect(await expired(() => change(second, eve, { title: NIGHT_LIKE }))).toBe(true)
    expect(await expired(() => change(second, eve, { description: 'y' }))).toBe(false)
    const status = (visibility: string) =>
      ask(`/icon/${second.id}/status`, eve, 'PUT', { visibility })
    expect(await expired(() => status('unlisted'))).toBe(true)
    expect((await shown(first)).same_title).toBeNull()
    expect(await expired(() => status('listed'))).toBe(true)
    expect(await expired(() => operatorOf(backend).act('hide', second))).toBe(true)
    expect(await expired(() => operatorOf(backend).act('restore', second))).toBe(true)
    expect(await expired(() => change(second, eve, { title: 'Day bus' }))).toBe(true)
    await change(second, eve, { title: NIGHT_LIKE })
    expect(await expired(() => ask(`/icon?id=${second.id}`, eve, 'DELETE'))).toBe(true)
  })

  it('is refused if that author is verified, except to one who has it', async () => {
    const second = await publishProject(backend, eve, { title: NIGHT_LIKE })
    await verify(backend, await publishProject(backend, ada, { title: 'A plugin' }))
    expect(await checkTitle(NIGHT_LIKE)).toMatchObject({ data: { is_refused: true } })
    const input = await projectInput(backend, eve, { title: NIGHT_LIKE })
    const refused = { code: 409, reason: 'imitates', fields: ['title'] }
    expect(await ask('/icon', eve, 'POST', input)).toMatchObject(refused)
    const other = await publishProject(backend, eve, { title: 'Day bus' })
    expect(await change(other, eve, { title: NIGHT_LIKE })).toMatchObject(refused)
    // The same words, written in the same way, are not theirs alone.
    expect(await checkTitle('NIGHT BUS')).toMatchObject({ data: { is_refused: false } })
    expect(await change(second, eve, { title: NIGHT_LIKE })).toMatchObject({ code: 200 })
    expect(await change(second, eve, { title: 'Night  bus' })).toMatchObject({ code: 200 })
    const [group = []] = (await listed()).same_titles
    expect(group.map((one) => [one.author, one.is_verified]).toSorted()).toEqual([
      ['ada_lovelace', true],
      ['evening', false],
    ])
  })

  it('is no longer refused when the plugin has lost its proof', async () => {
    const plugin = await publishProject(backend, ada, { title: 'A plugin' })
    await verify(backend, plugin)
    await backend.db
      .update(projects)
      .set({ repositoryStatus: 'transferred' })
      .where(eq(projects.id, plugin.id))
    expect(await checkTitle(NIGHT)).toMatchObject({ data: { is_refused: false } })
  })
})

describe('names without keys, as a release before this one writes them', () => {
  it('get them from a job, in batches, and are then found', async () => {
    const project = await publishProject(backend, ada, { title: NIGHT })
    await backend.db.update(projects).set({ titleSkeletons: null })
    await backend.db.update(authors).set({ nameSkeletons: null })
    expect(await checkTitle(NIGHT)).toMatchObject({ data: { items: [] } })
    await enqueueSkeletons(backend.db)
    backend.jobs.wake()
    await waitFor(async () => {
      expect(await backend.db.$count(projects, isNull(projects.titleSkeletons))).toBe(0)
      expect(await backend.db.$count(authors, isNull(authors.nameSkeletons))).toBe(0)
    })
    expect(await checkTitle(NIGHT)).toMatchObject({ data: { items: [{ id: project.id }] } })
    expect(await changeAuthor(eve, 'Ada_Lovelace')).toMatchObject({
      data: { same_name: { name: 'ada_lovelace' } },
    })
  })
})

it('the operator sees titles and names that would be refused today', async () => {
  const project = await publishProject(backend, ada, { title: NIGHT })
  await setTitle(project, 'abc\u200f')
  await backend.db
    .update(authors)
    .set({ displayName: '\u2800' })
    .where(eq(authors.name, 'ada_lovelace'))
  expect(await listed()).toMatchObject({
    titles: [{ id: project.id, title: 'abc\u200f', problem: 'direction' }],
    authors: [{ name: 'ada_lovelace', problem: 'blank' }],
  })
  expect(await operator(backend, 'names', undefined, 'wrong')).toMatchObject({ code: 404 })
})
