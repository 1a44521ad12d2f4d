import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fileContentsSchema } from '#lib/contract/file/file-contents.ts'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { createPicture } from '#tests/support/images.ts'
import { isLeftOut, isWritable, target, token, toUrl } from './client.ts'
import { dataOf, FILE_KINDS, send, upload, uploadReady } from './creator.ts'

const project = { purpose: 'project', name: 'pack.iconpack', bytes: buildStandardFile('icon') }

async function fetchBytes(url: string) {
  const response = await fetch(toUrl(url), { headers: { authorization: `Bearer ${token}` } })
  expect(response.status, url).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

describe.skipIf(!isWritable)('uploads', () => {
  it.each(['cover', 'gallery'])('a picture: %s', async (purpose) => {
    const bytes = await createPicture({ width: 640, height: 400 })
    const file = dataOf(
      await upload(target, token, { purpose, name: 'a b.png', bytes }),
      uploadedFileSchema,
    )
    expect(file).toMatchObject({ width: 640, height: 400 })
    const stored = await fetchBytes(file.url)
    expect(await sharp(stored).metadata()).toMatchObject({ width: 640, height: 400 })
    expect(file.size).toBe(stored.byteLength)
    expect(file.sha256).toBe(createHash('sha256').update(stored).digest('hex'))
  })

  it('a picture is cropped', async () => {
    const bytes = await createPicture({ width: 640, height: 400 })
    const crop = '100,50,320,200'
    const picture = { purpose: 'cover', name: 'cover.png', bytes, crop }
    const file = dataOf(await upload(target, token, picture), uploadedFileSchema)
    expect(file).toMatchObject({ width: 320, height: 200 })
    const stored = await sharp(await fetchBytes(file.url)).metadata()
    expect(stored).toMatchObject({ width: 320, height: 200 })
  })

  it('a project file', async () => {
    const file = dataOf(await upload(target, token, project), uploadedFileSchema)
    expect(file.name).toBe(project.name)
    const stored = await fetchBytes(file.url)
    expect(file.size).toBe(stored.byteLength)
    expect(file.sha256).toBe(createHash('sha256').update(stored).digest('hex'))
  })

  it.for(FILE_KINDS)(
    'contents of a project file before it is published: %s',
    async (kind, { skip }) => {
      const name = `contents${KIND_TABLE[kind].fileEnding}`
      const bytes = buildStandardFile(kind)
      const { id, sha256 } = await uploadReady(target, token, { purpose: 'project', name, bytes })
      const answer = await send(target, `/file/${id}/contents`, { method: 'GET', token })
      if (isLeftOut(answer.code)) return skip('the backend leaves the call out')
      const contents = dataOf(answer, fileContentsSchema)
      expect(contents.file).toMatchObject({ name, sha256 })
      const [icons, pages] = kind === 'icon' ? [['sun', 'moon'], []] : [[], ['Main']]
      expect(contents.icons.items.map((icon) => icon.name)).toEqual(icons)
      expect(contents.pages.map((page) => page.name)).toEqual(pages)
      return undefined
    },
  )

  it('each upload is a file of its own, even of the same bytes', async () => {
    const first = dataOf(await upload(target, token, project), uploadedFileSchema)
    const second = dataOf(await upload(target, token, project), uploadedFileSchema)
    expect(second.id).not.toBe(first.id)
  })

  it.each([
    ['a picture that is text', { purpose: 'cover', name: 'x.png', bytes: Buffer.from('text') }],
    ['an archive that is cut off', { ...project, bytes: Buffer.from('PK\u0003\u0004broken') }],
    ['an unknown purpose', { ...project, purpose: 'avatar' }],
    ['a malformed crop', { ...project, purpose: 'cover', crop: '1,2,3' }],
  ])('rejects %s', async (_, file) => {
    expect(await upload(target, token, file)).toMatchObject({ code: 400, data: null })
  })

  it('needs a session', async () => {
    expect((await upload(target, 'not-a-token', project)).code).toBe(401)
  })
})
