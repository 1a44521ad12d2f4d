import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answer } from '#tests/support/faulty-backend.ts'
import { COMPLETE, readJson, startPlainSite, toForm } from '#tests/support/plain-form.ts'

let site: Awaited<ReturnType<typeof startPlainSite>>
beforeAll(async () => {
  site = await startPlainSite()
})
afterAll(() => site.stop())
beforeEach(() => site.reset())

describe('a file whose contents are not shown', () => {
  const HASH = 'a'.repeat(64)
  const picture = (name: string) => ({ id: name, url: `/api/v1/file/${name}/x`, name, size: 1 })
  const opaque = { ...picture('desk'), name: 'desk.iconpack', format: 'opaque', sha256: HASH }
  const entries = { count: 1, items: [{ name: 'state.db', size: 9 }] }
  const drawn: unknown[] = []
  beforeEach(() => {
    drawn.length = 0
    site.answerInstead('POST /file/upload', (_, res) =>
      answer(res, 200, { ...opaque, entries, warnings: [{ code: 'not_shown' }] }),
    )
    site.answerInstead('POST /file/desk/cover', async (req, res) => {
      drawn.push(await readJson(req))
      const made = (name: string) => ({ ...picture(name), sha256: HASH })
      answer(res, 200, { cover: made('cover'), gallery: [made('motif')] })
    })
  })
  const { cover: _, gallery: __, ...texts } = COMPLETE
  const looks = { intent: 'draw:2', palette: 'tide' }

  it('is shown once more with format, hash and entries; its cover has the title', async () => {
    const { location } = await site.post(toForm({ ...texts, ...looks }))
    expect(location).toBe('/home/user/uploadicon?draft=form0#errors')
    expect(drawn).toEqual([{ layout: 2, palette: 'tide', title: 'Orchard' }])
    const [form] = site.forms()
    expect(form).toMatchObject({ isReview: true, errors: [] })
    expect(form?.values.file).toMatchObject({ format: 'opaque', sha256: HASH, entries })
    expect(form?.values.cover).toMatchObject({ id: 'cover', drawn: { title: 'Orchard' } })
  })

  it('is drawn again where the title has changed, and not otherwise', async () => {
    await site.post(toForm({ ...texts, ...looks }))
    const { file, cover, gallery } = site.forms()[0]?.values ?? {}
    const kept = {
      'file.0.kept': JSON.stringify(file),
      'cover.0.kept': JSON.stringify(cover),
      'gallery.0.kept': JSON.stringify(gallery?.[0]),
    }
    const { file: ___, ...again } = texts
    await site.post(toForm({ ...again, ...kept }))
    expect(drawn).toHaveLength(1)
    await site.post(toForm({ ...again, ...kept, title: 'Another' }))
    expect(drawn.at(-1)).toMatchObject({ title: 'Another' })
    expect(site.writes()).toHaveLength(2)
  })
})

describe('a file that proposes a cover', () => {
  const cover = { id: 'icon', url: '/api/v1/file/icon/x', name: 'icon.png', size: 1, sha256: '' }
  const { cover: _, ...rest } = COMPLETE
  beforeEach(() =>
    site.answerInstead('POST /file/upload', async (req, res) => {
      await Readable.from(req).toArray()
      answer(res, 200, { ...cover, id: 'file', name: 'mine.iconpack', cover })
    }),
  )

  it('fills in the cover, which is shown before the form is published', async () => {
    await site.post(toForm(rest))
    expect(site.forms().at(-1)).toMatchObject({
      isReview: true,
      errors: [],
      values: { cover: { id: 'icon' } },
    })
    expect(site.writes()).toEqual([])
  })

  it('does not replace a chosen cover', async () => {
    const kept = JSON.stringify({ ...cover, id: 'mine', alt: '' })
    await site.post(toForm({ ...rest, 'cover.0.kept': kept }))
    expect(site.writes()).toMatchObject([{ body: { cover_id: 'mine' } }])
  })
})
