import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { iconPackManifestSchema } from '#lib/contract/file/container.ts'
import type { PackExportForm } from '#lib/contract/file/pack-export.ts'
import { ICON_LABEL_MAX } from '#lib/contract/name/icon-label.ts'
import { packIconsSchema } from '#lib/contract/search.ts'
import { changes, fileIcons, files, jobs, milestones } from '#backend/db/tables.ts'
import { enqueueLabels } from '#backend/services/drawing/label-again.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { buildManifest, SVG } from '#tests/support/containers.ts'
import { OPERATOR_SECRET } from '#tests/support/operator.ts'
import { publishProject, uploadFile } from '#tests/support/publishing.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { recolouringOf, TIDE } from '#tests/support/recolour.ts'
import { buildStreamDeckPack, DRAWING } from '#tests/support/stream-deck.ts'
import { waitFor } from '#tests/support/wait.ts'

/* Names of icons as their authors wrote them, beside their ids. */

let backend: TestBackend
let packs: ReturnType<typeof recolouringOf>
let token = ''
beforeAll(async () => {
  backend = await startTestBackend({ internalSecret: OPERATOR_SECRET })
  packs = recolouringOf(backend)
})
afterAll(() => backend.stop())
beforeEach(async () => {
  await backend.empty()
  backend.setClock('2026-06-01T12:00:00Z')
  token = await registered(backend)
})

/** Names of files in five scripts, one of them from right to left, with the ids and labels of their icons. */
const TYPED = [
  ['太陽.svg', 'u592a-u967d', '太陽'],
  ['Größe.svg', 'grosse', 'Größe'],
  ['Play button.svg', 'play-button', 'Play button'],
  ['AlarmClock.svg', 'alarm-clock', 'AlarmClock'],
  ['alarm-off.svg', 'alarm-off', undefined],
  ['שמש.svg', 'u5e9-u5de-u5e9', 'שמש'],
  ['Солнце.svg', 'u441-u43e-u43b-u43d-u446-u435', 'Солнце'],
  ['ｶﾒﾗ.svg', 'u30ab-u30e1-u30e9', 'ｶﾒﾗ'],
] as const

const folder = (names: readonly string[]) =>
  rawZip(names.map((path) => ({ path: `drawn/${path}`, content: SVG })))
const typedFolder = () => folder(TYPED.map(([path]) => path))

type Said = { license?: string }
/** Publishes an upload. @returns its project and file. */
async function publish(name: string, bytes: Uint8Array, said: Said = {}) {
  const file_id = await uploadFile(backend, token, { name, bytes })
  const { id } = await publishProject(backend, token, { license: 'MIT', file_id, ...said })
  return { id, fileId: file_id }
}
const listIcons = async (id: string) =>
  packIconsSchema.parse((await backend.get(`/icon/${id}/icons`)).data).items
/** Id and label of each icon, without those that have no label. */
const labelsOf = async (id: string) =>
  (await listIcons(id)).flatMap(({ name, label }) => (label ? [[name, label]] : []))
const LABELS = TYPED.flatMap(([, name, label]) => (label ? [[name, label]] : []))
const sorted = (pairs: (readonly unknown[])[]) => pairs.map((pair) => [...pair]).toSorted()

async function entriesOf(bytes: Uint8Array) {
  const archive = await fromBufferPromise(Buffer.from(bytes))
  const entries = new Map<string, string>()
  for await (const entry of archive.eachEntry()) {
    entries.set(entry.fileName, await text(await archive.openReadStreamPromise(entry)))
  }
  return entries
}
async function manifestIn(bytes: Uint8Array) {
  const json: unknown = JSON.parse((await entriesOf(bytes)).get('manifest.json') ?? '')
  return iconPackManifestSchema.parse(json)
}
async function readFile(fileId: string) {
  const [file] = await backend.db.select().from(files).where(eq(files.id, fileId))
  if (!file) throw new Error('no file')
  const bytes = await backend.storage.readBytes(file.key, { start: 0, end: file.size - 1 })
  return { file, bytes: Buffer.from(bytes) }
}

