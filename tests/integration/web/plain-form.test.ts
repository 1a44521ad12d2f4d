import { beforeEach, describe, expect, it } from 'vitest'
import { buildProject } from '#tests/support/builders.ts'
import { answer } from '#tests/support/faulty-backend.ts'
import { COMPLETE, ME, startPlainSite, toForm } from '#tests/support/plain-form.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const MB = 1024 * 1024

const site = await stoppedAtEnd(startPlainSite())
beforeEach(() => site.reset())

describe('a complete form', () => {
  it('is published with its files and key, and leads to the project’s page', async () => {
    const { response, location } = await site.post(toForm(COMPLETE))
    expect(response.status).toBe(303)
    expect(location).toBe('/home/user/published/icon/a1')
    expect(site.writes()).toEqual([
      {
        key: 'key-of-this-form',
        body: expect.objectContaining({
          file_id: 'mine_iconpack',
          cover_id: 'cover_png',
          gallery_ids: ['cover_png'],
          alternative_texts: ['', ''],
          description: 'One\nTwo',
          tags: ['a', 'b'],
        }),
      },
    ])
    expect(site.changed()).toEqual([
      expect.objectContaining({ name: 'create', isUncertain: false }),
    ])
  })

  it('sent twice is published once, although its files were uploaded twice', async () => {
    await site.post(toForm(COMPLETE))
    const { location } = await site.post(toForm(COMPLETE))
    expect(location).toBe('/home/user/published/icon/a1')
    expect(site.writes()).toHaveLength(1)
  })

  it('sent again with other content is published again', async () => {
    await site.post(toForm(COMPLETE))
    await site.post(toForm({ ...COMPLETE, title: 'Orchard II' }))
    expect(site.writes().map(({ body }) => body)).toEqual([
      expect.objectContaining({ title: 'Orchard' }),
      expect.objectContaining({ title: 'Orchard II' }),
    ])
  })

  it('sent again by another account of the browser is published for that account, too', async () => {
    await site.post(toForm(COMPLETE))
    site.answerInstead('GET /account/info', (_, res) => answer(res, 200, { ...ME, uid: 'u2' }))
    await site.post(toForm(COMPLETE))
    expect(site.writes()).toHaveLength(2)
  })

  it('whose drawings are not ready is published as soon as they are', async () => {
    let isReady = false
    site.answerInstead('POST /icon', (req, res) => {
      if (isReady) return site.call('POST /icon', req, res)
      res.writeHead(409, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ code: 409, message: '', data: null, reason: 'not_ready' }))
    })
    site.answerInstead('GET /file/mine_iconpack/state', (_, res) => {
      answer(res, 200, { state: isReady ? 'ready' : 'working', done: 0, total: 1 })
      isReady = true
    })
    expect((await site.post(toForm(COMPLETE))).location).toBe('/home/user/published/icon/a1')
  })
})

describe('a button of the form', () => {
  const kept = (id: string) =>
    JSON.stringify({ id, name: `${id}.png`, size: 1, alt: '', url: `/api/v1/file/${id}/x` })
  const { gallery: _, ...rest } = COMPLETE
  const pictures = { ...rest, 'gallery.0.kept': kept('one'), 'gallery.1.kept': kept('two') }
  const galleryOf = () =>
    site
      .forms()
      .at(-1)
      ?.values.gallery.map(({ id }) => id)

  it.each([
    ['earlier:gallery.1', ['two', 'one']],
    ['later:gallery.0', ['two', 'one']],
    ['remove:gallery.0', ['two']],
    ['read:', ['one', 'two']],
  ])('%s changes the pictures and publishes nothing', async (intent, expected) => {
    const { location } = await site.post(toForm({ ...pictures, title: '', intent }))
    expect(location).toBe('/home/user/uploadicon?draft=form0#errors')
    expect(galleryOf()).toEqual(expected)
    expect(site.errors()).toEqual([])
    expect(site.writes()).toEqual([])
  })

  it('names a picture that was refused', async () => {
    const wrong = new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' })
    await site.post(toForm({ ...pictures, gallery: wrong, intent: 'read:' }))
    expect(galleryOf()).toEqual(['one', 'two'])
    expect(site.errors()).toEqual(['gallery bad_image x.svg'])
  })
})

it('single systems take the place of all platforms', async () => {
  const form = toForm(COMPLETE)
  form.append('operating_systems', 'macos')
  await site.post(form)
  expect(site.writes()[0]?.body).toMatchObject({ operating_systems: ['macos'] })
})

describe('a form that is previewed', () => {
  const preview = (values: Parameters<typeof toForm>[0]) =>
    site.post(toForm({ ...values, intent: 'preview' }))

  it('is kept with its files and leads to the preview, however incomplete it is', async () => {
    const { response, location } = await preview({ file: COMPLETE.file, tagline: 'For keys' })
    expect(response.status).toBe(303)
    expect(location).toBe('/home/user/preview/form0')
    const [form] = site.forms()
    expect(form).toMatchObject({ kind: 'icon', edited: null, errors: [], conflict: null })
    expect(form?.values).toMatchObject({ tagline: 'For keys', file: { id: 'mine_iconpack' } })
    expect(site.writes()).toEqual([])
    expect(site.changed()).toEqual([])
  })

  it('is shown again if a file was refused', async () => {
    const { location } = await preview({ ...COMPLETE, file: new File([], 'x.iconpack') })
    expect(location).toBe('/home/user/uploadicon?draft=form0#errors')
    expect(site.errors()).toEqual(['file empty x.iconpack'])
  })

  it('is shown again if the backend keeps no forms', async () => {
    site.answerInstead('POST /account/forms', (_, res) => answer(res, 404, null))
    const { location } = await preview(COMPLETE)
    expect(location).toBe('/home/user/uploadicon?errors=#errors')
    expect(site.writes()).toEqual([])
  })
})

