import { createHash } from 'node:crypto'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changes, fileIcons, files, jobs, settings } from '#backend/db/tables.ts'
import { enqueueLabels, LABELS_JOB, labelsHandler } from '#backend/services/drawing/label-again.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildManifest, SVG } from '#tests/support/containers.ts'
import {
  folder,
  LABELS,
  labelledPacks,
  sorted,
  TYPED,
  typedFolder,
} from '#tests/support/labelled-packs.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { buildStreamDeckPack } from '#tests/support/stream-deck.ts'
import { waitFor } from '#tests/support/wait.ts'

/* Names of icons of packs that a release before has stored. */

let labelled: ReturnType<typeof labelledPacks>
let token = ''
const backend = await testBackend()
beforeAll(async () => {
  labelled = labelledPacks(backend)
})
beforeEach(async () => {
  await backend.empty()
  token = await registered(backend)
})

const publish = (name: string, bytes: Uint8Array) => labelled.publish(token, name, bytes)

describe('packs from before labels were stored', () => {
  /** A pack as the release before stored it: rows without labels and their terms. */
  async function publishFormer(name: string, bytes: Uint8Array) {
    const published = await publish(name, bytes)
    await backend.db.update(fileIcons).set({ label: null, terms: '' })
    return published
  }
  const enqueue = () => enqueueLabels(backend.db, backend.parts.clock())
  async function runJobs() {
    await enqueue()
    backend.jobs.wake()
    await waitFor(async () => expect(await backend.db.$count(jobs)).toBe(0))
  }
  /** Packs in the order in which the job reads their files. */
  async function inOrder<T extends { fileId: string }>(packs: T[]): Promise<T[]> {
    const rows = await backend.db.select({ id: files.id }).from(files).orderBy(files.id)
    return rows.flatMap(({ id }) => packs.filter(({ fileId }) => fileId === id))
  }
  const stateOf = async (fileId: string) => {
    const { file, bytes } = await labelled.readFile(fileId)
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
    expect(sorted(await labelled.labelsOf(id))).toEqual(sorted(LABELS))
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
    const { file } = await labelled.readFile(fileId)
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
    expect(await labelled.labelsOf(id)).toEqual([['apple', `A${long}${long}`]])
  })

  it.each([
    ['nothing can be read', { key: 'missing' }],
    ['the object is shorter than it was', { size: 20_000 }],
  ])('keep their ids where %s, and the job ends', async (_, row) => {
    const { id, fileId } = await publishFormer('drawn.zip', typedFolder())
    await backend.db.update(files).set(row).where(eq(files.id, fileId))
    await runJobs()
    expect(await labelled.labelsOf(id)).toEqual([])
    expect(await labelled.listIcons(id)).toHaveLength(TYPED.length)
  })

  it('keep their ids where the upload would be refused now, and the job goes on with the others', async () => {
    const packs = [
      await publishFormer('drawn.zip', folder(['Größe 1.svg'])),
      await publishFormer('drawn.zip', folder(['Größe 2.svg'])),
    ]
    const [first, second] = await inOrder(packs)
    const former = rawZip([
      { path: 'icons/grosse-1.svg', content: SVG },
      { path: 'setup.exe', content: 'MZ' },
    ])
    await backend.storage.write('former', former)
    await backend.db
      .update(files)
      .set({ key: 'former', size: former.length, originalKey: null, originalSize: null })
      .where(eq(files.id, first?.fileId ?? ''))
    await runJobs()
    expect(await labelled.labelsOf(first?.id ?? '')).toEqual([])
    expect(await labelled.labelsOf(second?.id ?? '')).toHaveLength(1)
  })

  it('are read once; later those that a backend of the release before has stored', async () => {
    const { db } = backend
    const first = await publishFormer('drawn.zip', typedFolder())
    await db.update(files).set({ createdAt: new Date('2026-01-01T00:00:00Z') })
    await runJobs()
    await db.update(fileIcons).set({ label: null })
    await runJobs()
    expect(await labelled.labelsOf(first.id)).toEqual([])

    const beside = await publishFormer('drawn.zip', folder(['Größe 2.svg']))
    await db
      .update(files)
      .set({ createdAt: new Date('2026-06-02T00:00:00Z') })
      .where(eq(files.id, beside.fileId))
    await runJobs()
    expect(await labelled.labelsOf(beside.id)).toEqual([['grosse-2', 'Größe 2']])
    backend.setClock('2026-07-01T12:00:00Z')
    await backend.db.update(fileIcons).set({ label: null })
    await runJobs()
    expect(await labelled.labelsOf(beside.id)).toEqual([])
  })

  it('the job goes on after the last file that it has read, also in another process', async () => {
    const packs = [
      await publishFormer('drawn.zip', folder(['Größe 1.svg'])),
      await publishFormer('drawn.zip', folder(['Größe 2.svg'])),
    ]
    const [first, second] = await inOrder(packs)
    const date = '2026-01-01T00:00:00.000Z'
    const state = { after: first?.fileId, since: date, begun: date, isDone: false }
    await backend.db.insert(settings).values({ name: LABELS_JOB, value: JSON.stringify(state) })
    await runJobs()
    expect(await labelled.labelsOf(first?.id ?? '')).toEqual([])
    expect(await labelled.labelsOf(second?.id ?? '')).toHaveLength(1)
  })

  it('a file at which the job has failed is left out by the next start', async () => {
    const packs = [
      await publishFormer('drawn.zip', folder(['Größe 1.svg'])),
      await publishFormer('drawn.zip', folder(['Größe 2.svg'])),
    ]
    const [first, second] = await inOrder(packs)
    const ids = packs.map(({ fileId }) => fileId)
    await backend.db.update(files).set({ purpose: 'image' }).where(notInArray(files.id, ids))
    const date = '2026-01-01T00:00:00.000Z'
    const state = { after: '', since: date, begun: date, isDone: false }
    await backend.db.insert(settings).values({ name: LABELS_JOB, value: JSON.stringify(state) })
    await labelsHandler(backend.parts).giveUp?.('files')
    await runJobs()
    expect(await labelled.labelsOf(first?.id ?? '')).toEqual([])
    expect(await labelled.labelsOf(second?.id ?? '')).toHaveLength(1)
  })

  it('labels that are stored already are not read again', async () => {
    const { id, fileId } = await publish('drawn.zip', typedFolder())
    await backend.db.update(files).set({ key: 'missing' }).where(eq(files.id, fileId))
    await backend.db.update(fileIcons).set({ label: 'Kept' }).where(eq(fileIcons.name, 'grosse'))
    await runJobs()
    expect(await labelled.labelsOf(id)).toContainEqual(['grosse', 'Kept'])
  })
})
