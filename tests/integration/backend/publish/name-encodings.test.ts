import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { fileContentsSchema } from '#lib/contract/file/file-contents.ts'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { SVG } from '#tests/support/containers.ts'
import { publishProject, untilReady, upload } from '#tests/support/publishing.ts'
import { rawZip } from '#tests/support/raw-zip.ts'

/* Names of an archive whose encoding is not certain: the answer has ways to read them, of which one is chosen. */

const backend = await testBackend()
const ada = await registered(backend)
const eve = await registered(backend, { username: 'eve_holt', email: 'eve@example.com' })

const NAMES = ['Größe', 'Ärger', 'Straße']
const archive = (encoding: string) =>
  rawZip(
    NAMES.map((name) => ({
      path: '',
      nameBytes: iconv.encode(`${name}.svg`, encoding),
      isMarked: false,
      content: SVG,
    })),
  )

async function uploadNames(encoding: string) {
  const answer = await upload(backend, ada, { name: 'Namen.zip', bytes: archive(encoding) })
  expect(answer).toMatchObject({ status: 200 })
  return uploadedFileSchema.parse(answer.data)
}
const decode = (token: string, id: string, body: Record<string, unknown>) =>
  clientOf(backend).post(`/file/${id}/names`, body, token)
const uncertain = ({ warnings = [] }: { warnings?: { code: string }[] | undefined }) =>
  warnings.filter(({ code }) => code === 'names_uncertain')

async function iconNames(id: string) {
  await untilReady(backend, ada, id)
  const headers = { authorization: `Bearer ${ada}` }
  const { data } = await backend.get(`/file/${id}/contents`, { headers })
  return fileContentsSchema.parse(data).icons.items.map(({ name }) => name)
}

describe('names in Mac Roman that may be in other encodings', () => {
  it('are offered as they are in each, the way that is used first', async () => {
    const [warning] = uncertain(await uploadNames('macroman'))
    expect(warning).toEqual({
      code: 'names_uncertain',
      value: 'cp857',
      entry: 'GrÜğe, Çrger, Strağe',
      name: 'macroman',
      field: 'Größe, Ärger, Straße',
      readings: [
        { encoding: 'cp857', name: 'GrÜğe, Çrger, Strağe' },
        { encoding: 'macroman', name: 'Größe, Ärger, Straße' },
        { encoding: 'cp852', name: 'GrÜže, Çrger, Straže' },
      ],
    })
  })

  it('are read in the one that is chosen, from the same bytes, and can be published', async () => {
    const before = await uploadNames('macroman')
    const answer = await decode(ada, before.id, { encoding: 'macroman' })
    const chosen = uploadedFileSchema.parse(answer.data)
    expect(await iconNames(chosen.id)).toEqual(['grosse', 'strasse', 'arger'])
    expect(chosen.original?.sha256).toBe(before.original?.sha256)
    expect(chosen.original?.name).toBe('Namen.zip')
    // The choice can be changed, and the file before is still there.
    expect(uncertain(chosen)).toMatchObject([{ value: 'macroman', entry: NAMES.join(', ') }])
    expect(await iconNames(before.id)).toEqual(['gr-uge', 'strage', 'crger'])
    const project = await publishProject(backend, ada, { file_id: chosen.id })
    expect(project.file?.file_id).toBe(chosen.id)
  })

  it('are asked about once only: others are certain', async () => {
    expect(uncertain(await uploadNames('cp850'))).toEqual([])
    expect(uncertain(await uploadNames('windows-1252'))).toEqual([])
    expect(uncertain(await uploadNames('utf8'))).toEqual([])
  })
})

describe('a choice', () => {
  it.each<Record<string, unknown>>([{ encoding: 'utf-7' }, { encoding: '' }, {}])(
    'of %j is invalid',
    async (body) => {
      const { id } = await uploadNames('macroman')
      expect(await decode(ada, id, body)).toMatchObject({ code: 400 })
    },
  )

  it('is made by the owner of the file alone', async () => {
    const { id } = await uploadNames('macroman')
    const missing = { reason: 'file_missing', fields: ['id'] }
    expect(await decode(eve, id, { encoding: 'macroman' })).toMatchObject(missing)
    expect(await decode(ada, 'nothing', { encoding: 'macroman' })).toMatchObject(missing)
  })
})
