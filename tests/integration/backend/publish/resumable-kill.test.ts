// @module-tag long
import { createHash, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { connect } from '#backend/db/connect.ts'
import { uploads } from '#backend/db/tables.ts'
import { PART_BYTES } from '#backend/services/upload/receive.ts'
import { registerOver } from '#tests/support/api-client.ts'
import { startForProcesses } from '#tests/support/process-data.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { openBody, resumableClient } from '#tests/support/resumable.ts'
import { waitFor } from '#tests/support/wait.ts'

const { folder, database, spawn } = await startForProcesses()

it('an upload goes on in another process after the first was killed', async () => {
  const pack = buildStandardFile('profile', 12 * 1024 * 1024, randomBytes(1024))
  const first = spawn()
  const base = `${await first.listening}/api/v1`
  const token = await registerOver(base, folder)
  const client = resumableClient((address, init) => fetch(`${base}${address}`, init), token)
  const { id } = await client.begin({ size: pack.length })
  const { body } = openBody(pack.subarray(0, PART_BYTES + 1000))
  const sent = client.patch(id, 0, body).catch(() => null)
  const received = async () => {
    const db = connect(database)
    const [row] = await db.select().from(uploads)
    await db.close()
    return row?.received
  }
  await waitFor(async () => expect(await received()).toBe(PART_BYTES))
  first.child.kill('SIGKILL')
  await first.ended
  await sent

  const second = spawn()
  const again = `${await second.listening}/api/v1`
  const other = resumableClient((address, init) => fetch(`${again}${address}`, init), token)
  expect(await other.head(id)).toMatchObject({ status: 200, offset: PART_BYTES })
  expect(await other.patch(id, PART_BYTES, pack.subarray(PART_BYTES))).toMatchObject({
    status: 200,
  })
  const sha256 = createHash('sha256').update(pack).digest('hex')
  expect(await other.finish(id)).toMatchObject({ data: { size: pack.length, sha256 } })
  await second.stop()
})