describe('names of icons as typed', () => {
  it.each(['drawn.zip', 'drawn.iconpack'])('come from the names of files in %s', async (name) => {
    const { id } = await publish(name, typedFolder())
    const icons = await listIcons(id)
    expect(sorted(icons.map((icon) => [icon.name, icon.label]))).toEqual(
      sorted(TYPED.map(([, icon, label]) => [icon, label])),
    )
    // Nothing is added where there is nothing to say.
    expect(icons.find((icon) => icon.name === 'alarm-off')).not.toHaveProperty('label')
  })

  it('come from the list of icons of a Stream Deck pack', async () => {
    const bytes = buildStreamDeckPack({
      icons: [
        { path: 'play.svg', name: 'Play button' },
        { path: 'long.svg', name: `${'長'.repeat(250)}` },
        { path: 'apple.svg', name: 7 },
        { path: 'pear.svg', name: ' \u202e ' },
      ],
      files: { 'icons/play.svg': DRAWING, 'icons/long.svg': DRAWING },
    })
    const { id } = await publish('orchard.streamDeckIconPack', bytes)
    expect(sorted(await labelsOf(id))).toEqual([
      ['long', '長'.repeat(ICON_LABEL_MAX)],
      ['play', 'Play button'],
    ])
  })

  it('come from the label in a manifest of ours, or its name, and stay in the file as it was made', async () => {
    const icons = [
      { name: 'Sunny', label: 'Soleil d’été', file: 'icons/sun.svg' },
      { name: 'Mond', file: 'icons/moon.svg' },
    ]
    const manifest = buildManifest('iconpack', { format_version: 2, icons })
    const bytes = rawZip([
      { path: 'manifest.json', content: JSON.stringify(manifest) },
      ...icons.map(({ file }) => ({ path: file, content: SVG })),
    ])
    const { id, fileId } = await publish('orchard.iconpack', bytes)
    expect(sorted(await labelsOf(id))).toEqual([
      ['moon', 'Mond'],
      ['sun', 'Soleil d’été'],
    ])
    expect((await readFile(fileId)).bytes.equals(bytes)).toBe(true)
  })

  it('come from the names in a set of Iconify where these say more than the ids', async () => {
    const body = '<path d="M0 0h16v16z"/>'
    const set = { prefix: 'x', icons: { Größe: { body }, 'sun-low': { body: `${body} ` } } }
    const { id } = await publish('set.json', Buffer.from(JSON.stringify(set)))
    expect(await labelsOf(id)).toEqual([['grosse', 'Größe']])
  })

  it('are in the standard archive that is made of other formats', async () => {
    const { fileId } = await publish('drawn.zip', typedFolder())
    const { bytes } = await readFile(fileId)
    const manifest = await manifestIn(bytes)
    expect(manifest.format_version).toBe(2)
    expect(sorted(manifest.icons.map(({ file, label }) => [file, label]))).toEqual(
      sorted(TYPED.map(([, name, label]) => [`icons/${name}.svg`, label])),
    )
  })

  it('are the same for two files, and cleaned of what no title may have', async () => {
    const bytes = folder(['1/太陽.svg', '2/太陽.svg', 'Sun \u202egnp.svg', 'x\u0007\u009b.svg'])
    const { id } = await publish('drawn.zip', bytes)
    expect(sorted(await labelsOf(id))).toEqual([
      ['1-u592a-u967d', '太陽'],
      ['2-u592a-u967d', '太陽'],
      ['sun-gnp', 'Sun gnp'],
    ])
  })

  it('are in the preview of a form, and among the drawings that it marks', async () => {
    const bytes = rawZip([
      { path: '太陽.svg', content: SVG },
      { path: 'Größe.svg', content: '<html xmlns="http://www.w3.org/1999/xhtml"/>' },
    ])
    const id = await uploadFile(backend, token, { name: 'drawn.zip', bytes })
    const headers = { authorization: `Bearer ${token}` }
    const { data: contents } = await backend.get(`/file/${id}/contents`, { headers })
    expect(contents).toMatchObject({
      icons: {
        items: expect.arrayContaining([expect.objectContaining({ label: '太陽' })]),
      },
    })
    const { data: state } = await backend.get(`/file/${id}/state`, { headers })
    expect(state).toMatchObject({ marked: { first: [{ name: 'grosse', label: 'Größe' }] } })
  })
})

