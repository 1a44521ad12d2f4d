import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Examination, EXAMINATIONS, examinedSchema } from '#lib/contract/operator.ts'
import type { Project } from '#lib/contract/project.ts'
import { derivedPictures, files, projects, searchDocuments } from '#backend/db/tables.ts'
import { registered } from '#tests/support/accounts.ts'
import { buildContainer, buildManifest } from '#tests/support/containers.ts'
import { testBackend } from '#tests/support/backend.ts'
import { operator, OPERATOR_SECRET } from '#tests/support/operator.ts'
import { createPicture } from '#tests/support/images.ts'
import { publishProject, uploadFile } from '#tests/support/publishing.ts'
import { waitFor } from '#tests/support/wait.ts'

let ada = ''
let project: Project
const backend = await testBackend({ internalSecret: OPERATOR_SECRET })
beforeEach(async () => {
  await backend.empty()
  backend.setClock(new Date().toISOString())
  ada = await registered(backend)
  const cover = { purpose: 'cover', bytes: await createPicture() } as const
  project = await publishProject(backend, ada, { cover_id: await uploadFile(backend, ada, cover) })
})

/** All batches of an examination. */
async function examine(what: Examination, fix = false) {
  const problems = []
  let checked = 0
  let after: string | null = ''
  while (after !== null) {
    const { data } = await operator(backend, 'examine', { what, after, fix })
    const batch = examinedSchema.parse(data)
    checked += batch.checked
    problems.push(...batch.problems)
    after = batch.next
  }
  return { checked, problems }
}
const codes = async (what: Examination, fix = false) =>
  (await examine(what, fix)).problems.map(({ code }) => code)
const pathOf = (key: string) => path.join(backend.folder, key.slice(0, 2), key)
/** Row and path of the project's file. */
async function projectFile() {
  const [row] = await backend.db
    .select()
    .from(files)
    .where(eq(files.id, project.file?.file_id ?? ''))
  if (!row) throw new Error('The project has no file.')
  return { row, file: pathOf(row.key) }
}

it.each(EXAMINATIONS)('a site as it should be has no problem in its %s', async (what) => {
  const { checked, problems } = await examine(what)
  expect(problems).toEqual([])
  expect(checked).toBeGreaterThan(0)
})

it('only the operator examines', async () => {
  const { code } = await operator(backend, 'examine', { what: 'files' }, 'another-secret')
  expect(code).toBe(404)
})

describe('a stored file', () => {
  it('that is missing is reported, and cannot be repaired', async () => {
    const { row, file } = await projectFile()
    await rm(file)
    expect((await examine('files', true)).problems).toEqual([
      {
        code: 'file_missing',
        subject: row.id,
        text: `“${row.name}”: its object ${row.key} is missing.`,
        isFixed: false,
      },
    ])
  })

  it('of another size, or with changed bytes, is reported', async () => {
    const { file } = await projectFile()
    const bytes = await readFile(file)
    await appendFile(file, 'x')
    expect(await codes('files')).toEqual(['file_has_other_size'])
    bytes[20] = (bytes[20] ?? 0) ^ 1
    await writeFile(file, bytes)
    expect(await codes('files')).toEqual(['file_has_other_hash'])
  })

  it('gets its missing drawings again', async () => {
    const { row } = await projectFile()
    await rm(pathOf(row.drawingsKey ?? ''))
    expect(await codes('files')).toEqual(['drawings_missing'])
    expect(await codes('files', true)).toEqual(['drawings_missing'])
    backend.jobs.wake()
    await waitFor(async () => expect((await projectFile()).row.drawings).toBe('ready'))
    expect(await codes('files')).toEqual([])
  })

  it('gets its missing resized pictures again', async () => {
    const [picture] = await backend.db.select().from(derivedPictures)
    if (!picture) throw new Error('There is no resized picture.')
    await rm(pathOf(picture.key))
    expect(await codes('files')).toEqual(['picture_missing'])
    expect(await codes('files', true)).toEqual(['picture_missing'])
    expect(await codes('files')).toEqual([])
    const response = await backend.app.request(`/api/v1/picture/${picture.fileId}/${picture.width}`)
    expect((await response.arrayBuffer()).byteLength).toBe(picture.size)
  })
})

