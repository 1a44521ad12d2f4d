import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import { projectLogSchema } from '#lib/contract/project-log.ts'
import { projectStatusSchema, unlistedProjectsSchema } from '#lib/contract/status.ts'
import { VISIBILITIES } from '#lib/contract/visibility.ts'
import { changesSchema } from '#lib/contract/change.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { headOnly } from '#tests/support/head.ts'
import { testBackend } from '#tests/support/backend.ts'
import { operator, OPERATOR_SECRET } from '#tests/support/operator.ts'
import { publishProject } from '#tests/support/publishing.ts'

let [ada, eve] = ['', '']
const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
beforeEach(async () => {
  await backend.empty()
  ada = await registered(backend)
  eve = await registered(backend, { username: 'evening', email: 'eve@example.com' })
})

const ask = (path: string, token?: string) => clientOf(backend).ask(path, token ? { token } : {})
const change = (id: string, body: unknown, token = ada) =>
  clientOf(backend).ask(`/icon/${id}/status`, { method: 'PUT', body, token })
const moderate = (action: 'hide' | 'restore', { id }: Project) =>
  operator(backend, 'projects', { action, kind: 'icon', id, reason: 'a test', by: 'grace' })
const projectOf = async (id: string) => projectSchema.parse((await ask(`/icon/${id}`)).data)

const changes = (query = '') =>
  clientOf(backend, { secret: OPERATOR_SECRET }).ask(`/index/changes${query}`)
const newest = async () => changesSchema.parse((await changes()).data).position

/** Every public list; `{id}` is the project, `{other}` a similar one by another author. */
const LISTINGS: Record<string, string> = {
  'the list of its kind': '/icon/list',
  'the list of its author': '/icon/list?author=ada_lovelace',
  'popular projects': '/index/popular',
  search: '/index/search?q=orchard',
  'search without a term': '/index/search?q=',
  'the search for its id': '/index/search?q={id}',
  'the search for icons': '/index/icons?q=sun',
  'related projects': '/icon/{other}/related',
  'the sitemap': '/index/addresses',
}
/** Everything that counts or names authors and projects. */
const COUNTS: Record<string, string> = {
  'counts of a search': '/index/counts?q=orchard',
  'counts without a term': '/index/counts?q=',
  categories: '/index/categories?kind=icon',
  'the author’s numbers': '/index/author?author=ada_lovelace',
  'authors of the sitemap': '/index/authors',
}

const shows = async (path: string, { id }: Project, other: Project) => {
  const answer = await ask(path.replace('{id}', id).replace('{other}', other.id))
  expect(answer.code, path).toBe(200)
  return JSON.stringify(answer.data).includes(id)
}
const counted = async (path: string) => JSON.stringify((await ask(path)).data)

const publishPair = async () => ({
  project: await publishProject(backend, ada, { title: 'Orchard', tags: ['plums'] }),
  other: await publishProject(backend, eve, { title: 'Meadow', tags: ['plums'] }),
})

