// @module-tag long
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { callRequest } from '#lib/contract/call-request.ts'
import { NAMED_CALLS } from '#lib/contract/calls.ts'
import { DRAFTS_MAX } from '#lib/contract/kept-form.ts'
import { DESCRIPTION_MAX, NOTES_MAX } from '#lib/contract/limits.ts'
import { projectSchema } from '#lib/contract/project.ts'
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

const PROJECTS = 10_000
const HIDDEN = 2000
const VERSIONS = 3000
const DAYS = 400

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
      FROM (SELECT author_uid FROM projects LIMIT 1) own, generate_series(1, ${DRAFTS_MAX}) n`,
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

const CALLS = NAMED_CALLS.filter(
  ({ call: { method, access } }) => method === 'get' && (access === 'account' || access === 'public'),
)

/** Values of the parameters of a call. */
function inputOf(name: string, path: string) {
  const id = path.startsWith('/file/') || path.startsWith('/picture/') ? project.file?.url.split('/')[2] : project.id
  return {
    ...(path.includes('{kind}') && { kind: 'icon' }),
    ...(path.includes('{id}') && { id }),
  }
}

it.each(CALLS)('$name is answered', async ({ name, call }) => {
  const request = callRequest(call, inputOf(name, call.path))
  const begun = performance.now()
  const answer = await fetch(base.replace('/api/v1', request.path), {
    headers: { authorization: `Bearer ${token}` },
  })
  const text = await answer.text()
  console.log(name, answer.status, text.length, Math.round(performance.now() - begun))
  expect(answer.status).toBeLessThan(500)
  expect(backend.child.exitCode).toBeNull()
})
