// @module-tag long
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createPool } from '#lib/worker/pool.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { createPicture } from '#tests/support/images.ts'
import { NO_FILES, storedFiles, upload } from '#tests/support/publishing.ts'

const workers = createPool({
  script: path.resolve(import.meta.dirname, '../../../support/hanging-tasks.ts'),
  size: 1,
  queueMax: 10,
  heapMb: 64,
  limits: { cpuMs: 10_000, rssBytes: 400 * 1024 * 1024, stalledMs: 100 },
})
const backend = await testBackend({ workers })
afterAll(() => workers.close())

it('a file whose check makes no progress is not refused: 503 with a time to try again', async () => {
  const ada = await registered(backend)
  const picture = await createPicture()
  for (const file of [
    { name: 'a.iconpack', bytes: buildStandardFile('icon') },
    { name: 'a.png', purpose: 'cover', bytes: picture },
  ] as const) {
    const answer = await upload(backend, ada, file)
    expect(answer).toMatchObject({ status: 503, reason: 'overloaded', retryAfter: '5' })
  }
  expect(await storedFiles(backend)).toEqual(NO_FILES)
})
