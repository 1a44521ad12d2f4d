import { expect, it } from 'vitest'
import { projectSchema } from '#lib/contract/project.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildContainer, buildManifest, SVG } from '#tests/support/containers.ts'
import { publishProject, upload, uploadFile } from '#tests/support/publishing.ts'
import { rawZip } from '#tests/support/raw-zip.ts'

const backend = await testBackend()
const ada = await registered(backend)

it('a pack is published with a list of its other files, for visitors too', async () => {
  const texts = ['README.md', 'preview/index.html', 'build.js'].map((path) => ({
    path,
    content: 'abc',
  }))
  const pack = buildManifest('iconpack', { icons: [{ name: 'sun', file: 'icons/sun.svg' }] })
  const bytes = rawZip([
    { path: 'manifest.json', content: JSON.stringify(pack) },
    { path: 'icons/sun.svg', content: SVG },
    ...texts,
  ])
  const file_id = await uploadFile(backend, ada, { name: 'a.iconpack', bytes })
  const { id } = await publishProject(backend, ada, { file_id })
  const { data } = await backend.get(`/icon/${id}`)
  expect(projectSchema.parse(data).file?.entries).toEqual({
    count: 3,
    items: ['build.js', 'preview/index.html', 'README.md'].map((name) => ({ name, size: 3 })),
  })
  const stored = await backend.app.request(`/api/v1/file/${file_id}/a.iconpack`)
  expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true)
})

it('a pack is refused with a program among its other files, which is named', async () => {
  const bytes = buildContainer(buildManifest('iconpack'), ['icons/sun.svg', 'bin/setup.exe'])
  const answer = await upload(backend, ada, { name: 'mine.iconpack', bytes })
  const details = { code: 'program_inside', entry: 'bin/setup.exe', value: 'EXE', count: 1 }
  expect(answer).toMatchObject({ status: 400, details })
})
