// @module-tag long
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { AGAIN_JOB } from '#backend/services/drawing/make-again.ts'
import { DRAWINGS_JOB } from '#backend/services/drawing/job.ts'
import { RELEASE_JOB } from '#backend/services/release/deliveries.ts'
import { LATER } from '#backend/storage/folder-keys.ts'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { addAgedRows, AGES, idOf, inDays, type Shapes, store } from '#tests/support/aged-rows.ts'
import { allRows } from '#tests/support/all-rows.ts'
import { spawnBackend } from '#tests/support/backend-process.ts'
import { startDatabase } from '#tests/support/database.ts'
import { checkOutBackend, releasesBefore } from '#tests/support/release-code.ts'
import { waitFor } from '#tests/support/wait.ts'

/*
 * After an upgrade the site may go back, and during one both releases sweep one database. So the code of the last two releases in
 * docs/releases.json runs every sweep and its jobs on rows of every table, and destroys nothing that the sweeps of now keep. Needs the history
 * of the repository.
 */

const image = { fileId: idOf('id', 'attached', '2-kept'), width: 1, height: 1, alt: '', placeholder: null }
const waiting = { due_at: inDays(20), worker: null, leased_until: null }
const kept = (tag: string) => [idOf('id', 'of-draft', tag)]
const file = { purpose: 'project', state: 'stored', drawings: 'ready', trashed_at: null, uploaded_at: null, package: null }

const project = { kind: 'icon', cover: image, gallery: '[]' }

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
    drawings: ({ tag }) => ({ ...waiting, name: DRAWINGS_JOB, subject: idOf('id', 'attached', tag) }),
  },
  upload_parts: { part: ({ tag }) => ({ key: `${idOf('upload', 'part', tag)}${LATER}` }) },
}

type Started = Awaited<ReturnType<typeof prepare>>

async function prepare() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'aged-'))
  const database = await startDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const folder = path.join(dataDir, 'files')
  const tables = await addAgedRows(client, folder, SHAPES)
  await client.end()
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
    database,
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

async function ask<T>({ database }: Started, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Starts a backend, of this or another folder, and waits until every sweep and job of it has run once. */
async function sweepOnce(site: Started, { folder, alone }: { folder?: string; alone: boolean }) {
  const { storage } = site
  const orphan = `orphan-of-${alone}-${path.basename(folder ?? 'now')}`
  await store(site.folder, orphan)
  await ask(site, async (client) => {
    for (const name of [DRAWINGS_JOB, RELEASE_JOB]) {
      const values = [`last-${name}`, name, `missing-${name}`]
      await client.query(`INSERT INTO jobs (id, name, subject, priority, due_at) VALUES ($1, $2, $3, 1000, now())`, values)
    }
  })
  const backend = spawnBackend({ ...site.variables, DATABASE_ALONE: alone ? '1' : '0' }, folder)
  await backend.listening
  await waitFor(async () => expect(await storage.size(orphan).catch(() => null)).toBeNull())
  await waitFor(async () => {
    const { rows } = await ask(site, (client) => client.query(`SELECT id FROM jobs WHERE id LIKE 'last-%'`))
    expect(rows).toEqual([])
  })
  return backend
}

/** Rows and objects; those in the trash of the storage by themselves, as a release that knows them brings them back. */
async function stateOf(site: Started) {
  const rows = await ask(site, (client) => allRows((text) => client.query(text)))
  const objects: string[] = []
  for await (const keys of site.storage.keys()) objects.push(...keys)
  const trash: string[] = []
  for (const day of await site.storage.trash.days()) for await (const keys of site.storage.trash.keys(day)) trash.push(...keys)
  return { rows, objects, trash }
}

it('x', async () => {
  const now = await prepare()
  const backend = await sweepOnce(now, { alone: true })
  await backend.stop()
  const should = await stateOf(now)
  for (const release of releasesBefore()) {
    const code = await checkOutBackend(release.commit)
    const site = await prepare()
    const old = await sweepOnce(site, { folder: code.folder, alone: true })
    await old.stop()
    const is = await stateOf(site)
    for (const [table, lines] of Object.entries(should.rows)) {
      const lost = lines.filter((line) => !is.rows[table]?.includes(line))
      if (lost.length) console.log(release.version, table, lost.length, lines.length, lost.slice(0, 2), is.rows[table]?.slice(0,2))
    }
    console.log('OBJ', release.version, should.objects.filter((k) => !is.objects.includes(k)), is.trash)
    await site.stop()
    await code.remove()
  }
  console.log(Object.entries(should.rows).map(([t, l]) => `${t}:${l.length}`).join(' '))
  
  await now.stop()
})
