import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { connect } from '#backend/db/connect.ts'
import { derivedPictures, files } from '#backend/db/tables.ts'
import { listSchema } from '#lib/contract/list.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { callApi, registerOver, uploadOver } from '#tests/support/api-client.ts'
import { buildInput } from '#tests/support/builders.ts'
import { startForProcesses } from '#tests/support/process-data.ts'
import { createPicture } from '#tests/support/images.ts'

/** `npm run test:long` kills more often. */
const KILLS = 3
/** A publication of the file below takes about so long here, in ms. */
const WHOLE_MS = 400
const MB = 1024 * 1024

const { folder, database, spawn } = await startForProcesses()

/** All of a publication, as a form does it. */
async function publish(base: string, token: string, key: string, pack: Buffer, picture: Buffer) {
  const body = buildInput({
    title: `Orchard ${key}`,
    category: 'other',
    file_id: await uploadOver(base, token, {
      purpose: 'project',
      name: 'x.flexbar',
      bytes: pack,
    }),
    cover_id: await uploadOver(base, token, { purpose: 'cover', name: 'c.png', bytes: picture }),
    gallery_ids: [
      await uploadOver(base, token, { purpose: 'gallery', name: 'g.png', bytes: picture }),
    ],
  })
  return callApi(base, '/profile', { token, key, body })
}

async function listed(base: string) {
  const list: unknown = await (await fetch(`${base}/profile/list?limit=100`)).json()
  return z.object({ data: listSchema }).parse(list).data.items
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What lies in the storage, whole or half. */
async function stored(): Promise<string[]> {
  const place = path.join(folder, 'files')
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => [])
  const names = entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  return names.filter((name) => name !== '.database-id')
}

/** What the database knows and what lies in the storage, while no backend runs. */
async function inventory() {
  const db = connect(database)
  const rows = await db.select().from(files)
  const derived = await db.select().from(derivedPictures)
  await db.close()
  return {
    pending: rows.filter(({ state }) => state === 'pending').length,
    keys: [...rows, ...derived].map(({ key }) => key).toSorted(),
    objects: (await stored()).toSorted(),
  }
}

it(
  `${KILLS} kills during a publication leave nothing half done, and the retry creates one project`,
  { tags: 'long', timeout: 600_000 },
  async () => {
    const picture = await createPicture()
    let backend = spawn()
    let base = `${await backend.listening}/api/v1`
    const token = await registerOver(base, folder)
    for (let round = 1; round <= KILLS; round += 1) {
      const pack = buildStandardFile('profile', 6 * MB, randomBytes(1024))
      const key = `publication-${round}`
      const sent = publish(base, token, key, pack, picture).catch(() => null)
      // Every other time while bytes are being written, else at any moment.
      if (round % 2 === 0) await wait(Math.random() * WHOLE_MS)
      else while (!(await stored()).some((name) => name.endsWith('.part'))) await wait(1)
      backend.child.kill('SIGKILL')
      await backend.ended
      await sent

      backend = spawn()
      base = `${await backend.listening}/api/v1`
      const before = await listed(base)
      const isPublished = before.some(({ title }) => title === `Orchard ${key}`)
      // The earlier publications, and this one if it was committed before the kill.
      expect(before).toHaveLength(isPublished ? round : round - 1)
      if (!isPublished) {
        const answer = await publish(base, token, key, pack, picture)
        expect(answer).toMatchObject({ code: 200 })
      }
      const made = (await listed(base)).filter(({ title }) => title === `Orchard ${key}`)
      expect(made).toHaveLength(1)
      const file = await fetch(`${base.replace('/api/v1', '')}${made[0]?.file?.url}`)
      expect(Buffer.from(await file.arrayBuffer()).equals(pack)).toBe(true)
    }
    // Once more, for what the last kill left.
    backend.child.kill('SIGKILL')
    await backend.ended
    backend = spawn()
    await backend.listening
    await backend.stop()
    const { keys, objects, pending } = await inventory()
    expect(objects, 'no file without its row, no row without its file').toEqual(keys)
    expect(pending).toBe(0)
  },
)
