import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer } from '#tests/support/faulty-backend.ts'
import { collectGarbage } from '#tests/support/garbage.ts'
import { COMPLETE, PICTURE, startPlainSite, toForm } from '#tests/support/plain-form.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const MB = 1024 * 1024

const site = await stoppedAtEnd(startPlainSite())
beforeEach(() => site.reset())

describe('a body that is no complete form', () => {
  const start = (more: string) =>
    `--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nOrchard\r\n--x\r\n${more}`
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }

  it.each([
    ['without a content type', new Uint8Array([1, 2]), {}],
    ['as JSON', '{}', { 'content-type': 'application/json' }],
    ['without a boundary', 'x', { 'content-type': 'multipart/form-data' }],
    ['that is empty', null, headers],
  ])('is answered at the form: %s', async (_, body, sent) => {
    const { location } = await site.post(body, sent)
    expect(location).toBe('/home/user/uploadicon?draft=form0#errors')
    expect(site.errors()).toEqual(['incomplete'])
  })

  it.each([
    ['in a text', 'content-disposition: form-data; name="description"\r\n\r\nHalf'],
    ['in a file', 'content-disposition: form-data; name="file"; filename="x.iconpack"\r\n\r\nPK'],
  ])('that is cut off %s keeps what arrived before', async (_, more) => {
    await site.post(start(more), headers)
    expect(site.errors().join()).toContain('incomplete')
    expect(site.forms()[0]?.values.title).toBe('Orchard')
  })

  it('with many parts is read up to the limits; unknown ones are ignored', async () => {
    const form = toForm(COMPLETE)
    for (let at = 0; at < 21; at += 1) form.append(`gallery.${at + 4}`, PICTURE)
    form.append('__proto__', 'x')
    form.append('colour', 'red')
    expect((await site.post(form)).location).toBe('/home/user/published/icon/a1')
    expect(site.uploads()).toBe(3)
  })

  it('that pauses for too long is cut off, and keeps what arrived before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(start('content-'))),
    })
    const posted = site.post(body, headers)
    while (site.forms().length === 0) {
      await vi.advanceTimersByTimeAsync(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await posted
    vi.useRealTimers()
    expect(site.errors()).toEqual(['incomplete'])
    expect(site.forms()[0]?.values.title).toBe('Orchard')
  })
})

it('a file of 200 MB is passed on without being held in memory', { tags: 'long' }, async () => {
  site.reset({ maxMb: 300 })
  let received = 0
  site.answerInstead('POST /file/upload', (req, res) => {
    req.on('data', (chunk: Buffer) => (received += chunk.byteLength))
    req.on('end', () => answer(res, 500, null))
  })
  const held = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers
  }
  let peak = 0
  const before = held()
  async function* body() {
    yield Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="file"; filename="x.iconpack"\r\n\r\n',
    )
    for (let at = 0; at < 3200; at += 1) {
      yield Buffer.alloc(64 * 1024, 1)
      if (at % 200 === 0) peak = Math.max(peak, held() - before)
    }
    yield Buffer.from('\r\n--x--\r\n')
  }
  const stream = new ReadableStream<Uint8Array>({
    pull: (() => {
      const source = body()
      return async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        const next = await source.next()
        if (next.done === true) controller.close()
        else controller.enqueue(next.value)
      }
    })(),
  })
  await site.post(stream, { 'content-type': 'multipart/form-data; boundary=x' })
  expect(received).toBeGreaterThan(200 * MB)
  // Test and stub run in the same process.
  expect(peak).toBeLessThan(20 * MB)
})
