import { beforeEach, describe, expect, it } from 'vitest'
import { popularSchema } from '#lib/contract/list.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildIconPack } from '#tests/support/containers.ts'

const backend = await testBackend()
beforeEach(() => backend.empty())

describe('related projects', () => {
  const relatedTitles = async (id: string, kind = 'icon') => {
    const { status, data } = await backend.get(`/${kind}/${id}/related`)
    expect(status).toBe(200)
    return popularSchema.parse(data).items.map(({ title }) => title)
  }

  it('share tags and icon names, then the category, and are by other authors', async () => {
    const fields = { description: '', category: 'weather' } as const
    const file = await buildIconPack('cloud', 'sun', 'rain')
    const id = await backend.add({ ...fields, title: 'Own', author: 'Ada', tags: ['sky'], file })
    await backend.add({
      ...fields,
      title: 'Unrelated',
      author: 'Bo',
      category: 'games',
      downloads: 9e6,
    })
    await backend.add({ ...fields, title: 'Category', author: 'Bo', downloads: 9000 })
    await backend.add({ ...fields, title: 'Tag', author: 'Bo', category: 'games', tags: ['sky'] })
    await backend.add({
      ...fields,
      title: 'Icons',
      author: 'Cy',
      file: await buildIconPack('cloud', 'sun'),
    })
    await backend.add({ ...fields, title: 'Same author', author: 'Ada', tags: ['sky'] })
    await backend.add({
      ...fields,
      title: 'Plugin',
      author: 'Bo',
      kind: 'plugin',
      category: 'audio',
      tags: ['sky'],
    })
    expect(await relatedTitles(id)).toEqual(['Icons', 'Tag', 'Category'])
  })

  it('are stored, found again by a job after a day, and at once after the project has changed', async () => {
    backend.setClock('2026-06-01T12:00:00Z')
    const id = await backend.add({ title: 'Own', author: 'Ada' })
    await backend.add({ title: 'First', author: 'Bo' })
    expect(await relatedTitles(id)).toEqual(['First'])
    await backend.add({ title: 'Second', author: 'Cy' })
    expect(await relatedTitles(id)).toEqual(['First'])
    backend.setClock('2026-06-02T12:01:00Z')
    await expect
      .poll(async () => {
        backend.jobs.wake()
        return relatedTitles(id)
      })
      .toHaveLength(2)
    await backend.add({ title: 'Third', author: 'Di' })
    await backend.db.transaction((tx) => indexProject(tx, id))
    expect(await relatedTitles(id)).toHaveLength(3)
  })

  it('may be empty; are 404 for unknown projects', async () => {
    const id = await backend.add({ title: 'Alone' })
    expect(await relatedTitles(id)).toEqual([])
    expect((await backend.get('/icon/nothing/related')).status).toBe(404)
    expect((await backend.get(`/plugin/${id}/related`)).status).toBe(404)
  })
})
