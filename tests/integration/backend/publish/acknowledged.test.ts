import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { callApi, registerOver, uploadOver } from '#tests/support/api-client.ts'
import { buildInput } from '#tests/support/builders.ts'
import { startDatabase, startPglite } from '#tests/support/database.ts'
import { spawnBackend } from '#tests/support/backend-process.ts'
import { createPicture } from '#tests/support/images.ts'

/** `npm run test:long` kills 32 times on each database. */
const KILLS = Number(process.env['ACKNOWLEDGED_KILLS'] ?? 3)
const server = process.env['TEST_DATABASE_URL']
/** A kill comes at a random moment of the write that follows so many of a round at most. */
const WRITES_MAX = 20

let dataDir = ''
let stopServer: (() => Promise<void>) | undefined
let serverUrl = ''
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'acknowledged-'))
  if (!server) return
  const database = await startDatabase()
  serverUrl = database.url
  stopServer = database.stop
})
afterAll(async () => {
  await stopServer?.()
  await rm(dataDir, { recursive: true, force: true })
})

/** A backend, with the embedded database in a folder unless a server is given. */
async function start() {
  const embedded = server ? undefined : await startPglite(path.join(dataDir, 'database'))
  const backend = spawnBackend({
    DATABASE_URL: embedded?.url ?? serverUrl,
    DATABASE_POOL_SIZE: embedded ? '1' : '4',
    DATABASE_ALONE: '1',
    DATA_DIR: dataDir,
  })
  const base = `${await backend.listening}/api/v1`
  /** Kills backend and embedded database at once. */
  const kill = async () => {
    backend.child.kill('SIGKILL')
    await Promise.all([embedded?.kill(), backend.ended])
  }
  const stop = async () => {
    await backend.stop()
    await embedded?.stop()
  }
  return { base, kill, stop }
}

const answerSchema = z.object({ code: z.number(), data: z.unknown() })

/** What the backend has acknowledged of one project, and what was asked last without an answer. */
type Known = {
  id: string
  title: string
  sha256: string
  isDeleted: boolean
  pending?: { title?: string; isDeleted?: boolean }
}

/** Two projects a round, so that an account stays below its limit of uploads an hour. */
const CREATED_PER_ROUND = 2

/** Publishes, edits and deletes until the connection fails. @param onWritten called with the number of writes that were acknowledged. */
async function write(
  base: string,
  token: string,
  { known, picture, onWritten }: Writing,
): Promise<never> {
  const most = known.length + CREATED_PER_ROUND
  for (let step = 0; ; step += 1) {
    const one = known.findLast(({ isDeleted }) => !isDeleted)
    if (!one || (step % 8 === 0 && known.length < most)) {
      known.push(await create(base, token, picture))
    } else if (step === 15) await remove(base, token, one)
    else await edit(base, token, one)
    onWritten(step + 1)
  }
}
type Writing = { known: Known[]; picture: Buffer; onWritten: (writes: number) => void }

async function create(base: string, token: string, picture: Buffer): Promise<Known> {
  const bytes = buildStandardFile('profile', 64 * 1024, randomBytes(1024))
  const title = `Orchard ${randomBytes(4).toString('hex')}`
  const body = buildInput({
    title,
    category: 'other',
    file_id: await uploadOver(base, token, { purpose: 'project', name: 'x.flexbar', bytes }),
    cover_id: await uploadOver(base, token, { purpose: 'cover', name: 'c.png', bytes: picture }),
    gallery_ids: [
      await uploadOver(base, token, { purpose: 'gallery', name: 'g.png', bytes: picture }),
    ],
  })
  const { code, data } = answerSchema.parse(await callApi(base, '/profile', { token, body }))
  expect(code).toBe(200)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { id: projectSchema.parse(data).id, title, sha256, isDeleted: false }
}

async function edit(base: string, token: string, one: Known) {
  const title = `Orchard ${randomBytes(4).toString('hex')}`
  one.pending = { title }
  const body = { id: one.id, title }
  const { code } = answerSchema.parse(
    await callApi(base, '/profile', { method: 'PUT', token, body }),
  )
  expect(code).toBe(200)
  one.title = title
  delete one.pending
}

async function remove(base: string, token: string, one: Known) {
  one.pending = { isDeleted: true }
  const address = `/profile?id=${one.id}`
  const { code } = answerSchema.parse(await callApi(base, address, { method: 'DELETE', token }))
  expect(code).toBe(200)
  one.isDeleted = true
  delete one.pending
}

/** Compares what was acknowledged with what is there; what had no answer may have happened or not. */
async function compare(base: string, one: Known) {
  const answer = await callApi(base, `/profile/${one.id}`, { method: 'GET' })
  const { code, data } = answerSchema.parse(answer)
  const mayBeDeleted = one.isDeleted || one.pending?.isDeleted === true
  if (code === 404 && mayBeDeleted) {
    one.isDeleted = true
  } else {
    expect(code, one.title).toBe(200)
    expect(one.isDeleted, 'an acknowledged deletion is undone').toBe(false)
    const project: Project = projectSchema.parse(data)
    expect([one.title, one.pending?.title]).toContain(project.title)
    const file = await fetch(`${new URL(base).origin}${project.file?.url}`)
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(one.sha256)
    one.title = project.title
  }
  delete one.pending
}

it(
  `no acknowledged write is lost in ${KILLS} kills of backend and embedded database`,
  { tags: 'long', timeout: 900_000 },
  async () => {
    const picture = await createPicture()
    const known: Known[] = []
    let site = await start()
    const token = await registerOver(site.base, dataDir)
    for (let round = 1; round <= KILLS; round += 1) {
      // Something has to be acknowledged before a kill can lose it.
      const writes = randomInt(1, WRITES_MAX)
      const killed = Promise.withResolvers<void>()
      let began = performance.now()
      const onWritten = (count: number) => {
        const lastMs = performance.now() - began
        began = performance.now()
        if (count !== writes) return
        void delay(Math.random() * lastMs)
          .then(site.kill)
          .then(killed.resolve, killed.reject)
      }
      // The connection is cut; any other failure is one of the writes.
      await expect(write(site.base, token, { known, picture, onWritten })).rejects.toBeInstanceOf(
        TypeError,
      )
      await killed.promise
      site = await start()
      for (const one of known) await compare(site.base, one)
    }
    await site.stop()
  },
)
