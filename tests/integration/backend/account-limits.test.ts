// @module-tag long
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Call } from '#lib/contract/call.ts'
import { callRequest } from '#lib/contract/call-request.ts'
import { CALLS, NAMED_CALLS } from '#lib/contract/calls.ts'
import { DESCRIPTION_MAX, NOTES_MAX } from '#lib/contract/limits.ts'
import { readAllPages } from '#lib/contract/account/own-page.ts'
import { projectSchema } from '#lib/contract/project.ts'
import { versionsSchema } from '#lib/contract/publish.ts'
import { callApi, registerOver, uploadOver } from '#tests/support/api-client.ts'
import { spawnBackend } from '#tests/support/backend-process.ts'
import { buildInput } from '#tests/support/builders.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { startDatabase } from '#tests/support/database.ts'
import { createPicture } from '#tests/support/images.ts'
import { waitFor } from '#tests/support/wait.ts'

/*
 * What one account can have after years of writing as fast as it may. Each read of it has to be answered by a backend with the heap of
 * production (scripts/settings/node-settings.ts).
 */

const PROJECTS = 2000
const HIDDEN = 300
const VERSIONS = 3000
const DAYS = 400
/** Of an account from before they were counted in every way: 248 MB. */
const DRAFTS = 4000

let folder = ''
let database: Awaited<ReturnType<typeof startDatabase>>
let backend: ReturnType<typeof spawnBackend>
let base = ''
let token = ''
let project: z.infer<typeof projectSchema>
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'account-limits-'))
  database = await startDatabase()
  backend = spawnBackend({
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: String(database.poolSize),
    DATA_DIR: folder,
  })
  base = `${await backend.listening}/api/v1`
  token = await registerOver(base, folder)
  project = await publish()
  await fill()
}, 300_000)
afterAll(async () => {
  await backend.stop()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

async function publish() {
  const pack = { purpose: 'project', name: 'x.iconpack', bytes: (await buildIconPack('sun')).bytes }
  const bytes = await createPicture({ width: 64, height: 40 })
  const picture = (purpose: string) => uploadOver(base, token, { purpose, name: 'p.png', bytes })
  const body = buildInput({
    description: 'x'.repeat(DESCRIPTION_MAX),
    file_id: await uploadOver(base, token, pack),
    cover_id: await picture('cover'),
    gallery_ids: [await picture('gallery')],
  })
  // Refused until its drawings are made.
  return waitFor(async () => {
    const answer = await callApi(base, '/icon', { token, body })
    return z.object({ data: projectSchema }).parse(answer).data
  })
}

/** Copies rows of a table, with other values in some columns. */
const copy = (table: string, count: number, other: string) =>
  `INSERT INTO ${table} SELECT copied.* FROM (SELECT * FROM ${table} LIMIT 1) one, generate_series(1, ${count}) n,
    LATERAL jsonb_populate_record(NULL::${table}, to_jsonb(one) || jsonb_build_object(${other})) copied`

/** Without the time limit of the backend's statements. */
async function fill() {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const long = (characters: number) => `repeat('x', ${characters})`
  const statements = [
    copy(
      'projects',
      PROJECTS,
      `'id', lpad(n::text, 12, 'p'), 'demo_key', NULL, 'hidden_at', CASE WHEN n <= ${HIDDEN} THEN now() END`,
    ),
    `INSERT INTO audit (at, action, kind, project_id, title, author, reason, by)
      SELECT now(), 'hide', 'icon', id, title, '', ${long(500)}, '' FROM projects WHERE hidden_at IS NOT NULL`,
    copy('versions', VERSIONS, `'version', '2.' || n || '.0', 'notes', ${long(NOTES_MAX)}`),
    `INSERT INTO kept_forms (id, uid, content, created_at, kind, title)
      SELECT 'f' || n, author_uid, '{"text":"' || ${long(62_000)} || '"}', now(), 'icon', 'Draft'
      FROM (SELECT author_uid FROM projects LIMIT 1) own, generate_series(1, ${DRAFTS}) n`,
    `INSERT INTO daily_counts (project_id, day, event, count)
      SELECT id, current_date - n, event, 5 FROM (SELECT id FROM projects LIMIT 100) p, generate_series(1, ${DAYS}) n,
        (VALUES ('view'), ('download'), ('install')) AS events (event)`,
    `INSERT INTO project_log (project_id, at, event, uid)
      SELECT id, now(), 'changed', author_uid FROM projects, generate_series(1, 20)`,
    'ANALYZE',
  ]
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const READS = NAMED_CALLS.filter(
  ({ call: { method, access } }) =>
    method === 'get' && (access === 'account' || access === 'public'),
)

const IN_URL = /\/(?<id>\w{12})\//

/** Parameters of a call: of the project, its file, its cover, one of its hidden copies or a draft. */
function inputOf({ path, query }: Pick<Call, 'path' | 'query'>) {
  const cover = IN_URL.exec(project.cover?.url ?? '')?.groups?.['id']
  const file = IN_URL.exec(project.file?.url ?? '')?.groups?.['id']
  const ids: Record<string, unknown> = { file, picture: cover }
  const own = path.includes('/hidden/') ? 'pppppppppppp1'.slice(1) : 'f1'
  const id = ids[path.split('/')[1] ?? ''] ?? (path.startsWith('/account/') ? own : project.id)
  const isOf = ([name]: [string, unknown]) =>
    path.includes(`{${name}}`) || (name !== 'after' && name in (query?.shape ?? {}))
  return Object.fromEntries(Object.entries({ ...values, id }).filter(isOf))
}
const values = {
  kind: 'icon',
  name: 'sun.svg',
  file: 'x.iconpack',
  version: '2.1.0',
  before: '2.1.0',
  after: '2.2.0',
  sha256: '0'.repeat(64),
  colour: 'ff0000',
  form: 'svg',
  width: '64',
}

/** What a web app takes of an answer that is not streamed. */
const ANSWER_MAX = 4 * 1024 * 1024

it.each(READS)(
  '$name is answered',
  async ({ call }) => {
    const { method, path: address } = callRequest(call, inputOf(call))
    const answer = await fetch(base.replace('/api/v1', address), {
      method,
      headers: { authorization: `Bearer ${token}` },
    })
    let length = 0
    for await (const chunk of answer.body ?? []) length += chunk.byteLength
    if (call.mediaType === undefined && !call.streamed) expect(length).toBeLessThan(ANSWER_MAX)
    expect(answer.status).toBeLessThan(500)
    expect(backend.child.exitCode).toBeNull()
  },
  300_000,
)

it('versions are read in pages, each once, the highest first', async () => {
  const versions = await readAllPages(async (page) => {
    const { method, path: address } = callRequest(CALLS.versions, {
      kind: 'icon',
      id: project.id,
      page,
    })
    const answer = await callApi(base.replace('/api/v1', ''), address, { method })
    return z.object({ data: versionsSchema }).parse(answer).data
  })
  const numbers = versions.map(({ version }) => version)
  expect(new Set(numbers).size).toBe(VERSIONS + 1)
  expect(numbers.slice(0, 2)).toEqual([`2.${VERSIONS}.0`, `2.${VERSIONS - 1}.0`])
  expect(numbers.at(-1)).toBe(project.version)
})
