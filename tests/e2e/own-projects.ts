import { expect, type Page } from 'playwright/test'
import { z } from 'zod'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { fileStateSchema, uploadedFileSchema } from '#lib/contract/publish.ts'
import { container, picture } from './form.ts'

const headers = { 'sec-fetch-site': 'same-origin' }
type File = Awaited<ReturnType<typeof picture>> | Awaited<ReturnType<typeof container>>

/** Uploads a file in the name of the account of `page`. @returns its id. */
async function upload(page: Page, purpose: string, file: File): Promise<string> {
  const answer = await page.request.post('/api/v1/file/upload', {
    headers,
    multipart: { purpose, file },
  })
  return uploadedFileSchema.parse((await answer.json()).data).id
}

const untilReady = (page: Page, id: string) =>
  expect
    .poll(async () => {
      const answer = await page.request.get(`/api/v1/file/${id}/state`)
      return fileStateSchema.parse((await answer.json()).data).state
    })
    .toBe('ready')

/**
 * Publishes an icon pack by calls of the API, for tests of what follows.
 * @param icon the only icon of the pack; a pack that is hidden needs one that no other test publishes.
 * @returns its id.
 */
export async function publishByApi(
  page: Page,
  title: string,
  icon = 'sun',
  given: { file?: File; cover?: File; one?: File; alternative_texts?: string[] } = {},
): Promise<string> {
  const { alternative_texts } = given
  const file = given.file ?? (await container(KIND_TABLE.icon.fileEnding, icon))
  const cover = given.cover ?? (await picture())
  const one = given.one ?? (await picture('one.png'))
  const [fileId, coverId, pictureId] = await Promise.all([
    upload(page, 'project', file),
    upload(page, 'cover', cover),
    upload(page, 'gallery', one),
  ])
  await untilReady(page, fileId)
  const answer = await page.request.post('/api/v1/icon', {
    headers,
    data: {
      title,
      description: 'Trees.',
      version: '1.0.0',
      operating_systems: ['all'],
      minimum_version: '1.0.0',
      category: 'nature',
      file_id: fileId,
      cover_id: coverId,
      gallery_ids: [pictureId],
      ...(alternative_texts && { alternative_texts }),
    },
  })
  const { data } = z.object({ data: z.object({ id: z.string() }) }).parse(await answer.json())
  return data.id
}

/** Publishes another version of an icon pack. */
export async function addVersion(
  page: Page,
  id: string,
  version: string,
  said: { publish_at?: string } = {},
): Promise<void> {
  const file = await upload(page, 'project', await container(KIND_TABLE.icon.fileEnding, 'comet'))
  await untilReady(page, file)
  const answer = await page.request.put('/api/v1/icon', {
    headers,
    data: { id, version, file_id: file, ...said },
  })
  expect(await answer.json()).toMatchObject({ code: 200 })
}
