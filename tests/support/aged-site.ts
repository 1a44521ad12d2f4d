import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { expect } from 'vitest'
import { connect } from '#backend/db/connect.ts'
import { AGAIN_JOB } from '#backend/services/drawing/make-again.ts'
import { DRAWINGS_JOB } from '#backend/services/drawing/job.ts'
import { KEY_COLUMNS } from '#backend/services/file/known-keys.ts'
import { sweepKeptForms } from '#backend/services/kept-form/keep.ts'
import { RELEASE_JOB } from '#backend/services/release/deliveries.ts'
import { sweepUploads } from '#backend/services/upload/sweep.ts'
import { LATER } from '#backend/storage/folder-keys.ts'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { addAgedRows, filledColumns, idOf, inDays, type Shapes, store } from './aged-rows.ts'
import { spawnBackend } from './backend-process.ts'
import { startDatabase } from './database.ts'
import { waitFor } from './wait.ts'

/* A site with rows of every table and age, on which backends of several releases sweep. */

const image = {
  fileId: idOf('id', 'attached', '2-kept'),
  width: 1,
  height: 1,
  alt: '',
  placeholder: null,
}
const waiting = { due_at: inDays(20), worker: null, leased_until: null }
const kept = (tag: string) => [idOf('id', 'of-draft', tag)]
const file = {
  purpose: 'project',
  state: 'stored',
  drawings: 'ready',
  trashed_at: null,
  uploaded_at: null,
  package: null,
}

const project = { kind: 'icon', cover: image, gallery: '[]', visibility: 'listed', held_for: null }

/** Rows whose fate depends on more than an age. */
const SHAPES: Shapes = {
  files: {
    attached: () => file,
    'of-draft': () => ({ ...file, attached_at: null }),
    unattached: () => ({ ...file, attached_at: null }),
    imported: () => ({ ...file, owner_uid: null, attached_at: null }),
    trashed: ({ at }) => ({ ...file, state: 'hidden', trashed_at: at }),
    pending: () => ({ ...file, state: 'pending', attached_at: null }),
  },
  kept_forms: {
    form: () => ({ kind: null, begun_at: null, project_id: null }),
    draft: ({ tag }) => ({ kind: 'icon', begun_at: null, file_ids: kept(tag) }),
  },
  projects: {
    public: () => ({ ...project, hidden_at: null }),
    hidden: () => project,
  },
  versions: {
    published: () => ({ publish_at: null, held_for: null }),
    held: () => ({ publish_at: '9999-12-31' }),
  },
  jobs: {
    unknown: () => waiting,
    again: () => ({ ...waiting, name: AGAIN_JOB }),
    drawings: ({ tag }) => ({
      ...waiting,
      name: DRAWINGS_JOB,
      subject: idOf('id', 'attached', tag),
    }),
  },
  upload_parts: { part: ({ tag }) => ({ key: `${idOf('upload', 'part', tag)}${LATER}` }) },
}

export const AGE_BY_TWO_DAYS = `
  UPDATE kept_forms SET begun_at = begun_at - interval '48 hours', updated_at = updated_at - interval '48 hours',
    expires_at = expires_at - interval '48 hours';
  UPDATE files SET uploaded_at = uploaded_at - interval '48 hours'`

/** What the release of now sweeps at intervals. */
export async function sweepNow({ variables, storage }: AgedSite) {
  const db = connect({ url: variables.DATABASE_URL, poolSize: 1 })
  const now = new Date()
  await sweepKeptForms(db, now)
  await sweepUploads({ db, storage }, { now, isAlone: false })
  await db.close()
}

export type AgedSite = Awaited<ReturnType<typeof prepare>>

export async function prepare() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'aged-'))
  const database = await startDatabase()
  const folder = path.join(dataDir, 'files')
  const ask = async <T>(work: (client: Client) => Promise<T>) => {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    return work(client).finally(() => client.end())
  }
  const tables = await ask((client) => addAgedRows(client, folder, SHAPES))
  const storage = createFolderStorage(folder)
  const variables = {
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: String(database.poolSize),
    DATA_DIR: dataDir,
    DEMO: '0',
    INTERNAL_SECRET: 'what-the-backends-share',
    GITHUB_API_URL: 'http://127.0.0.1:9',
    RATE_FACTOR: '1000',
  }
  return {
    dataDir,
    ask,
    /** Of files: their rows, whether each object is there, and whether an upload of them is older than a day by its row. */
    async filesOf(ids: string[]) {
      const { rows } = await ask((client) =>
        client.query<{ key: string; at: Date }>(
          'SELECT key, created_at AS at FROM files WHERE id = ANY($1)',
          [ids],
        ),
      )
      const sizes = await Promise.all(rows.map(({ key }) => storage.size(key)))
      const isAged = rows.some(({ at }) => at < inDays(-1))
      return { rows: rows.length, objects: sizes.length > 0 && !sizes.includes(null), isAged }
    },
    tables,
    storage,
    folder,
    variables,
    stop: async () => {
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts a backend, of this or another folder, and waits until every sweep and job of it has run once. */
export async function sweepOnce(
  site: AgedSite,
  { folder, alone }: { folder?: string; alone: boolean },
) {
  const { storage } = site
  const orphan = `orphan-of-${alone}-${path.basename(folder ?? 'now')}`
  await store(site.folder, orphan)
  await site.ask(async (client) => {
    for (const name of [DRAWINGS_JOB, RELEASE_JOB]) {
      const values = [`last-${name}`, name, `missing-${name}`]
      await client.query(
        `INSERT INTO jobs (id, name, subject, priority, due_at) VALUES ($1, $2, $3, 1000, now())`,
        values,
      )
    }
  })
  const backend = spawnBackend({ ...site.variables, DATABASE_ALONE: alone ? '1' : '0' }, folder)
  const target = {
    url: await backend.listening,
    isReadOnly: false,
    mailDir: path.join(site.dataDir, 'mail'),
  }
  await waitFor(async () => expect(await storage.size(orphan).catch(() => null)).toBeNull())
  await waitFor(async () => {
    const { rows } = await site.ask((client) =>
      client.query(`SELECT id FROM jobs WHERE id LIKE 'last-%'`),
    )
    expect(rows).toEqual([])
  })
  return { backend, target }
}

/** What a site has: columns with a value, and objects with their table; of these also the ones in the trash. */
export async function stateOf(site: AgedSite) {
  const columns = await site.ask(filledColumns)
  const objects = new Set<string>()
  const trash = new Set<string>()
  for await (const keys of site.storage.keys()) for (const key of keys) objects.add(key)
  for (const day of await site.storage.trash.days()) {
    for await (const keys of site.storage.trash.keys(day)) for (const key of keys) trash.add(key)
  }
  return { columns, objects, trash }
}
export type AgedState = Awaited<ReturnType<typeof stateOf>>

/** What a release has taken of what the release of now keeps. @returns places; and for objects in the trash their table. */
export async function lossOf(site: AgedSite, should: AgedState) {
  const is = await stateOf(site)
  const lost = [...should.columns].filter((place) => !is.columns.has(place))
  const gone = [...should.objects].filter((key) => !is.objects.has(key))
  const destroyed = gone.filter((key) => !is.trash.has(key))
  const moved = gone.map(
    (key) => KEY_COLUMNS.find(({ table }) => key.startsWith(table.replaceAll('_', '-')))?.table,
  )
  return { lost: [...lost, ...destroyed], moved: [...new Set(moved)] }
}
