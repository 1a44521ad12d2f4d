import { Readable } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { answer } from '#tests/support/faulty-backend.ts'
import { COMPLETE, readJson, startPlainSite, toForm } from '#tests/support/plain-form.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const site = await stoppedAtEnd(startPlainSite())
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

describe('an archive whose names may be in several encodings', () => {
  const { file: _, ...rest } = COMPLETE
  const file = { id: 'before', name: 'Namen.zip', size: 1, alt: '' }
  const press = (of: string) =>
    site.post(toForm({ ...rest, 'file.0.kept': JSON.stringify(file), intent: `names:${of}` }))
  const asked: unknown[] = []
  beforeEach(() => {
    asked.length = 0
    site.answerInstead('POST /file/before/names', async (req, res) => {
      asked.push(await readJson(req))
      answer(res, 200, { ...file, id: 'read', url: '/api/v1/file/read/x', sha256: '' })
    })
  })

  it('is read again in the one whose button is pressed; nothing that was typed is lost', async () => {
    await press('macroman')
    expect(asked).toEqual([{ encoding: 'macroman' }])
    const form = site.forms().at(-1)
    expect(form).toMatchObject({ errors: [], values: { title: COMPLETE.title } })
    expect(form?.values.file).toMatchObject({ id: 'read', name: 'Namen.zip' })
    expect(site.writes()).toEqual([])
  })

  it('stays as it is for another word, and where it cannot be read so', async () => {
    await press('utf-7')
    expect(asked).toEqual([])
    expect(site.forms().at(-1)?.values.file).toMatchObject({ id: 'before' })
    site.answerInstead('POST /file/before/names', (_req, res) => answer(res, 503, null))
    await press('macroman')
    expect(site.forms().at(-1)).toMatchObject({
      errors: [{ field: 'file', error: 'unavailable' }],
      values: { file: { id: 'before' } },
    })
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

describe('a picture of a README', () => {
  const { file: _, cover: __, gallery: ___, ...texts } = COMPLETE
  const repository_url = 'https://github.com/ada/plums'
  const commit = 'c0ffee0000000000000000000000000000000000'
  const pictures = ['a.png', 'docs/b%20c.png'].map((path) => ({ path }))
  const facts = {
    title: 'Plums',
    description: '',
    version: '1.0.0',
    operating_systems: ['all'],
    author: 'Ada',
    minimum_version: null,
    license: null,
    repository_url,
    readme: { commit, pictures },
  }
  const press = (of: string, rest: Record<string, string> = {}) =>
    site.post(
      toForm({
        ...texts,
        ...rest,
        repository_url,
        owner: 'ada',
        facts: JSON.stringify(facts),
        intent: `take:${of}`,
      }),
      {},
      'plugin',
    )
  const asked: unknown[] = []
  beforeEach(() => {
    asked.length = 0
    site.answerInstead('POST /plugin/github/picture', async (req, res) => {
      asked.push(await readJson(req))
      answer(res, 200, {
        id: 'taken',
        url: '/api/v1/file/taken/x',
        name: 'b c.png',
        size: 1,
        sha256: '',
      })
    })
  })

  it('becomes the cover, or the last of the gallery', async () => {
    await press('cover.1')
    const body = { repository_url, commit, path: 'docs/b%20c.png' }
    expect(asked).toEqual([{ ...body, purpose: 'cover' }])
    expect(site.forms().at(-1)?.values.cover).toMatchObject({ id: 'taken', name: 'b c.png' })
    const kept = JSON.stringify({ id: 'mine', name: 'mine', size: 1, alt: '' })
    await press('gallery.1', { 'gallery.0.kept': kept })
    expect(
      site
        .forms()
        .at(-1)
        ?.values.gallery.map(({ id }) => id),
    ).toEqual(['mine', 'taken'])
  })

  it.each([
    ['bad_image', 400, 'cover bad_image'],
    ['not_found', 404, 'cover bad_image'],
    ['github_slow', 503, 'cover github_slow'],
  ])('that is refused as %s leaves the form as it was', async (reason, status, error) => {
    site.answerInstead('POST /plugin/github/picture', (_req, res) => {
      const envelope = { code: status, message: '', data: null, reason }
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(envelope))
    })
    await press('cover.0')
    expect(site.errors()).toContain(error)
    expect(site.forms().at(-1)?.values.cover).toBeNull()
  })

  it('that is none of them is not asked for', async () => {
    await press('cover.7')
    expect(asked).toEqual([])
  })
})
