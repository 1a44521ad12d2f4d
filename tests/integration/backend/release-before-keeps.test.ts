// @module-tag long
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AGAIN_JOB } from '#backend/services/drawing/make-again.ts'
import { DRAWINGS_JOB } from '#backend/services/drawing/job.ts'
import { RELEASE_JOB } from '#backend/services/release/deliveries.ts'
import { LATER } from '#backend/storage/folder-keys.ts'
import { KEY_COLUMNS } from '#backend/services/file/known-keys.ts'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { readExceptions } from '#scripts/release/exceptions.ts'
import {
  addAgedRows,
  AGES,
  filledColumns,
  idOf,
  inDays,
  type Shapes,
  store,
} from '#tests/support/aged-rows.ts'
import { spawnBackend } from '#tests/support/backend-process.ts'
import { startDatabase } from '#tests/support/database.ts'
import { checkOutBackend, releasesBefore } from '#tests/support/release-code.ts'
import { waitFor } from '#tests/support/wait.ts'

/*
 * After an upgrade the site may go back, and during one both releases sweep one database. So the code of the last two releases in
 * docs/releases.json runs every sweep and its jobs on rows of every table, and destroys nothing that the sweeps of now keep. Needs the history
 * of the repository.
 */

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

/** Rows of a day, and the parts of words: a sweep or a job of now empties these tables. */
const OF_TODAY = ['salts', 'visits', 'visit_counts']

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

type Site = Awaited<ReturnType<typeof prepare>>

async function prepare() {
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
async function sweepOnce(site: Site, { folder, alone }: { folder?: string; alone: boolean }) {
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
async function stateOf(site: Site) {
  const columns = await site.ask(filledColumns)
  const objects = new Set<string>()
  const trash = new Set<string>()
  for await (const keys of site.storage.keys()) for (const key of keys) objects.add(key)
  for (const day of await site.storage.trash.days()) {
    for await (const keys of site.storage.trash.keys(day)) for (const key of keys) trash.add(key)
  }
  return { columns, objects, trash }
}
type State = Awaited<ReturnType<typeof stateOf>>

/** What a release has taken of what the release of now keeps. @returns places; and for objects in the trash their table. */
async function lossOf(site: Site, should: State) {
  const is = await stateOf(site)
  const lost = [...should.columns].filter((place) => !is.columns.has(place))
  const gone = [...should.objects].filter((key) => !is.objects.has(key))
  const destroyed = gone.filter((key) => !is.trash.has(key))
  const moved = gone.map(
    (key) => KEY_COLUMNS.find(({ table }) => key.startsWith(table.replaceAll('_', '-')))?.table,
  )
  return { lost: [...lost, ...destroyed], moved: [...new Set(moved)] }
}

const exceptionsOf = (version: string) =>
  readExceptions(readFileSync('docs/upgrading.md', 'utf8')).flatMap((one) =>
    one.startsWith(`${version} `) ? one.slice(version.length + 1) : [],
  )

const releases = releasesBefore()
let should: State
let tables: string[]
beforeAll(async () => {
  if (releases.length === 0) return
  const site = await prepare()
  tables = site.tables
  const before = await stateOf(site)
  const { backend } = await sweepOnce(site, { alone: true })
  await backend.stop()
  const after = await stateOf(site)
  should = {
    columns: before.columns.intersection(after.columns),
    objects: before.objects.intersection(after.objects),
    trash: new Set(),
  }
  await site.stop()
})

it.skipIf(releases.length === 0)(
  'has rows of each age that the release of now keeps, and of each table that a sweep never empties',
  () => {
    const kept = [...should.columns]
    for (const table of tables.filter((name) => !OF_TODAY.includes(name))) {
      for (const age of AGES) {
        const isOne = (place: string) =>
          place.startsWith(`${table} `) && place.includes(`-${age}-kept`)
        expect(kept.some(isOne), `${table} of ${age} days`).toBe(true)
      }
    }
  },
)

describe.skipIf(releases.length === 0).each(releases)('$version', ({ version, commit }) => {
  let code: Awaited<ReturnType<typeof checkOutBackend>>
  let site: Site
  const running: { stop: () => Promise<unknown> }[] = []
  const start = async (folder: string | undefined, alone: boolean) => {
    const { backend, target } = await sweepOnce(site, { folder, alone })
    running.push(backend)
    return { backend, target }
  }
  beforeAll(async () => {
    code = await checkOutBackend(commit)
    site = await prepare()
  })
  afterAll(async () => {
    for (const one of running) await one.stop()
    await site?.stop()
    await code?.remove()
  })

  it('alone destroys nothing that the release of now keeps, but for what docs/upgrading.md says', async () => {
    const { backend } = await start(code.folder, true)
    expect(await lossOf(site, should)).toEqual({ lost: [], moved: exceptionsOf(version) })
    await backend.stop()
  })

  it('beside the release of now destroys no more', async () => {
    await start(undefined, false)
    const { backend } = await start(code.folder, false)
    expect(await lossOf(site, should)).toEqual({ lost: [], moved: exceptionsOf(version) })
    await backend.stop()
  })
})
