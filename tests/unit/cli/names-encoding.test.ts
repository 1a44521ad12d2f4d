import { expect, it } from 'vitest'
import { decodeNames } from '#cli/upload.ts'
import type { FileIssue } from '#lib/contract/file/file-issue.ts'

/* What a site of another release offers may differ from what the file was checked with. */

const file = { path: '/a.zip', name: 'a.zip', size: 1, sha256: 'ab'.repeat(32) }
const site = { call: () => Promise.reject(new Error('The site was asked.')) }
const storedWith = (warnings: FileIssue[]) => ({
  id: 'f1',
  name: 'a.zip',
  size: 1,
  sha256: file.sha256,
  url: '/api/v1/file/f1/a.zip',
  warnings,
})
const uncertain = storedWith([
  {
    code: 'names_uncertain',
    readings: [
      { encoding: 'cp857', name: 'GrÜğe' },
      { encoding: 'cp852', name: 'GrÜže' },
    ],
  },
])

it('a file whose names the site reads in the chosen encoding already stays', async () => {
  expect(await decodeNames(site, uncertain, { file, encoding: 'cp857' })).toBe(uncertain)
})

it('an encoding that the site does not offer is refused with those that it offers', async () => {
  await expect(decodeNames(site, uncertain, { file, encoding: 'macroman' })).rejects.toMatchObject({
    code: 'usage',
    message: '--names-encoding for a.zip is not valid: one of cp857, cp852.',
  })
  await expect(
    decodeNames(site, storedWith([]), { file, encoding: 'macroman' }),
  ).rejects.toMatchObject({ code: 'names_certain', exit: 3 })
})