describe('a project that is unlisted or archived', () => {
  it('is in no list, search or sitemap, and returns when it is listed', async () => {
    const { project, other } = await publishPair()
    const shown = async () => {
      const names: string[] = []
      for (const [name, path] of Object.entries(LISTINGS)) {
        if (await shows(path, project, other)) names.push(name)
      }
      return names
    }
    expect(await shown()).toEqual(Object.keys(LISTINGS))
    for (const visibility of VISIBILITIES.filter((one) => one !== 'listed')) {
      expect(await change(project.id, { visibility })).toMatchObject({ code: 200 })
      expect(await shown(), visibility).toEqual([])
    }
    await change(project.id, { visibility: 'listed' })
    expect(await shown()).toEqual(Object.keys(LISTINGS))
  })

  it('is in no count', async () => {
    const counts = () => Promise.all(Object.values(COUNTS).map(counted))
    const empty = await counts()
    const { id } = await publishProject(backend, ada, { title: 'Orchard' })
    const before = await counts()
    for (const [at, path] of Object.values(COUNTS).entries()) {
      expect(before[at], path).not.toBe(empty[at])
    }
    await change(id, { visibility: 'unlisted' })
    expect(await counts()).toEqual(empty)
    await change(id, { visibility: 'listed' })
    expect(await counts()).toEqual(before)
  })

  it('answers at its own addresses as before, and so do its files', async () => {
    const { project } = await publishPair()
    const { id, file } = project
    await change(id, { visibility: 'archived' })
    for (const path of [
      `/api/v1/icon/${id}`,
      `/api/v1/icon/${id}/versions`,
      `/api/v1/icon/${id}/icons`,
      `/api/v1/icon/${id}/related`,
      `/api/v1/file/sha256/${file?.sha256}`,
      file?.url ?? '',
    ]) {
      expect((await headOnly(backend.app.request(path))).status, path).toBe(200)
    }
  })

  it('counts its downloads, and its author can change it without listing it', async () => {
    const { project } = await publishPair()
    await change(project.id, { visibility: 'unlisted' })
    const record = { method: 'POST', body: { kind: 'icon', id: project.id, event: 'download' } }
    const visitor = clientOf(backend, { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' })
    expect(await visitor.ask('/statistic/record', record)).toMatchObject({ code: 200 })
    const body = { id: project.id, title: 'Orchard of plums' }
    const put = { method: 'PUT', body, token: ada }
    expect((await clientOf(backend).ask('/icon', put)).code).toBe(200)
    expect(await projectOf(project.id)).toMatchObject({
      visibility: 'unlisted',
      title: 'Orchard of plums',
      downloads: 1,
    })
    expect(JSON.stringify(await ask('/index/search?q=orchard'))).not.toContain(project.id)
  })

  it('is listed for its author alone', async () => {
    const { project } = await publishPair()
    await change(project.id, { visibility: 'archived' })
    const own = unlistedProjectsSchema.parse((await ask('/account/unlisted', ada)).data)
    expect(own.items).toMatchObject([{ id: project.id, visibility: 'archived' }])
    expect(await ask('/account/unlisted', eve)).toMatchObject({ data: { items: [] } })
  })

  it('stays out of lists after the operator hid and restored it', async () => {
    const { project, other } = await publishPair()
    await change(project.id, { visibility: 'unlisted' })
    await moderate('hide', project)
    expect((await ask(`/icon/${project.id}`)).code).toBe(404)
    expect(await change(project.id, { visibility: 'listed' })).toMatchObject({ code: 409 })
    await moderate('restore', project)
    expect((await ask(`/icon/${project.id}`)).code).toBe(200)
    for (const path of Object.values(LISTINGS)) {
      expect(await shows(path, project, other), path).toBe(false)
    }
  })
})

describe('a deprecated project', () => {
  it('has a reason and a replacement, and stays in lists', async () => {
    const { project, other } = await publishPair()
    const deprecation = { reason: 'Eve draws better.', successor_id: other.id }
    expect(await change(project.id, { deprecation })).toMatchObject({ code: 200 })
    const expected = {
      at: '2026-06-01T12:00:00.000Z',
      reason: 'Eve draws better.',
      successor: { id: other.id, kind: 'icon', title: 'Meadow' },
    }
    expect((await projectOf(project.id)).deprecation).toMatchObject(expected)
    const list = z.object({ items: z.array(projectSchema) })
    const { items } = list.parse((await ask('/icon/list?view=card')).data)
    expect(items.find(({ id }) => id === project.id)?.deprecation).toMatchObject({
      reason: 'Eve draws better.',
    })
    await change(project.id, { deprecation: null })
    expect((await projectOf(project.id)).deprecation).toBeNull()
  })

  it('keeps its date when the reason changes, and loses a successor that is gone', async () => {
    const { project, other } = await publishPair()
    await change(project.id, { deprecation: { successor_id: other.id } })
    backend.setClock('2026-06-01T12:05:00Z')
    await change(project.id, { deprecation: { reason: 'Later.', successor_id: other.id } })
    expect((await projectOf(project.id)).deprecation).toMatchObject({
      at: '2026-06-01T12:00:00.000Z',
      reason: 'Later.',
    })
    await moderate('hide', other)
    expect((await projectOf(project.id)).deprecation).toMatchObject({ successor: null })
    await moderate('restore', other)
    expect((await projectOf(project.id)).deprecation?.successor?.id).toBe(other.id)
    const removal = { method: 'DELETE', token: eve }
    await clientOf(backend).ask(`/icon?id=${other.id}`, removal)
    expect((await projectOf(project.id)).deprecation).toMatchObject({ successor: null })
  })

  it('changes with its successor: the page that names it is rendered again', async () => {
    const { project, other } = await publishPair()
    await change(project.id, { deprecation: { successor_id: other.id } })
    const last = await newest()
    const put = { method: 'PUT', body: { id: other.id, title: 'Heath' }, token: eve }
    await clientOf(backend).ask('/icon', put)
    const { items } = changesSchema.parse((await changes(`?after=${last}`)).data)
    expect(items.map(({ id }) => id)).toContain(project.id)
  })

  it('cannot be replaced by itself, an unknown project or a hidden one', async () => {
    const { project, other } = await publishPair()
    await moderate('hide', other)
    for (const successor_id of [project.id, 'nowhere', other.id]) {
      expect(await change(project.id, { deprecation: { successor_id } })).toMatchObject({
        code: 409,
        reason: 'successor_unknown',
        fields: ['successor_id'],
      })
    }
    expect((await projectOf(project.id)).deprecation).toBeNull()
  })
})

describe('a change of the status', () => {
  it('is refused with a value that is invalid', async () => {
    const { id } = await publishProject(backend, ada)
    for (const body of [
      { visibility: 'hidden' },
      { visibility: null },
      { deprecation: { reason: 'x'.repeat(301) } },
      { deprecation: { reason: 'two\nlines' } },
      { deprecation: { successor_id: '../x' } },
      { deprecation: 'yes' },
    ]) {
      expect(await change(id, body)).toMatchObject({ code: 400, reason: 'invalid_input' })
    }
    expect(await projectOf(id)).toMatchObject({ visibility: 'listed', deprecation: null })
  })

  it('is for its author only, and so is reading it', async () => {
    const { id } = await publishProject(backend, ada)
    expect(await change(id, { visibility: 'archived' }, eve)).toMatchObject({ code: 404 })
    expect((await ask(`/icon/${id}/status`, eve)).code).toBe(404)
    expect((await ask(`/icon/${id}/status`)).code).toBe(401)
    const status = projectStatusSchema.parse((await ask(`/icon/${id}/status`, ada)).data)
    const nothing = { deprecation: null, scheduled: [], held: [], discarded: [] }
    expect(status).toMatchObject({ visibility: 'listed', ...nothing })
  })

  it('is in the log, increases the revision, and refuses an outdated one', async () => {
    const { id, revision = 0 } = await publishProject(backend, ada)
    await change(id, { visibility: 'archived' })
    expect((await projectOf(id)).revision).toBe(revision + 1)
    const late = await backend.get(`/icon/${id}/status`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${ada}`, 'if-match': `"${revision}"` },
      body: JSON.stringify({ visibility: 'listed' }),
    })
    expect(late).toMatchObject({ code: 409, reason: 'stale' })
    const log = projectLogSchema.parse((await ask(`/icon/${id}/log`, ada)).data)
    expect(log.items.map(({ event }) => event)).toEqual(['status', 'published'])
  })
})
