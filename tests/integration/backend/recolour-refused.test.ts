import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { colourVariants, fileDrawings, files, projects, versions } from '#backend/db/tables.ts'
import { deleteFiles } from '#backend/services/file/delete.ts'
import { testBackend } from '#tests/support/backend.ts'
import { SVG } from '#tests/support/containers.ts'
import { OPERATOR_SECRET } from '#tests/support/operator.ts'
import { PACK, reasonOf, recolouringOf, TIDE } from '#tests/support/recolour.ts'

const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
const packs = recolouringOf(backend)
beforeEach(() => backend.empty())

/** A picture in one shade of grey. */
const blackPicture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
describe('a pack is offered in its own colours alone', () => {
  const icon = (content: string | Buffer, path = 'icons/star.svg') => [...PACK, { path, content }]
  it.each([
    ['with an icon in another colour', () => icon(SVG.replace('<path', '<path fill="red"'))],
    ['with an icon of two greys', () => icon(SVG.replace('<path', '<path stroke="#fff"'))],
    ['with an icon that is not shown', () => icon('<svg')],
    [
      'with an icon that moves',
      () => icon(SVG.replace('/></svg>', '><animate attributeName="x" to="1"/></path></svg>')),
    ],
    ['with a picture', async () => icon(await blackPicture(), 'icons/star.png')],
  ])('%s', async (_, entries) => {
    const { id, fileId } = await packs.add(await entries())
    expect(await packs.offered(id)).toMatchObject({ refused: 'colours' })
    const answer = await packs.download(fileId)
    expect([answer.status, reasonOf(answer)]).toEqual([409, 'colours'])
    expect(await backend.db.$count(colourVariants)).toBe(0)
  })

  it('that is kept unread, of which nothing is said', async () => {
    const unread = [{ path: 'project.bin', content: Buffer.alloc(500, 7) }]
    const { id, fileId } = await packs.add(unread)
    expect(await packs.offered(id)).toBeUndefined()
    expect(reasonOf(await packs.download(fileId))).toBe('colours')
  })

  it('with a picture that is found only when it is to be recoloured', async () => {
    const { id, fileId } = await packs.add(icon(await blackPicture(), 'icons/star.png'))
    await backend.db.update(fileDrawings).set({ raster: null })
    expect(await packs.offered(id)).toMatchObject({ refused: null })
    expect(reasonOf(await packs.download(fileId))).toBe('colours')
    expect(await packs.offered(id)).toMatchObject({ refused: 'colours' })
  })

  it.each([
    ['CC-BY-ND-4.0', 'no_derivatives'],
    ['All rights reserved', 'unknown_license'],
    [null, 'unknown_license'],
  ])('under %s', async (name, reason) => {
    const { id, fileId } = await packs.add(PACK, { license: name })
    expect(await packs.offered(id)).toMatchObject({ refused: reason })
    const answer = await packs.download(fileId)
    expect([answer.status, reasonOf(answer)]).toEqual([409, reason])
  })

  it.each([
    ['CC-BY-ND-4.0', 'no_derivatives'],
    [null, 'unknown_license'],
  ])('of several colours under %s by its licence', async (license, reason) => {
    const colourful = icon(SVG.replace('<path', '<path fill="red"'))
    const { id } = await packs.add(colourful, { license })
    expect(await packs.offered(id)).toMatchObject({ refused: reason })
  })

  it('once its licence is changed to one that forbids it', async () => {
    const { id, fileId } = await packs.add()
    const { sha256: hash } = await packs.describe(fileId)
    await backend.db.update(projects).set({ license: 'CC-BY-ND-4.0' }).where(eq(projects.id, id))
    await backend.db.update(versions).set({ facts: null })
    for (const path of [`/file/${fileId}/variants/${TIDE}/x.iconpack`, `/file/sha256/${hash}`]) {
      expect((await packs.ask(path)).status).toBe(409)
    }
  })
})

describe('colours of a version are had as long as its file', () => {
  const paths = async (fileId: string) => {
    const { sha256: hash, url } = await packs.describe(fileId)
    return [`/file/sha256/${hash}`, url.slice('/api/v1'.length), `/file/${fileId}/variants/${TIDE}`]
  }
  const statuses = (addresses: string[]) =>
    Promise.all(addresses.map(async (one) => (await packs.ask(one)).status))

  it('not while its project is hidden, and again afterwards', async () => {
    const { id, fileId } = await packs.add()
    const addresses = await paths(fileId)
    const hide = (hiddenAt: Date | null, state: 'hidden' | 'stored') =>
      backend.db.transaction(async (tx) => {
        await tx.update(projects).set({ hiddenAt }).where(eq(projects.id, id))
        await tx.update(files).set({ state }).where(eq(files.id, fileId))
      })
    await hide(new Date(), 'hidden')
    expect(await statuses(addresses)).toEqual([404, 404, 404])
    await hide(null, 'stored')
    expect(await statuses(addresses)).toEqual([200, 200, 200])
  })

  it('of a yanked version too, but not of a discarded or scheduled one', async () => {
    const { fileId } = await packs.add()
    const addresses = await paths(fileId)
    await backend.db.update(versions).set({ yankedAt: new Date() })
    expect(await statuses(addresses)).toEqual([200, 200, 200])
    await backend.db.update(versions).set({ publishAt: new Date('2026-07-01') })
    expect(await statuses(addresses)).toEqual([404, 404, 404])
    const trashed = { state: 'hidden', trashedAt: new Date() } as const
    await backend.db.update(files).set(trashed).where(eq(files.id, fileId))
    expect(await statuses(addresses)).toEqual([410, 404, 404])
  })

  it('and go with it', async () => {
    const { fileId } = await packs.add()
    await packs.describe(fileId)
    const [row] = await backend.db.select().from(colourVariants)
    await backend.db.update(projects).set({ fileId: null })
    await backend.db.delete(versions)
    expect(await deleteFiles(backend.db, [fileId])).toContain(row?.key)
    expect(await backend.db.$count(colourVariants)).toBe(0)
  })
})
