import type { Apng, ApngFrame } from './apng.ts'

/** Bytes of a pixel: RGBA, not premultiplied. */
const CHANNELS = 4

/**
 * The canvases of an animated PNG after each of its frames, as RGBA.
 * @param decode the RGBA pixels of a PNG.
 */
export async function* composeFrames(
  { width, height, frames, toPng }: Apng,
  decode: (png: Buffer) => Promise<Buffer>,
): AsyncGenerator<Buffer> {
  const canvas = Buffer.alloc(width * height * CHANNELS)
  for (const frame of frames) {
    const pixels = await decode(toPng(frame))
    if (pixels.length !== frame.width * frame.height * CHANNELS) throw new Error('invalid frame')
    const before = frame.dispose === 'previous' ? Buffer.from(canvas) : undefined
    draw(canvas, width, frame, pixels)
    yield Buffer.from(canvas)
    if (before) before.copy(canvas)
    else if (frame.dispose === 'background') clear(canvas, width, frame)
  }
}

function* rowsOf(width: number, { left, top, width: columns, height }: ApngFrame) {
  for (let row = 0; row < height; row += 1) {
    yield { from: row * columns * CHANNELS, to: ((top + row) * width + left) * CHANNELS }
  }
}

function clear(canvas: Buffer, width: number, frame: ApngFrame): void {
  for (const { to } of rowsOf(width, frame)) canvas.fill(0, to, to + frame.width * CHANNELS)
}

function draw(canvas: Buffer, width: number, frame: ApngFrame, pixels: Buffer): void {
  const bytes = frame.width * CHANNELS
  for (const { from, to } of rowsOf(width, frame)) {
    if (frame.blend === 'source') pixels.copy(canvas, to, from, from + bytes)
    else for (let at = 0; at < bytes; at += CHANNELS) drawOver(canvas, to + at, pixels, from + at)
  }
}

/** Draws a pixel on top of another (PNG, third edition, section 13.16). */
function drawOver(canvas: Buffer, to: number, pixels: Buffer, from: number): void {
  const alpha = pixels[from + 3] ?? 0
  if (alpha === 0) return
  const below = ((canvas[to + 3] ?? 0) * (255 - alpha)) / 255
  const sum = alpha + below
  for (let channel = 0; channel < 3; channel += 1) {
    const above = (pixels[from + channel] ?? 0) * alpha
    canvas[to + channel] = Math.round((above + (canvas[to + channel] ?? 0) * below) / sum)
  }
  canvas[to + 3] = Math.round(sum)
}
