import { describe, expect, it } from 'vitest'
import { boundChunks, readBounded, readBytes, TooLargeError } from '#lib/limits/read-bounded.ts'

describe('a bounded body', () => {
  it('is read up to its limit', async () => {
    expect(await readBounded(new Response('größe'), 7)).toBe('größe')
    expect((await readBytes(new Response(null), 0)).length).toBe(0)
  })

  it('past its limit throws, and its source is closed', async () => {
    let isClosed = false
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(10)),
      cancel: () => void (isClosed = true),
    })
    await expect(readBytes(new Response(body), 25)).rejects.toThrow(TooLargeError)
    await expect.poll(() => isClosed).toBe(true)
  })

  it('passes its chunks on as they arrive', async () => {
    const chunks = [new Uint8Array(2), new Uint8Array(3)]
    expect(await Array.fromAsync(boundChunks(chunks, 5))).toEqual(chunks)
    await expect(Array.fromAsync(boundChunks(chunks, 4))).rejects.toThrow(TooLargeError)
  })
})
