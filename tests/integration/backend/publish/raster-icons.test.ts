import { expect, it } from 'vitest'
import { manifestSchema } from '#lib/contract/file/container.ts'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { zip } from '#demo/archive.ts'
import { ICON_MAX_BYTES, RASTER_ICON_MAX_BYTES } from '#backend/services/container/icon-size.ts'
import { registered } from '#tests/support/accounts.ts'
import { COLOURS } from '#tests/support/animations.ts'
import { testBackend } from '#tests/support/backend.ts'
import { createPicture, type PictureFormat } from '#tests/support/images.ts'
import { requestAs, untilReady, upload } from '#tests/support/publishing.ts'
import { readZip } from '#tests/support/read-zip.ts'

const backend = await testBackend()

const make = (format: PictureFormat) => createPicture({ width: 24, height: 16, format })

it('PNG, WebP, JPEG and GIF icons are taken; the archive that is made of them is kept unchanged', async () => {
  const ada = await registered(backend)
  const send = async (bytes: Uint8Array, name: string) =>
    uploadedFileSchema.parse((await upload(backend, ada, { bytes, name })).data)
  const [, moving = Buffer.alloc(0)] = COLOURS[0] ?? []
  const bytes = await zip([
    { path: 'a.PNG', content: await make('png') },
    { path: 'b.webp', content: await make('webp') },
    { path: 'c.JPEG', content: await make('jpeg') },
    { path: 'd.gif', content: moving },
    { path: 'f.jpg', content: Buffer.alloc(RASTER_ICON_MAX_BYTES + 1, 7) },
    { path: 'g.svg', content: Buffer.alloc(ICON_MAX_BYTES + 1, ' ') },
  ])
  const { id, warnings } = await send(bytes, 'pack.zip')
  expect(warnings).toContainEqual({ code: 'icons_left_out', count: 2, entry: 'f.jpg' })
  const stored = await requestAs(backend, ada, `/api/v1/file/${id}/x`)
  const standard = Buffer.from(await stored.arrayBuffer())
  const entries = await readZip(standard)
  const icons = ['icons/a.png', 'icons/b.webp', 'icons/c.jpg', 'icons/d.gif']
  expect([...entries.keys()]).toEqual(['manifest.json', ...icons])
  const manifest = manifestSchema.parse(JSON.parse(entries.get('manifest.json') ?? ''))
  expect(manifest).toMatchObject({ format_version: 2, icons: icons.map((file) => ({ file })) })
  const again = await send(standard, 'pack.iconpack')
  expect(again).toMatchObject({ format: 'keystrip', size: standard.length, warnings: [] })
  await untilReady(backend, ada, id)
  for (const name of ['a', 'b', 'c', 'd']) {
    const drawing = await requestAs(backend, ada, `/api/v1/file/${id}/icons/${name}.svg`)
    expect(await drawing.text(), name).toMatch(/^<svg [^>]*><image [^>]*href="data:image\/png/)
  }
})
