import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { CATEGORIES, KIND_TABLE } from '#lib/contract/kind.ts'
import { uploadedFileSchema } from '#lib/contract/publish.ts'
import { documents } from '#lib/paths.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { projectInput, untilReady, upload } from '#tests/support/publishing.ts'

const backend = await testBackend()
const ada = await registered(backend)

it.each(['icon', 'profile', 'flexpage'] as const)(
  'the template of a kind is published as it is: %s',
  async (kind) => {
    const path = documents.template(KIND_TABLE[kind].fileEnding)
    const bytes = await readFile(`public${path}`)
    const { data } = await upload(backend, ada, { name: path.split('/').at(-1) ?? '', bytes })
    const file = uploadedFileSchema.parse(data)
    // Kept byte for byte, without anything to look at.
    expect(file).toMatchObject({
      warnings: [],
      original: null,
      format: 'keystrip',
      size: bytes.length,
    })
    await untilReady(backend, ada, file.id)
    const { title = '', version = '' } = file.manifest_summary ?? {}
    const input = await projectInput(backend, ada, {
      file_id: file.id,
      title,
      version,
      category: CATEGORIES[kind][0],
    })
    expect(await clientOf(backend).post(`/${kind}`, input, ada)).toMatchObject({
      code: 200,
      data: { title: expect.stringMatching(/^My /), version: '1.0.0' },
    })
  },
)
