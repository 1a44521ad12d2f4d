import { expect, it } from 'vitest'
import { readProjectFile } from '#backend/services/container/readers.ts'
import { rawZip } from '#tests/support/raw-zip.ts'
import { readUpload } from '#tests/support/read-upload.ts'

const MB = 1024 * 1024
/** What is read of a file whose contents are not: its beginning and its end. */
const READ_MAX = 110_000

/** A file of a size whose bytes are made when they are read. @returns the reading and how many bytes it took. */
async function readLarge(size: number, byteAt: (at: number) => number) {
  let bytesRead = 0
  const source = {
    size: async () => size,
    readBytes: async (_key: string, { start, end }: { start: number; end: number }) => {
      bytesRead += end - start + 1
      const bytes = Buffer.alloc(end - start + 1)
      for (let at = start; at <= end; at += 1) bytes[at - start] = byteAt(at)
      return bytes
    },
  }
  const upload = { key: 'a', size, kind: 'profile', ending: '.flexbar', title: 'a' } as const
  const reading = await readProjectFile(source, upload, { output: '/nowhere' })
  return { format: reading.format, bytesRead }
}

const [OPEN, CLOSE, ZERO] = [0x5b, 0x5d, 0]

it('JSON of 90 MB that is a million lists deep is kept unread, by its first and last bytes', async () => {
  const { format, bytesRead } = await readLarge(90 * MB, (at) => (at < 45 * MB ? OPEN : CLOSE))
  expect(format).toBe('opaque')
  expect(bytesRead).toBeLessThan(READ_MAX)
})

it('binary data of 90 MB is kept unread, by its first and last bytes', async () => {
  const { format, bytesRead } = await readLarge(90 * MB, (at) => (at === 0 ? OPEN : ZERO))
  expect(format).toBe('opaque')
  expect(bytesRead).toBeLessThan(READ_MAX)
})

it('entries of an archive that is kept unread are listed and not inflated', async () => {
  const bytes = rawZip([
    { path: 'project.json', content: '{"a":'.repeat(40), isDeflated: true },
    { path: 'assets/a.bin', content: Buffer.alloc(400, 7) },
  ])
  const spoiled = Buffer.from(bytes)
  // The first entry's data, which no inflater accepts: block type 3.
  spoiled[30 + 'project.json'.length] = 0xff
  for (const archive of [bytes, spoiled]) {
    expect(await readUpload('a.flexbar', archive)).toMatchObject({
      error: null,
      format: 'opaque',
      entries: {
        count: 2,
        items: [
          { name: 'project.json', size: 200 },
          { name: 'assets/a.bin', size: 400 },
        ],
      },
    })
  }
})