describe('a published file', () => {
  /** Puts bytes in the place of the project's file, as of a release that accepted them. */
  async function store(bytes: Buffer, original = false) {
    const { row } = await projectFile()
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const [key, name, size] = [original ? 'original' : row.key, 'old.iconpack', bytes.length]
    const columns = original
      ? { originalKey: key, originalName: name, originalSize: size, originalSha256: sha256 }
      : { name, size, sha256 }
    await backend.storage.write(key, bytes)
    await backend.db.update(files).set(columns)
  }
  const pack = (...paths: string[]) =>
    buildContainer(buildManifest('iconpack'), ['icons/sun.svg', ...paths])
  const found = async () => (await examine('programs', true)).problems
  const problem = (text: string) => ({
    code: 'file_has_program',
    subject: project.id,
    text: `“${project.title}” (icon ${project.id}): ${text}`,
    isFixed: false,
  })

  it('with programs in it is reported with title and entry, and is not changed', async () => {
    await store(pack('readme.txt', 'setup.exe', 'a.msi'))
    const text = '“setup.exe” in “old.iconpack” is a program (EXE, one of 2).'
    expect(await found()).toEqual([problem(text)])
    expect(await found()).toHaveLength(1)
  })

  it('that is a program by the names of its entries is reported', async () => {
    await store(pack('__main__.py'))
    expect(await found()).toEqual([problem('“old.iconpack” is a file of the type Python.')])
  })

  it('is the upload, where a standard archive was made from it', async () => {
    await store(pack('a.jar'), true)
    expect(await found()).toEqual([problem('“a.jar” in “old.iconpack” is a program (JAR).')])
  })

  it('with other files, or that is no archive, is not reported', async () => {
    await store(pack('index.html', 'build.js'))
    expect(await found()).toEqual([])
    await store(Buffer.from('Dear reader, '.repeat(20)))
    expect(await found()).toEqual([])
  })

  it('of a plugin is not examined', async () => {
    await store(pack('setup.exe'))
    await backend.db.update(projects).set({ kind: 'plugin' })
    expect(await examine('programs')).toEqual({ checked: 0, problems: [] })
  })
})

it('an object that no row refers to is reported, and moved to the trash', async () => {
  const file = pathOf('lost-object')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, 'x')
  expect(await codes('objects')).toEqual([])
  await utimes(file, 0, 0)
  expect(await codes('objects')).toEqual(['object_unknown'])
  expect(await backend.storage.size('lost-object')).toBe(1)
  expect(await codes('objects', true)).toEqual(['object_unknown'])
  expect(await backend.storage.size('lost-object')).toBeNull()
  expect(await codes('objects')).toEqual([])
})

it('a total below the counts of its days is reported and raised', async () => {
  await backend.db.execute(sql`
    INSERT INTO daily_counts VALUES (${project.id}, '2026-05-01', 'download', 7), (${project.id}, '2026-05-02', 'download', 5)`)
  expect((await examine('counters')).problems).toMatchObject([
    { code: 'counter_wrong', text: `${project.id} has 0 downloads in total and 12 by day.` },
  ])
  await examine('counters', true)
  expect(await codes('counters')).toEqual([])
  const [row] = await backend.db.select({ downloads: projects.downloads }).from(projects)
  expect(row?.downloads).toBe(12)
})

describe('the search index', () => {
  const found = async () => (await backend.get('/index/search?q=orchard')).data

  it('adds a project that it does not have', async () => {
    await backend.db.delete(searchDocuments)
    expect(await found()).toMatchObject({ total: 0 })
    expect(await codes('search', true)).toEqual(['not_indexed'])
    expect(await codes('search')).toEqual([])
    expect(await found()).toMatchObject({ total: 1 })
  })

  it('removes a hidden project that it still has', async () => {
    await backend.db.update(projects).set({ hiddenAt: new Date() })
    expect(await codes('search', true)).toEqual(['indexed_for_nobody'])
    expect(await codes('search')).toEqual([])
  })
})

describe('the database', () => {
  it('that another release has migrated is reported', async () => {
    await backend.db.execute(sql`
      INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 9999999999999)`)
    expect(await codes('database')).toEqual(['migrations_differ'])
    await backend.db.execute(sql`DELETE FROM drizzle.__drizzle_migrations WHERE hash = 'later'`)
  })

  it('whose clock differs by more than a minute is reported', async () => {
    backend.setClock(new Date(Date.now() + 2 * 3600 * 1000).toISOString())
    expect(await codes('database')).toEqual(['clock_differs'])
  })
})
