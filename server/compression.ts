import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliDecompress,
  constants,
  createBrotliCompress,
  createGzip,
  gunzip,
  gzip,
} from 'node:zlib'
import { acceptedEncoding } from '#lib/accept.ts'
import { withoutSpare } from '#lib/limits/buffer-pool.ts'
import { setHeaders } from '#server/next/intercept.ts'
import { asText } from './request-target.ts'

/* Compression of what is stored, and of what is sent while it is made. */

const toBrotli = promisify(brotliCompress)
const fromBrotli = promisify(brotliDecompress)
const toGzip = promisify(gzip)
const fromGzip = promisify(gunzip)
/** Compressed once, sent often: far cheaper than 11. */
const BROTLI_QUALITY = 7
/** Of what is sent once or a few times, or never, as most data of pages: JSON of 62 kB takes 1.0 ms and has 19.3 kB; 1.8 ms and 18.8 kB at 4. */
export const LIVE_QUALITY = 3
/**
 * Up to this window Brotli uses hash tables of some kilobytes; beyond it they have 8 MB, which the system provides anew for each body. A page
 * of 57 kB takes 1.5 ms instead of 7, and has as many bytes. The window holds 16 bytes less than its size.
 */
const SMALL_WINDOW = 16
const SMALL = 2 ** SMALL_WINDOW - 16
/** Smaller bodies, in bytes, fit into one packet without compression. */
const COMPRESS_MIN_BYTES = 1024

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/**
 * A body in the encodings that were requested, each made on first use. The original is dropped once
 * there is a compressed variant, from which the others are made.
 */
export class StoredBody {
  readonly #compressible: boolean
  readonly #variants = new Map<Encoding, Buffer>()
  readonly #pending = new Map<Encoding, Promise<Buffer>>()
  #wantsIdentity = false

  readonly #quality: number

  /** @param quality of Brotli, from 0 to 11. */
  constructor(identity: Buffer, contentType: string, quality = BROTLI_QUALITY) {
    this.#quality = quality
    this.#compressible = isCompressible(contentType) && identity.length >= COMPRESS_MIN_BYTES
    this.#variants.set('identity', identity)
  }

  /** A body whose variants another process has made, at least one. */
  static of(made: readonly (readonly [Encoding, Buffer])[], contentType: string): StoredBody {
    const isCompressed = made.some(([encoding]) => encoding !== 'identity')
    const body = new StoredBody(Buffer.alloc(isCompressed ? COMPRESS_MIN_BYTES : 0), contentType)
    body.#variants.clear()
    for (const [encoding, bytes] of made) body.#variants.set(encoding, bytes)
    return body
  }

  /** The encodings that were made, and the original if it is kept. */
  variants(): ReadonlyMap<Encoding, Buffer> {
    return this.#variants
  }

  choose(acceptEncoding: string | undefined): Encoding {
    if (!this.#compressible) return 'identity'
    return chooseEncoding(acceptEncoding)
  }

  /** The body in an encoding, if it was made already. */
  find(encoding: Encoding): Buffer | undefined {
    if (encoding === 'identity') this.#wantsIdentity = true
    return this.#variants.get(encoding)
  }

  /** Makes the body in an encoding. */
  async encoded(encoding: Encoding): Promise<Buffer> {
    const found = this.find(encoding)
    if (found) return found
    let pending = this.#pending.get(encoding)
    if (pending === undefined) {
      pending = this.#make(encoding).finally(() => this.#pending.delete(encoding))
      this.#pending.set(encoding, pending)
    }
    return pending
  }

  /** Size of all variants. */
  bytes(): number {
    let sum = 0
    for (const { length } of this.#variants.values()) sum += length
    return sum
  }

  async #make(encoding: Encoding): Promise<Buffer> {
    const identity = await this.#original()
    const made =
      encoding === 'identity' ? identity : await compress(encoding, identity, this.#quality)
    this.#variants.set(encoding, made)
    if (!this.#wantsIdentity) this.#variants.delete('identity')
    return made
  }

  async #original(): Promise<Buffer> {
    const identity = this.#variants.get('identity')
    if (identity) return identity
    const brotli = this.#variants.get('br')
    return brotli ? fromBrotli(brotli) : fromGzip(this.#variants.get('gzip') ?? '')
  }
}

/** The encoders return the beginning of a larger buffer. */
async function compress(encoding: 'br' | 'gzip', body: Buffer, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return withoutSpare(await toGzip(body))
  return withoutSpare(await toBrotli(body, brotliOptions(quality, body.length)))
}

/** @param size of the body in bytes, if it is known. */
const brotliOptions = (quality: number, size = 0) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
    ...(size > 0 && size <= SMALL && { [constants.BROTLI_PARAM_LGWIN]: SMALL_WINDOW }),
  },
})