describe('files that are made of a pack', () => {
  const exported = async (fileId: string, form: PackExportForm) =>
    (await packs.ask(`/file/${fileId}/exports/${form}/x`)).bytes

  it('have its labels: in another colour', async () => {
    const { fileId } = await publish('drawn.iconpack', typedFolder())
    const { icons } = await manifestIn((await packs.download(fileId, TIDE)).bytes)
    expect(sorted(icons.flatMap(({ file, label }) => (label ? [[file, label]] : [])))).toEqual(
      sorted(LABELS.map(([name, label]) => [`icons/${name}.svg`, label])),
    )
  })

  it('have its labels: in the forms of others, which our readers take', async () => {
    const { fileId } = await publish('drawn.iconpack', typedFolder())
    const plain = await entriesOf(await exported(fileId, 'svg'))
    expect(plain.get('NAMES.txt')?.split('\n')).toContain('u592a-u967d.svg\t太陽')
    for (const [form, name] of [
      ['stream-deck', 'again.streamDeckIconPack'],
      ['iconify', 'again.json'],
    ] as const) {
      const { id } = await publish(name, await exported(fileId, form))
      expect(sorted(await labelsOf(id))).toEqual(expect.arrayContaining(sorted(LABELS)))
    }
  })

  it('have its labels: a pack that is built of single icons', async () => {
    const { id } = await publish('drawn.iconpack', typedFolder())
    const keys = ['u592a-u967d', 'alarm-off'].map((icon) => ({ pack: id, icon }))
    const answer = await backend.app.request('/api/v1/strip', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'iconpack', title: 'My desk', keys }),
    })
    const { icons } = await manifestIn(new Uint8Array(await answer.arrayBuffer()))
    expect(icons).toEqual([
      { name: '太陽', label: '太陽', file: 'icons/u592a-u967d.svg' },
      { name: 'alarm-off', file: 'icons/alarm-off.svg' },
    ])
  })

  it('a comparison of versions names icons by them', async () => {
    const { id } = await publish('drawn.iconpack', typedFolder())
    const file_id = await uploadFile(backend, token, {
      name: 'drawn.iconpack',
      bytes: folder(['太陽.svg', 'Wolke 7.svg']),
    })
    const body = { id, version: '1.1.0', file_id }
    const put = await clientOf(backend).ask('/icon', { method: 'PUT', token, body })
    expect(put).toMatchObject({ code: 200 })
    await waitFor(async () => {
      const { data } = await backend.get(`/icon/${id}/compare/1.0.0/1.1.0`)
      expect(data).toMatchObject({
        contents: {
          items: expect.arrayContaining([
            expect.objectContaining({ name: 'wolke-7', label: 'Wolke 7', change: 'added' }),
            expect.objectContaining({ name: 'grosse', label: 'Größe', change: 'removed' }),
          ]),
        },
      })
    })
  })
})

