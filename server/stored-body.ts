import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
/** Stored once and sent often: dearer than the default for streams (4), far cheaper than 11. */
const BROTLI_QUALITY = 6
/** Below this many bytes an encoding saves no packet. */
const COMPRESS_FROM = 1024

export type Encoding = 'br' | 'gzip' | 'identity'

/** A body that is compressed at most once per encoding, when it is first asked for. */
export class StoredBody {
  readonly identity: Buffer
  readonly #compressible: boolean
  #variants = new Map<Encoding, Promise<Buffer>>()

  constructor(identity: Buffer, contentType: string) {
    this.identity = identity
    this.#compressible = isCompressible(contentType) && identity.length >= COMPRESS_FROM
  }

  /** Picks the best encoding that an `Accept-Encoding` header allows (RFC 9110, section 12.5.3). */
  choose(acceptEncoding: string | undefined): Encoding {
    return this.#compressible ? chooseEncoding(acceptEncoding) : 'identity'
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

function chooseEncoding(header = ''): Encoding {
  const accepted = new Set(
    header
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim()),
  )
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : 'identity'
}
