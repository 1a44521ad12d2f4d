import { crc32 } from 'node:zlib'
import { PNG_SIGNATURE } from '#backend/services/drawing/raster.ts'

/*
 * Frames of an animated PNG (PNG, third edition, section 4.6), which libvips reads as a still picture. Each frame is
 * made a PNG of its own, so that libpng decodes the pixels; only the chunks are read here.
 */

/** Where a frame is on the canvas, in pixels, and how it changes it. */
export type ApngFrame = {
  left: number
  top: number
  width: number
  height: number
  delayMs: number
  /** The region afterwards: left as it is, cleared, or as it was before the frame. */
  dispose: 'none' | 'background' | 'previous'
  /** Whether the frame replaces the region, or is drawn on top of it. */
  blend: 'source' | 'over'
  data: Buffer[]
}
export type Apng = { width: number; height: number; frames: ApngFrame[]; toPng: ToPng }
type ToPng = (frame: ApngFrame) => Buffer

const HEADER_BYTES = 13
const CONTROL_BYTES = 26
/** Chunks that the pixels of every frame depend on. */
const SHARED = new Set(['PLTE', 'tRNS', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'cICP', 'sBIT'])
const DISPOSALS = ['none', 'background', 'previous'] as const
const BLENDS = ['source', 'over'] as const

/**
 * Reads the frames of an animated PNG, up to one more than `framesMax`. Null for other files and for still PNGs.
 * @throws Error for an animation that is broken: its frames have no valid place, or its chunks wrong checksums.
 */
export function readApng(bytes: Uint8Array, framesMax: number): Apng | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!PNG_SIGNATURE.equals(file.subarray(0, PNG_SIGNATURE.length))) return null
  let header: Buffer | undefined
  let isAnimated = false
  let hasPixels = false
  const shared: Buffer[] = []
  const frames: ApngFrame[] = []
  for (const { type, data, isIntact } of chunksOf(file)) {
    if (type === 'IHDR' && data.length === HEADER_BYTES) header ??= data
    else if (type === 'acTL') isAnimated ||= !hasPixels
    else if (type === 'IDAT') {
      hasPixels = true
      if (!isAnimated) return null
      // Without a control chunk before it, this picture is not part of the animation.
      frames.at(-1)?.data.push(data)
    } else if (type === 'fcTL' || type === 'fdAT') {
      if (!isAnimated || !header) continue
      if (!isIntact()) throw new Error('wrong checksum')
      if (type === 'fdAT') {
        const last = frames.at(-1)
        if (!last) throw new Error('data before the first frame')
        last.data.push(data.subarray(4))
      } else if (frames.push(readControl(data, header)) > framesMax) break
    } else if (SHARED.has(type) && !hasPixels) shared.push(toChunk(type, data))
  }
  if (!isAnimated || !header) return null
  const { width, height } = sizeOf(header)
  return { width, height, frames, toPng: toPngWith(header, shared) }
}

function* chunksOf(file: Buffer) {
  for (let at = PNG_SIGNATURE.length; at + 12 <= file.length;) {
    const end = at + 8 + file.readUInt32BE(at)
    if (end + 4 > file.length) return
    const type = file.toString('latin1', at + 4, at + 8)
    const isIntact = () => crc32(file.subarray(at + 4, end)) === file.readUInt32BE(end)
    yield { type, data: file.subarray(at + 8, end), isIntact }
    at = end + 4
  }
}

const sizeOf = (header: Buffer) => ({
  width: header.readUInt32BE(0),
  height: header.readUInt32BE(4),
})

function readControl(data: Buffer, header: Buffer): ApngFrame {
  if (data.length !== CONTROL_BYTES) throw new Error('invalid control chunk')
  const canvas = sizeOf(header)
  const [width, height] = [data.readUInt32BE(4), data.readUInt32BE(8)]
  const [left, top] = [data.readUInt32BE(12), data.readUInt32BE(16)]
  const dispose = DISPOSALS[data.readUInt8(24)]
  const blend = BLENDS[data.readUInt8(25)]
  const isInside = left + width <= canvas.width && top + height <= canvas.height
  if (!dispose || !blend || !isInside || width === 0 || height === 0) {
    throw new Error('invalid frame')
  }
  // A denominator of 0 means hundredths.
  const delayMs = (data.readUInt16BE(20) / (data.readUInt16BE(22) || 100)) * 1000
  return { left, top, width, height, delayMs, dispose, blend, data: [] }
}

function toPngWith(header: Buffer, shared: Buffer[]): ToPng {
  return ({ width, height, data }) => {
    const own = Buffer.from(header)
    own.writeUInt32BE(width, 0)
    own.writeUInt32BE(height, 4)
    return Buffer.concat([
      PNG_SIGNATURE,
      toChunk('IHDR', own),
      ...shared,
      toChunk('IDAT', Buffer.concat(data)),
      toChunk('IEND', Buffer.alloc(0)),
    ])
  }
}

function toChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