describe('a rejected form', () => {
  it.each([
    ['of another type', { file: new File(['PK'], 'x.flexbar') }, 'file wrong_type x.flexbar'],
    ['that is empty', { file: new File([], 'x.iconpack') }, 'file empty x.iconpack'],
    ['that was not chosen', { file: new File([], '') }, 'file file_id'],
    [
      'that is too large',
      { file: new File([new Uint8Array(2 * MB)], 'x.iconpack') },
      'file too_large x.iconpack',
    ],
    [
      'that is no picture',
      { cover: new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' }) },
      'cover bad_image x.svg',
    ],
    [
      'that is too large for a picture',
      { gallery: new File([new Uint8Array(11 * MB)], 'x.png', { type: 'image/png' }) },
      'gallery too_large x.png',
    ],
  ])('names a file %s at its field, and keeps everything else', async (_, wrong, error) => {
    const { location } = await site.post(toForm({ ...COMPLETE, ...wrong }))
    expect(location).toBe('/home/user/uploadicon?draft=form0#errors')
    expect(site.errors()).toEqual([error])
    const { title, description, cover, gallery, file } = site.forms()[0]?.values ?? {}
    expect({ title, description }).toEqual({ title: 'Orchard', description: 'One\nTwo' })
    expect([file, cover, ...(gallery ?? [])].filter(Boolean).length).toBeGreaterThanOrEqual(2)
    expect(site.writes()).toEqual([])
  })

  it('names the endings that would be accepted', async () => {
    await site.post(toForm({ ...COMPLETE, file: new File(['PK'], 'x.flexbar') }))
    expect(site.forms()[0]?.errors[0]?.details).toEqual({
      endings: '.iconpack, .zip, .streamDeckIconPack, .json',
    })
  })

  it('names a second file for one field; the first one is kept', async () => {
    const form = toForm(COMPLETE)
    form.append('file', new File(['PK'], 'second.iconpack'))
    await site.post(form)
    expect(site.errors()).toEqual(['file one_file second.iconpack'])
    expect(site.forms()[0]?.values.file?.name).toBe('mine.iconpack')
  })

  it('names all missing fields at once', async () => {
    await site.post(toForm({}))
    expect(site.errors()).toEqual([
      'file file_id',
      'title title',
      'cover cover_id',
      'gallery gallery_ids',
      'operating_systems operating_systems',
      'category category',
    ])
  })

  it('is shown with its errors alone if the backend keeps no forms', async () => {
    site.answerInstead('POST /account/forms', (_, res) => answer(res, 404, null))
    const { location } = await site.post(toForm({ ...COMPLETE, title: '', category: '' }))
    const errorsInQuery = 'title.title,category.category'
    expect(location).toBe(
      `/home/user/uploadicon?errors=${encodeURIComponent(errorsInQuery)}#errors`,
    )
  })

  it('shows why the backend refused it', async () => {
    site.answerInstead('POST /icon', (_, res) => answer(res, 503, null))
    await site.post(toForm(COMPLETE))
    expect(site.errors()).toEqual(['unavailable'])
    expect(site.changed()).toEqual([expect.objectContaining({ isUncertain: true })])
  })
})

describe('an edit with a new file', () => {
  const next = { higher_than: '1.0.0', removed: { icons: 1, keys: 0 }, added_rights: null }
  beforeEach(() => {
    site.answerInstead('GET /icon/a1', (_, res) =>
      answer(res, 200, buildProject({ id: 'a1', kind: 'icon', version: '1.0.0' })),
    )
    site.answerInstead('GET /icon/a1/next-version', (_, res) =>
      answer(res, 200, { version: '1.1.0', ...next }),
    )
  })
  const edit = (values: object) => site.post(toForm({ ...COMPLETE, ...values }), {}, 'icon', 'a1')

  it('is shown again with the next version number, to review', async () => {
    expect((await edit({})).location).toContain('/home/user/editicon?id=a1&draft=')
    expect(site.errors()).toEqual([])
    expect(site.forms().at(-1)).toMatchObject({ values: { version: '1.1.0' }, isReview: true })
  })

  it('keeps a version that was typed', async () => {
    site.answerInstead('PUT /icon', (_, res) => answer(res, 503, null))
    await edit({ version: '3.0.0' })
    expect(site.forms().at(-1)).toMatchObject({ values: { version: '3.0.0' } })
  })
})

it('a post from another site is refused', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await site.post(toForm(COMPLETE), headers)).response.status).toBe(403)
  expect(site.writes()).toEqual([])
})