describe('packs from before labels were stored', () => {
  /** A pack as the release before stored it: rows without labels and their terms. */
  async function publishFormer(name: string, bytes: Uint8Array) {
    const published = await publish(name, bytes)
    await backend.db.update(fileIcons).set({ label: null, terms: '' })
    return published
  }
  const enqueue = () =>
    enqueueLabels(backend.db, backend.parts.clock(), new AbortController().signal)
  async function runJobs() {
    await enqueue()
    backend.jobs.wake()
    await waitFor(async () => expect(await backend.db.$count(jobs)).toBe(0))
  }
  const stateOf = async (fileId: string) => {
    const { file, bytes } = await readFile(fileId)
    const hash = createHash('sha256').update(bytes).digest('hex')
    const names = await backend.db
      .select({ name: fileIcons.name, offset: fileIcons.offset, position: fileIcons.position })
      .from(fileIcons)
      .where(eq(fileIcons.fileId, fileId))
      .orderBy(fileIcons.position)
    return { file, hash, names }
  }

  it.each([
    ['drawn.zip', 'its standard archive'],
    ['drawn.iconpack', 'the folder of pictures that is offered'],
  ])('get them from %s, by %s; bytes, hashes and ids stay', async (name) => {
    const { id, fileId } = await publishFormer(name, typedFolder())
    const before = await stateOf(fileId)
    await backend.db.delete(changes)
    await runJobs()
    expect(sorted(await labelsOf(id))).toEqual(sorted(LABELS))
    expect(await stateOf(fileId)).toEqual(before)
    const recorded = await backend.db.select({ project: changes.projectId }).from(changes)
    expect(recorded).toEqual([{ project: id }])
    const [terms] = await backend.db
      .select({ found: sql`${fileIcons.terms} @@ '''=alarm-clock'''::tsquery` })
      .from(fileIcons)
      .where(and(eq(fileIcons.fileId, fileId), eq(fileIcons.name, 'alarm-clock')))
    expect(terms).toEqual({ found: true })
  })

  it('get the whole name from the original where the archive has its first characters', async () => {
    const long = `${'長'.repeat(80)}`
    const icons = [{ path: 'apple.svg', name: `A${long}${long}` }]
    const bytes = buildStreamDeckPack({ icons })
    const { id, fileId } = await publishFormer('orchard.streamDeckIconPack', bytes)
    const { file } = await readFile(fileId)
    expect(file.originalKey).not.toBeNull()
    // As the release before wrote the archive.
    const former = rawZip([
      {
        path: 'manifest.json',
        content: JSON.stringify(
          buildManifest('iconpack', {
            format_version: 2,
            icons: [{ name: `A${long}${long}`.slice(0, 100), file: 'icons/apple.svg' }],
          }),
        ),
      },
      { path: 'icons/apple.svg', content: SVG },
    ])
    await backend.storage.write('former', former)
    await backend.db
      .update(files)
      .set({ key: 'former', size: former.length })
      .where(eq(files.id, fileId))
    await runJobs()
    expect(await labelsOf(id)).toEqual([['apple', `A${long}${long}`]])
  })

  it('keep their ids where nothing can be read, and the job ends', async () => {
    const { id, fileId } = await publishFormer('drawn.zip', typedFolder())
    await backend.db.update(files).set({ key: 'missing' }).where(eq(files.id, fileId))
    await runJobs()
    expect(await labelsOf(id)).toEqual([])
    expect(await listIcons(id)).toHaveLength(TYPED.length)
  })

  it('are enqueued once; later those that a backend of the release before has stored', async () => {
    const { db } = backend
    const first = await publishFormer('drawn.zip', typedFolder())
    await db.update(files).set({ createdAt: new Date('2026-01-01T00:00:00Z') })
    await runJobs()
    expect(await db.$count(milestones, eq(milestones.name, 'icon-labels-enqueued'))).toBe(1)
    await db.update(fileIcons).set({ label: null })
    await runJobs()
    expect(await labelsOf(first.id)).toEqual([])

    const beside = await publishFormer('drawn.zip', folder(['Größe 2.svg']))
    await db
      .update(files)
      .set({ createdAt: new Date('2026-06-02T00:00:00Z') })
      .where(eq(files.id, beside.fileId))
    await runJobs()
    expect(await labelsOf(beside.id)).toEqual([['grosse-2', 'Größe 2']])
    backend.setClock('2026-07-01T12:00:00Z')
    await backend.db.update(fileIcons).set({ label: null })
    await runJobs()
    expect(await labelsOf(beside.id)).toEqual([])
  })

  it('labels that are stored already are not read again', async () => {
    const { id, fileId } = await publish('drawn.zip', typedFolder())
    await backend.db.update(files).set({ key: 'missing' }).where(eq(files.id, fileId))
    await backend.db.update(fileIcons).set({ label: 'Kept' }).where(eq(fileIcons.name, 'grosse'))
    await runJobs()
    expect(await labelsOf(id)).toContainEqual(['grosse', 'Kept'])
  })
})
