import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncoding } from '#lib/accept.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
/** Compressed once, sent often: above the default for streams (4), far cheaper than 11. */
const BROTLI_QUALITY = 6
/** Smaller bodies, in bytes, fit into one packet without compression. */
const COMPRESS_MIN_BYTES = 1024

export type Encoding = 'br' | 'gzip' | 'identity'

/** A body that is compressed once per encoding, on first use. */
export class StoredBody {
  readonly identity: Buffer
  readonly #compressible: boolean
  #variants = new Map<Encoding, Promise<Buffer>>()

  constructor(identity: Buffer, contentType: string) {
    this.identity = identity
    this.#compressible = isCompressible(contentType) && identity.length >= COMPRESS_MIN_BYTES
  }

  choose(acceptEncoding: string | undefined): Encoding {
    if (!this.#compressible) return 'identity'
    return acceptedEncoding(acceptEncoding, ['br', 'gzip'] as const) ?? 'identity'
  }

  async encoded(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.identity
    let variant = this.#variants.get(encoding)
    if (variant === undefined) {
      variant =
        encoding === 'gzip'
          ? toGzip(this.identity)
          : toBrotli(this.identity, {
              params: {
                [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
                [constants.BROTLI_PARAM_SIZE_HINT]: this.identity.length,
              },
            })
      this.#variants.set(encoding, variant)
    }
    return variant
  }
}

export function isCompressible(contentType: string): boolean {
  return /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:[a-z.+-]*json|javascript|[a-z.+-]*xml))/i.test(
    contentType,
  )
}
