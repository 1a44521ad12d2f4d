import { writeFile } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toWeb } from '#backend/http/stream.ts'
import { waitFor } from '#tests/support/wait.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

const BYTES = Buffer.alloc(300_000, 'x')
const folder = await scratchFolder()
const file = path.join(folder, 'file')
await writeFile(file, BYTES)

const uncaught: unknown[] = []
const note = (error: unknown) => void uncaught.push(error)
beforeEach(() => {
  uncaught.length = 0
  process.on('uncaughtException', note)
})
afterEach(() => void process.off('uncaughtException', note))

describe('a file as the body of a response', () => {
  it('is sent completely', async () => {
    const body = toWeb(createReadStream(file))
    expect(Buffer.from(await new Response(body).arrayBuffer()).equals(BYTES)).toBe(true)
  })

  it.each(['at once', 'after the first bytes', 'during a read'])(
    'whose reader disconnects %s is closed without an uncaught error',
    async (moment) => {
      for (let round = 0; round < 30; round += 1) {
        const stream = createReadStream(file)
        await once(stream, 'readable')
        const reader = toWeb(stream).getReader()
        if (moment === 'after the first bytes') await reader.read()
        if (moment === 'during a read') {
          await reader.read()
          await waitFor(() => expect(stream.readableLength).toBeGreaterThan(0))
          void reader.read()
        }
        reader.cancel().catch(() => undefined)
        await waitFor(() => expect(stream.closed).toBe(true))
      }
      await new Promise((resolve) => setImmediate(resolve))
      expect(uncaught).toEqual([])
    },
  )

  it('that fails is an error for its reader only', async () => {
    const stream = createReadStream(file)
    await once(stream, 'readable')
    const reader = toWeb(stream).getReader()
    await reader.read()
    stream.destroy(new Error('disk'))
    await expect(
      (async () => {
        for (let at = 0; at < 10; at += 1) await reader.read()
      })(),
    ).rejects.toThrow('disk')
    expect(uncaught).toEqual([])
  })
})
