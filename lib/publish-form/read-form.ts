import 'server-only'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'

/** Limits of a posted form: names and values in bytes. The largest value is a description. */
const LIMITS = {
  files: 14,
  fields: 80,
  fieldSize: 64 * 1024,
  fieldNameSize: 100,
  headerPairs: 20,
  headerSize: 8 * 1024,
}

export type FilePart = {
  /** Name of the input. */
  field: string
  /** File name; empty if no file was chosen. */
  name: string
  /** Media type that the browser named. */
  type: string
  bytes: AsyncIterable<Uint8Array>
}

type Options = {
  /** Limit of the whole body, in bytes. */
  maxBytes: number
  /** Longest pause between two chunks, in ms. */
  idleMs: number
  /** Consumes the bytes of a file as they arrive; the rest is discarded. */
  onFile: (part: FilePart) => Promise<void>
}

/** Text parts by name, and whether the whole body was read. */
export type ReadForm = { fields: Map<string, string[]>; isComplete: boolean }

/**
 * Reads a multipart body (RFC 7578) as a stream: no file is held in memory. Further parts than the
 * limits allow are ignored. What arrived before a failure is kept.
 */
export async function readForm(
  { body, headers }: { body: ReadableStream<Uint8Array> | null; headers: Headers },
  { maxBytes, idleMs, onFile }: Options,
): Promise<ReadForm> {
  const fields = new Map<string, string[]>()
  const parser = createParser(headers.get('content-type') ?? '')
  if (!body || !parser) return { fields, isComplete: false }
  const open = new Set<BusboyFileStream>()
  const tasks: Promise<void>[] = []
  parser.on('field', (name, value) => {
    fields.set(name, [...(fields.get(name) ?? []), value])
  })
  // Without a file name the parser passes `undefined`, other than its types declare.
  parser.on('file', (field, stream, name: string | undefined, _encoding, type) => {
    open.add(stream)
    // Without a listener an error would end the process; the pipeline reports it as well.
    stream.on('error', () => undefined)
    const bytes: AsyncIterable<Uint8Array> = stream.iterator({ destroyOnReturn: false })
    const task = onFile({ field, name: name ?? '', type, bytes }).finally(() => {
      open.delete(stream)
      stream.resume()
    })
    tasks.push(task)
  })
  const isComplete = await pipeline(Readable.from(bounded(body, maxBytes, idleMs)), parser).then(
    () => true,
    () => false,
  )
  for (const stream of open) if (!isComplete) stream.destroy(new Error('the body is cut off'))
  await Promise.all(tasks)
  return { fields, isComplete }
}

function createParser(type: string) {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: LIMITS })
  } catch {
    return null
  }
}

/** @throws Error after `maxBytes`, or if no chunk arrives for `idleMs`. */
async function* bounded(body: ReadableStream<Uint8Array>, maxBytes: number, idleMs: number) {
  const reader = body.getReader()
  let size = 0
  try {
    for (;;) {
      const { value } = await withinTime(reader.read(), idleMs)
      if (!value) return
      size += value.byteLength
      if (size > maxBytes) throw new Error('the body is too large')
      yield value
    }
  } finally {
    // The client may have closed the connection already.
    reader.cancel().catch(() => undefined)
  }
}

async function withinTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the body is too slow')), ms)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
