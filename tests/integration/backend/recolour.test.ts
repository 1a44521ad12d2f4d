import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { iconPackManifestSchema } from '#lib/contract/file/container.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { colourVariants } from '#backend/db/tables.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildManifest, SVG } from '#tests/support/containers.ts'
import { OPERATOR_SECRET } from '#tests/support/operator.ts'
import { publishProject, uploadFile } from '#tests/support/publishing.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { LICENSE_TEXT, recolouringOf } from '#tests/support/recolour.ts'
import { sha256 } from '#tests/support/served-project.ts'

const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
const packs = recolouringOf(backend)
beforeEach(() => backend.empty())

/** The text of each entry of an archive. */
async function readEntries(bytes: Buffer): Promise<Record<string, string>> {
  const archive = await fromBufferPromise(bytes)
  const texts: Record<string, string> = {}
  for await (const entry of archive.eachEntry()) {
    texts[entry.fileName] = await text(await archive.openReadStreamPromise(entry))
  }
  return texts
}

describe('a pack of one colour in another', () => {
  it('is the same archive with its drawings in that colour and a note in its licence', async () => {
    const { fileId } = await packs.add()
    const answer = await packs.download(fileId)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename=Orchard-1.0.0-5fc8c0.iconpack',
    )
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const { bytes } = answer
    const entries = await readEntries(bytes)
    expect(iconPackManifestSchema.parse(JSON.parse(entries['manifest.json'] ?? ''))).toEqual(
      buildManifest('iconpack'),
    )
    expect(entries['LICENSE.txt']).toBe(
      `${LICENSE_TEXT}\n\nChanges: the icons were recoloured to #5fc8c0. Nothing else was changed.\n`,
    )
    expect(entries['icons/sun.svg']).toContain('fill="#5fc8c0"')
    expect(entries['icons/moon.svg']).toMatch(/fill="none" stroke="#5fc8c0"/)
    expect(Object.keys(entries)).toHaveLength(4)
  })

  it('is described by a call, and found by its hash, also in ranges', async () => {
    const { id, fileId } = await packs.add()
    const said = await packs.describe(fileId)
    const { bytes } = await packs.download(fileId)
    expect(said).toEqual({
      file_id: fileId,
      version: '1.0.0',
      colour: '#5fc8c0',
      name: 'Orchard-5fc8c0.iconpack',
      size: bytes.length,
      sha256: sha256(bytes),
      url: `/api/v1/file/${fileId}/variants/5fc8c0/Orchard.iconpack`,
    })
    expect((await packs.ask(`/file/sha256/${said.sha256}`)).bytes).toEqual(bytes)
    const part = await packs.ask(said.url.slice('/api/v1'.length), { range: 'bytes=0-3' })
    expect([part.status, part.bytes]).toEqual([206, bytes.subarray(0, 4)])
    expect(await packs.offered(id)).toEqual({
      url: `/api/v1/file/${fileId}/variants/rrggbb/Orchard.iconpack`,
      form_url: `/api/v1/file/${fileId}/variants`,
      refused: null,
    })
  })

  it('is made once, however many ask for it at once', async () => {
    const { fileId } = await packs.add()
    const answers = await Promise.all([1, 2, 3, 4].map(() => packs.download(fileId)))
    const hashes = new Set(answers.map(({ bytes }) => sha256(bytes)))
    expect(hashes.size).toBe(1)
    expect(await backend.db.$count(colourVariants)).toBe(1)
  })

  it('counts as a download of its version', async () => {
    const { id, fileId } = await packs.add()
    await packs.download(fileId)
    const { downloads } = projectSchema.parse((await backend.get(`/icon/${id}`)).data)
    expect(downloads).toBe(1)
  })

  it('is made again with the same bytes where its object is missing', async () => {
    const { fileId } = await packs.add()
    const before = await packs.describe(fileId)
    const [row] = await backend.db.select().from(colourVariants)
    await backend.storage.remove(row?.key ?? '')
    expect((await packs.describe(fileId)).sha256).toBe(before.sha256)
    expect((await packs.download(fileId)).status).toBe(200)
  })

  it('answers a form, with a colour from the row or an own one', async () => {
    const { fileId } = await packs.add()
    const form = (query: string) => packs.ask(`/file/${fileId}/variants?${query}`)
    const queries = ['colour=%235fc8c0&own=%23ffffff', 'colour=own&own=%23a1b2c3', 'colour=']
    const names = queries.map(async (query) =>
      (await form(query)).headers.get('content-disposition'),
    )
    expect(await Promise.all(names)).toEqual([
      'attachment; filename=Orchard-1.0.0-5fc8c0.iconpack',
      'attachment; filename=Orchard-1.0.0-a1b2c3.iconpack',
      'attachment; filename=Orchard-1.0.0.iconpack',
    ])
    for (const query of ['colour=red', 'colour=own', 'colour=%235fc8c', 'colour=own&own=url(x)']) {
      expect((await form(query)).status, query).toBe(400)
    }
    for (const colour of ['gggggg', '5fc8c', '5fc8c0ff', '%23']) {
      expect((await packs.download(fileId, colour)).status, colour).toBe(404)
    }
  })

  it('is the same in upper case, with a # and in three digits, and is stored once', async () => {
    const { fileId } = await packs.add()
    const said = await packs.describe(fileId, 'ff8800')
    for (const colour of ['FF8800', '%23FF8800', 'f80', '%23F80']) {
      expect(await packs.describe(fileId, colour), colour).toEqual(said)
      expect(sha256((await packs.download(fileId, colour)).bytes), colour).toBe(said.sha256)
    }
    for (const query of ['colour=%23FF8800', 'colour=FF8800', 'colour=own&own=F80']) {
      const { bytes } = await packs.ask(`/file/${fileId}/variants?${query}`)
      expect(sha256(bytes), query).toBe(said.sha256)
    }
    expect(await backend.db.$count(colourVariants)).toBe(1)
  })

  it('is made of a folder of pictures without manifest and licence', async () => {
    const ada = await registered(backend)
    const bytes = rawZip([{ path: 'Pack/Größe.svg', content: SVG }])
    const file_id = await uploadFile(backend, ada, { bytes })
    const { file } = await publishProject(backend, ada, { file_id, license: 'MIT' })
    const fileId = file?.file_id ?? ''
    const entries = await readEntries((await packs.download(fileId)).bytes)
    expect(entries['LICENSE.txt']).toMatch(
      /License: MIT\n\nMIT License\n\nCopyright \(c\) 2026 ada_lovelace\n[^]+\n\nChanges: the icons were recoloured/,
    )
    expect(entries['icons/grosse.svg']).toContain('fill="#5fc8c0"')
    expect(entries['manifest.json']).toContain('"file": "icons/grosse.svg"')
  })
})
