// @module-tag long
import { expect, it } from 'vitest'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildContainer, buildKey, buildManifest, SVG } from '#tests/support/containers.ts'
import { checkBodies, checkUploads } from '#tests/support/hostile/answers.ts'
import { upload, uploadFile } from '#tests/support/publishing.ts'
import { rawZip } from '#tests/support/raw-zip.ts'

/* `npm run test:long` does the same for minutes. */

const backend = await testBackend()
const ada = await registered(backend)

it('no project file makes an upload fail for a reason of the site', async () => {
  await expect(checkUploads(backend, ada, { numRuns: 20, seed: 33 })).resolves.toBeUndefined()
})

it('no body makes a call fail for a reason of the site', async () => {
  await expect(checkBodies(backend, ada, { numRuns: 100, seed: 33 })).resolves.toBeUndefined()
})

it.each([
  ['in NFC and in NFD', 'icons/\u00e9.svg', 'icons/e\u0301.svg'],
  ['in folders in NFC and in NFD', '\u00e9/a.svg', 'e\u0301/a.svg'],
  ['with and without a leading dot', './sun.svg', 'sun.svg'],
])('an icon pack with one name %s is refused', async (_what, ...paths) => {
  const bytes = rawZip(paths.map((path) => ({ path, content: SVG })))
  expect(await upload(backend, ada, { bytes })).toMatchObject({
    status: 400,
    reason: 'bad_archive',
    details: { code: 'name_twice' },
  })
})

it('a profile with half a character and a control character is accepted without them', async () => {
  const page = { id: 'a\ud83d', name: 'b\u0000', keys: [buildKey({ label: '\udc00c' })] }
  const bytes = buildContainer(buildManifest('profile', { pages: [page] }), [])
  const id = await uploadFile(backend, ada, { name: 'mine.flexbar', bytes })
  const headers = { authorization: `Bearer ${ada}` }
  expect(await backend.get(`/file/${id}/contents`, { headers })).toMatchObject({
    data: { pages: [{ name: 'b', keys: [{ label: 'c' }] }] },
  })
})