/** Browsers send few different values; parsing one takes longer than finding a page. */
const CHOICES_MAX = 200
const choices = new Map<string, Encoding>()

function chooseEncoding(acceptEncoding = ''): Encoding {
  const known = choices.get(acceptEncoding)
  if (known) return known
  const chosen = acceptedEncoding(acceptEncoding, ['br', 'gzip'] as const) ?? 'identity'
  if (choices.size < CHOICES_MAX && acceptEncoding.length < 200) choices.set(acceptEncoding, chosen)
  return chosen
}

export function isCompressible(contentType: string): boolean {
  return /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:[a-z.+-]*json|javascript|[a-z.+-]*xml))/i.test(
    contentType,
  )
}

/** Text, except ranges and downloads, whose bytes and lengths must arrive unchanged. */
export function isWorthCompressing(res: ServerResponse): boolean {
  if (res.statusCode === 206 || res.hasHeader('content-range')) return false
  if (String(res.getHeader('content-disposition') ?? '').startsWith('attachment')) return false
  return isCompressible(String(res.getHeader('content-type') ?? ''))
}

/** `Vary` with `Accept-Encoding` in it. */
export function varyByEncoding(vary = ''): string {
  const names = vary.toLowerCase().split(/\s*,\s*/)
  if (names.includes('accept-encoding') || names.includes('*')) return vary
  return vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`
}

/**
 * The compressor of an answer whose other headers are final, which get those of its encoding; nothing if it is sent as it is.
 * @param size of the body in bytes, if it is known.
 */
function compressorOf(req: IncomingMessage, res: ServerResponse, size: number | undefined) {
  if (!isWorthCompressing(res)) return undefined
  // RFC 9111, section 5.2.2.6.
  if (/\bno-transform\b/i.test(String(res.getHeader('cache-control')))) return undefined
  res.setHeader('vary', varyByEncoding(res.getHeader('vary')?.toString()))
  if (size !== undefined && size < COMPRESS_MIN_BYTES) return undefined
  if (res.hasHeader('content-encoding') || req.method === 'HEAD' || res.closed) return undefined
  const encoding = chooseEncoding(asText(req.headers['accept-encoding']))
  if (encoding === 'identity') return undefined
  res.setHeader('content-encoding', encoding)
  res.removeHeader('content-length')
  return encoding === 'gzip'
    ? createGzip()
    : createBrotliCompress(brotliOptions(LIVE_QUALITY, size))
}

/**
 * Compresses an answer while it is written, if it is worth it. Call it before anything is written. `flush`, which the framework calls,
 * sends what was written so far.
 */
export function compressAnswer(req: IncomingMessage, res: ServerResponse): void {
  const original = {
    writeHead: res.writeHead.bind(res),
    write: res.write.bind(res),
    end: res.end.bind(res),
    emit: res.emit.bind(res),
  }
  let compressor: ReturnType<typeof compressorOf>
  let size: number | undefined

  function begin() {
    const length = res.getHeader('content-length')
    compressor = compressorOf(req, res, length === undefined ? size : Number(length))
    if (!compressor) return
    const made = compressor
    made.on('data', (chunk: Buffer) => {
      if (!original.write(chunk)) made.pause()
    })
    made.once('end', () => original.end())
    made.once('error', () => res.destroy())
    made.on('drain', () => original.emit('drain'))
    res.once('close', () => made.destroy())
    // The client takes more: for the compressor, which says itself when it does.
    res.emit = (name: string | symbol, ...args: unknown[]) => {
      if (name !== 'drain') return original.emit(name, ...args)
      made.resume()
      return true
    }
  }
  res.writeHead = function writeHead(status: number, ...rest: unknown[]) {
    res.statusCode = status
    setHeaders(
      res,
      rest.find((part) => typeof part === 'object' && part !== null),
    )
    begin()
    return original.writeHead(res.statusCode)
  }
  res.write = function write(...args: unknown[]) {
    if (compressor?.writableEnded) return false
    if (!res.headersSent) res.writeHead(res.statusCode)
    return Boolean(Reflect.apply(compressor?.write ?? original.write, compressor ?? res, args))
  }
  res.end = function end(...args: unknown[]) {
    if (compressor?.writableEnded) return res
    const [chunk] = args
    const isChunk = typeof chunk === 'string' || chunk instanceof Uint8Array
    size = isChunk ? Buffer.byteLength(chunk) : 0
    if (!res.headersSent) res.writeHead(res.statusCode)
    Reflect.apply(compressor?.end ?? original.end, compressor ?? res, args)
    return res
  }
  Object.assign(res, { flush: () => compressor?.flush() })
}
