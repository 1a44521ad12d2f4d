import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { iconPackManifestSchema, PACK_ICONS_MAX } from '#lib/contract/file/container.ts'
import { ICON_LABEL_MAX } from '#lib/contract/name/icon-label.ts'
import { openLocal } from '#backend/services/container/local-source.ts'
import { labelsOf, readManifest } from '#backend/services/container/manifest.ts'
import { namesOf } from '#backend/services/container/plan-pack.ts'
import { writeArchive } from '#backend/services/container/write-archive.ts'
import { buildManifest } from '#tests/support/containers.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'labels-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A pack of 10,000 icons whose names have so many characters, and what is read of its standard archive. */
async function writtenWith(characters: number, id: (at: number) => string) {
  const icons = Array.from({ length: PACK_ICONS_MAX }, (_, at) => {
    const typed = `${String(at).padStart(5, '0')}${'長'.repeat(characters - 5)}`
    return { ...namesOf(typed, id(at)), file: `icons/${id(at)}.svg` }
  })
  const manifest = iconPackManifestSchema.parse(buildManifest('iconpack', { icons }))
  const file = path.join(folder, `${characters}`)
  await writeArchive(manifest, [], file)
  return {
    manifest,
    read: await readManifest(...openLocal({ path: file, size: (await stat(file)).size })),
  }
}

it('10,000 names of 400 characters are cut to 200, and the written manifest can be read again', async () => {
  const { manifest, read } = await writtenWith(400, (at) => `${at}-${'u9577-'.repeat(15)}end`)
  const labels = [...labelsOf(manifest).values()]
  expect(labels).toHaveLength(PACK_ICONS_MAX)
  expect(new Set(labels.map(({ length }) => length))).toEqual(new Set([ICON_LABEL_MAX]))
  expect(read).toMatchObject({ format: 'iconpack', icons: { length: PACK_ICONS_MAX } })
})

it('names that a manifest has no room for beside their labels stay without them', async () => {
  const { manifest, read } = await writtenWith(100, (at) => `icon-${at}`)
  const labels = labelsOf(read)
  expect(labels).toEqual(labelsOf(manifest))
  expect(read?.format === 'iconpack' && read.icons[0]).not.toHaveProperty('label')
})
