import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ArchiveSource } from '#backend/services/container/archive.ts'
import { checkArchive } from '#backend/services/container/check-archive.ts'
import { readPackedIcons } from '#backend/services/container/icons.ts'
import { readManifest } from '#backend/services/container/manifest.ts'
import { readProjectFile } from '#backend/services/container/readers.ts'
import { StorageError } from '#backend/storage/error.ts'
import { buildManifest } from '#tests/support/containers.ts'
import { diskError, withUnreadableFile } from '#tests/support/failing-storage.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { acceptArchive, inspectArchive } from '#backend/worker/archive.ts'

/** Several blocks of small entries, and one that is inflated as a stream. */
const icons = ['a', 'b', 'c', 'd'].map((name) => ({
  path: `icons/${name}.svg`,
  content: randomBytes(200_000),
}))
const manifest = buildManifest('iconpack', {
  icons: icons.map(({ path: file }) => ({ name: file, file })),
})
const BYTES = rawZip([
  ...icons,
  { path: 'large.bin', content: randomBytes(1_500_000) },
  { path: 'manifest.json', content: JSON.stringify(manifest) },
])
const FILE = { key: 'pack', size: BYTES.length }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'read-failures-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The archive in memory; the operation with the index `failing` fails, like a defective disk. */
function createSource(failing: number) {
  const state = { operations: 0 }
  const count = () => {
    if (state.operations === failing) throw diskError()
    state.operations += 1
  }
  const source: ArchiveSource = {
    size: async () => (count(), BYTES.length),
    readBytes: async (_key, { start, end }) => (
      count(),
      Buffer.from(BYTES.subarray(start, end + 1))
    ),
  }
  return { source, state }
}

async function rewrite(source: ArchiveSource) {
  const output = path.join(folder, 'standard.zip')
  await rm(output, { force: true })
  const upload = { ...FILE, kind: 'icon', ending: '.zip', title: 'pack' } as const
  const { manifest: written } = await readProjectFile(source, upload, { output })
  return written?.format
}

describe('a failed read is never a broken archive', () => {
  it.each<[string, (source: ArchiveSource) => Promise<unknown>, unknown, number]>([
    ['the icons', (source) => readPackedIcons(source, FILE), { length: 4 }, 3],
    ['the manifest', (source) => readManifest(source, FILE), { format: 'iconpack' }, 2],
    ['the whole archive', (source) => checkArchive(source, FILE), { entries: { length: 6 } }, 8],
    ['the standard archive', rewrite, 'iconpack', 12],
  ])('reading %s', async (_, read, expected, operationsMin) => {
    const { source, state } = createSource(Infinity)
    const result = await read(source)
    if (typeof expected === 'string') expect(result).toBe(expected)
    else expect(result).toMatchObject(Object(expected))
    expect(state.operations).toBeGreaterThanOrEqual(operationsMin)
    for (let failing = 0; failing < state.operations; failing += 1) {
      const failed = read(createSource(failing).source)
      await expect(failed, `operation ${failing}`).rejects.toThrow(StorageError)
    }
  })

  it('in the tasks of worker processes', async () => {
    const output = path.join(folder, 'output.zip')
    await withUnreadableFile(async (file) => {
      const input = { path: file, size: 100 }
      const upload = { ...input, kind: 'icon', ending: '.zip', title: 'x', output }
      await expect(inspectArchive(input)).rejects.toThrow(StorageError)
      await expect(acceptArchive(upload)).rejects.toThrow(StorageError)
    })
  })
})
