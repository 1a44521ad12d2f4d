import { expect, type Page } from 'playwright/test'
import { z } from 'zod'
import { KIND_TABLE, type OperatingSystem } from '#lib/contract/kind.ts'
import { fileStateSchema, githubCheckSchema, uploadedFileSchema } from '#lib/contract/publish.ts'
import { container, picture } from './form.ts'

const headers = { 'sec-fetch-site': 'same-origin' }
type File = Awaited<ReturnType<typeof picture>> | Awaited<ReturnType<typeof container>>

/** Uploads a file in the name of the account of `page`, and waits for its drawings. @returns its id. */
async function upload(page: Page, purpose: string, file: File): Promise<string> {
  const answer = await page.request.post('/api/v1/file/upload', {
    headers,
    multipart: { purpose, file },
  })
  const { id, state } = uploadedFileSchema.parse((await answer.json()).data)
  if (state === 'working') await untilReady(page, id)
  return id
}

const untilReady = (page: Page, id: string) =>
  expect
    .poll(async () => {
      const answer = await page.request.get(`/api/v1/file/${id}/state`)
      return fileStateSchema.parse((await answer.json()).data).state
    })
    .toBe('ready')

type Pictures = { cover?: File; one?: File; alternative_texts?: string[] }
const publishedSchema = z.object({ data: z.object({ id: z.string() }) })

/** Uploads the pictures of a project. @returns the fields of its request. */
async function withPictures(page: Page, { cover, one, alternative_texts }: Pictures = {}) {
  const [cover_id, pictureId] = await Promise.all([
    upload(page, 'cover', cover ?? (await picture())),
    upload(page, 'gallery', one ?? (await picture('one.png'))),
  ])
  return { cover_id, gallery_ids: [pictureId], ...(alternative_texts && { alternative_texts }) }
}

/**
 * Publishes an icon pack by calls of the API, for tests of what follows.
 * @param icon the only icon of the pack; a pack that is hidden needs one that no other test publishes.
 * @returns its id.
 */
export async function publishByApi(
  page: Page,
  title: string,
  icon = 'sun',
  given: Pictures & { file?: File } = {},
): Promise<string> {
  const file = given.file ?? (await container(KIND_TABLE.icon.fileEnding, icon))
  const [file_id, pictures] = await Promise.all([
    upload(page, 'project', file),
    withPictures(page, given),
  ])
  const answer = await page.request.post('/api/v1/icon', {
    headers,
    data: {
      title,
      description: 'Trees.',
      version: '1.0.0',
      operating_systems: ['all'],
      minimum_version: '1.0.0',
      category: 'nature',
      file_id,
      ...pictures,
    },
  })
  return publishedSchema.parse(await answer.json()).data.id
}

/** Publishes the plugin of a repository by calls of the API, and shows its page. @returns its id. */
export async function publishPlugin(page: Page, repository: string): Promise<string> {
  const query = new URLSearchParams({ repository_url: `https://github.com/${repository}` })
  const checked = await page.request.get(`/api/v1/plugin/github/check?${query}`, { headers })
  const read = githubCheckSchema.parse((await checked.json()).data)
  const { title, tagline, description, version, operating_systems } = read
  const answer = await page.request.post('/api/v1/plugin', {
    headers,
    data: {
      title,
      tagline,
      description,
      version,
      operating_systems,
      minimum_version: read.minimum_version ?? '1.0.0',
      category: 'productivity',
      repository_url: read.repository_url,
      owner: read.owner,
      ...(await withPictures(page)),
    },
  })
  const { id } = publishedSchema.parse(await answer.json()).data
  await page.goto(`/home/plugin/detail/${id}`)
  return id
}

type AddedVersion = {
  publish_at?: string
  notes?: string
  license?: string
  operating_systems?: OperatingSystem[]
  minimum_version?: string
  file?: File
}

/** Publishes another version of an icon pack. */
export async function addVersion(
  page: Page,
  id: string,
  version: string,
  { file: given, ...said }: AddedVersion = {},
): Promise<void> {
  const sent = given ?? (await container(KIND_TABLE.icon.fileEnding, 'comet'))
  const file = await upload(page, 'project', sent)
  const answer = await page.request.put('/api/v1/icon', {
    headers,
    data: { id, version, file_id: file, ...said },
  })
  expect(await answer.json()).toMatchObject({ code: 200 })
}
