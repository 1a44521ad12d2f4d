import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { createGif } from './animations.ts'

const MB = 1024 * 1024
/** 39.9 megapixels, just below the limit. */
const LARGE = { width: 7300, height: 5470 }
const FORMATS = ['png', 'jpeg', 'webp', 'avif'] as const

const large = (channels: 3 | 4 = 3) =>
  sharp({ create: { ...LARGE, channels, background: { r: 40, g: 90, b: 60, alpha: 0.5 } } })

/** A small picture in a single colour. */
const aPicture = (format: (typeof FORMATS)[number] = 'png') =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: '#28785a' } })
    .toFormat(format)
    .toBuffer()

/** A PNG chunk. */
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** Inserts chunks after the header of a PNG. */
function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  const headerEnd = 33
  return Buffer.concat([png.subarray(0, headerEnd), ...chunks, png.subarray(headerEnd)])
}

/** A RIFF chunk, padded to an even length. */
function riff(type: string, data: Uint8Array): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(type), size, data, Buffer.alloc(data.length % 2)])
}

/** An animated WebP (RFC 9649) with one-pixel frames on a canvas of 4000 × 4000. */
async function animatedWebp(frames: number): Promise<Buffer> {
  const still = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .webp({ lossless: true })
    .toBuffer()
  const head = Buffer.alloc(10)
  head[0] = 0b10
  head.writeUIntLE(3999, 4, 3)
  head.writeUIntLE(3999, 7, 3)
  const frame = riff('ANMF', Buffer.concat([Buffer.alloc(16), still.subarray(12)]))
  const all = Array.from({ length: frames }, () => frame)
  const parts = [Buffer.from('WEBP'), riff('VP8X', head), riff('ANIM', Buffer.alloc(6)), ...all]
  return riff('RIFF', Buffer.concat(parts))
}

/** An APNG with one-pixel frames. */
function animatedPng(png: Buffer, frames: number): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames)
  const pixel = deflateSync(Buffer.from([0, 0, 0, 0]))
  const many: Buffer[] = []
  for (let at = 0; at < frames; at += 1) {
    const frame = Buffer.alloc(26)
    frame.writeUInt32BE(at * 2, 0)
    frame.writeUInt32BE(1, 4)
    frame.writeUInt32BE(1, 8)
    const sequence = Buffer.alloc(4)
    sequence.writeUInt32BE(at * 2 + 1)
    many.push(chunk('fcTL', frame), chunk('fdAT', Buffer.concat([sequence, pixel])))
  }
  const end = png.subarray(-12)
  const still = withChunks(png.subarray(0, -12), chunk('acTL', control))
  return Buffer.concat([still, ...many, end])
}

/** A JPEG with `count` metadata segments of 64 kB. */
function withSegments(jpeg: Buffer, marker: number, begin: string, count: number): Buffer {
  const data = Buffer.alloc(65_533)
  data.write(begin, 0, 'latin1')
  const segment = Buffer.concat([Buffer.from([0xff, marker, 0xff, 0xff]), data])
  const all = Array.from({ length: count }, () => segment)
  return Buffer.concat([jpeg.subarray(0, 2), ...all, jpeg.subarray(2)])
}

type Expected = 'taken' | 'refused' | 'taken or refused'
type Hostile = [name: string, expected: Expected, make: () => Promise<Buffer> | Buffer]

/** The accepted picture that needs the most memory. */
export const largestAvif = () => large().avif({ effort: 0 }).toBuffer()

/** Pictures that are unexpectedly expensive to decode, each of at most 10 MB and 40 megapixels. */
export const HOSTILE_PICTURES: Hostile[] = [
  ['40 megapixels of one colour as PNG', 'taken', () => large().png().toBuffer()],
  ['40 megapixels, interlaced PNG', 'taken', () => large(4).png({ progressive: true }).toBuffer()],
  ['40 megapixels in 2 kB of WebP', 'taken', () => large().webp({ lossless: true }).toBuffer()],
  [
    '40 megapixels, progressive JPEG',
    'taken',
    () => large().jpeg({ progressive: true }).toBuffer(),
  ],
  ['a GIF of 400 000 frames of one pixel', 'refused', () => createGif(400_000)],
  [
    'a GIF of 65 535 × 65 535 pixels',
    'refused',
    () => createGif(2, { width: 65_535, height: 65_535 }),
  ],
  ['an animated WebP of 10 000 frames', 'refused', () => animatedWebp(10_000)],
  ['an APNG of 10 000 frames', 'refused', async () => animatedPng(await aPicture(), 10_000)],
  [
    'a PNG whose colour profile inflates to 300 MB',
    'taken or refused',
    async () => {
      const profile = deflateSync(Buffer.alloc(300 * MB))
      const data = Buffer.concat([Buffer.from('x\0\0', 'latin1'), profile])
      return withChunks(await aPicture(), chunk('iCCP', data))
    },
  ],
  [
    'a PNG whose text inflates to 300 MB, twenty times',
    'taken or refused',
    async () => {
      const text = deflateSync(Buffer.alloc(300 * MB, 'x'))
      const data = Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0', 'latin1'), text])
      const chunks = Array.from({ length: 20 }, () => chunk('iTXt', data))
      return withChunks(await aPicture(), ...chunks)
    },
  ],
  [
    'a PNG with 9 MB of EXIF',
    'taken or refused',
    async () => withChunks(await aPicture(), chunk('eXIf', Buffer.alloc(9 * MB, 'II*\0'))),
  ],
  [
    'a JPEG with 9 MB of colour profile',
    'taken or refused',
    async () => withSegments(await aPicture('jpeg'), 0xe2, 'ICC_PROFILE\0\x01\xff', 140),
  ],
  [
    'a JPEG with 9 MB of EXIF',
    'taken or refused',
    async () => withSegments(await aPicture('jpeg'), 0xe1, 'Exif\0\0II*\0', 140),
  ],
  [
    'a WebP with 9 MB of XMP',
    'taken or refused',
    async () => {
      const webp = await sharp(await aPicture())
        .withXmp('<x/>')
        .webp()
        .toBuffer()
      const xmp = riff('XMP ', Buffer.alloc(9 * MB, '<a>'))
      const body = Buffer.concat([webp.subarray(8, webp.indexOf('XMP ')), xmp])
      return riff('RIFF', body)
    },
  ],
  [
    'an SVG in disguise that expands to a billion words',
    'refused',
    () => {
      const levels = Array.from(
        { length: 9 },
        (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
      )
      const doctype = `<!DOCTYPE svg [<!ENTITY l0 "lol">${levels.join('')}]>`
      return Buffer.from(`<?xml version="1.0"?>${doctype}<svg><text>&l9;</text></svg>`)
    },
  ],
  ['a PDF', 'refused', () => Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n')],
  ...FORMATS.map((format): Hostile => [
    `half a ${format}`,
    'refused',
    async () => {
      const whole = await sharp(await aPicture())
        .toFormat(format)
        .toBuffer()
      return whole.subarray(0, whole.length / 2)
    },
  ]),
]

/** Pictures of each format with bytes changed at random positions; reproducible with a seeded `random`. */
export async function spoiledPictures(count: number, random: () => number): Promise<Buffer[]> {
  const spoiled: Buffer[] = []
  for (const format of FORMATS) {
    const whole = await aPicture(format)
    for (let at = 0; at < count; at += 1) {
      const bytes = Buffer.from(whole)
      for (let change = 0; change < 1 + (at % 8); change += 1) {
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
      }
      spoiled.push(bytes)
    }
  }
  return spoiled
}
