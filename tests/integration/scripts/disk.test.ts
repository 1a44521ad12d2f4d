// @module-tag long
import { execFileSync } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freePort } from '#scripts/stack/free-port.ts'
import { mountSmallDisk, type SmallDisk } from '#tests/faults/small-disk.ts'
import { spawnStart } from '#tests/support/start-process.ts'

/* `npm start` on a disk without room, or that cannot be written to. Needs the right to mount. */

let disk: SmallDisk | null = null
let started: ReturnType<typeof spawnStart> | undefined
beforeEach(async () => {
  disk = await mountSmallDisk(8)
})
afterEach(async () => {
  started?.child.kill()
  await started?.ended
  await disk?.unmount()
})

async function start(dataDir: string) {
  const ports = { PORT: String(await freePort()), BACKEND_PORT: String(await freePort()) }
  started = spawnStart({ DATA_DIR: dataDir, ...ports })
  return started.ended
}

/** Writes until nothing more fits, except into the last block of other files. */
async function fill(folder: string) {
  const file = await open(path.join(folder, 'filler'), 'w')
  try {
    for (;;) await file.write(Buffer.alloc(4096))
  } catch {
    // The disk is full.
  } finally {
    await file.close()
  }
}

it('a full disk is named in one sentence', async (context) => {
  if (disk === null) return context.skip()
  await fill(disk.folder)
  expect(await start(disk.folder)).toEqual({
    code: 1,
    complaint: `The disk of the data folder ${disk.folder} is full; free some space, or set DATA_DIR to another one.\n`,
  })
})

it('so is one without room for a new database, which is not begun', async (context) => {
  if (disk === null) return context.skip()
  expect(await start(disk.folder)).toEqual({
    code: 1,
    complaint: `The disk of the data folder ${disk.folder} has 8 MB left, and a new database needs 128; free some space, or set DATA_DIR to another one.\n`,
  })
})

it('a disk that is mounted read-only is named in one sentence', async (context) => {
  if (disk === null) return context.skip()
  const data = path.join(disk.folder, 'data')
  await mkdir(data)
  execFileSync('mount', ['-o', 'remount,ro', disk.folder])
  try {
    expect(await start(data)).toEqual({
      code: 1,
      complaint: `The data folder ${data} is on a disk that is mounted read-only; mount it for writing, or set DATA_DIR to another one.\n`,
    })
  } finally {
    execFileSync('mount', ['-o', 'remount,rw', disk.folder])
    await rm(data, { recursive: true })
  }
})
