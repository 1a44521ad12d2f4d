import { crc32, deflateSync } from 'node:zlib'

/*
 * Animations of 32 × 20 pixels and three frames, written by other tools than the site uses, and hostile ones.
 */

/** Red, lime and blue, half a second each. */
export const COLOURS = decoded({
  'GIF by gifsicle':
    'R0lGODlhIAAUAPEAAP8AAAD/AAAA/wAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQEMgD/ACwAAAAAIAAUAAACF4SPqcvtD6OctNqLs968+w+G4kiW5ukUACH5BAUyAAAALAAAAAAgABQAAAIXjI+py+0Po5y02ouz3rz7D4biSJbm6RQAIfkEBTIAAAAsAAAAACAAFAAAAheUj6nL7Q+jnLTai7PevPsPhuJIlubpFAA7',
  'GIF by ImageMagick':
    'R0lGODlhIAAUAPAAAP8AAAAAACH5BAAyAAAAIf8LTkVUU0NBUEUyLjADAQAAACwAAAAAIAAUAAACF4SPqcvtD6OctNqLs968+w+G4kiW5ukUACH5BAAyAAAALAAAAAAgABQAgAD/AAAAAAIXhI+py+0Po5y02ouz3rz7D4biSJbm6RQAIfkEADIAAAAsAAAAACAAFACAAAD/AAAAAheEj6nL7Q+jnLTai7PevPsPhuJIlubpFAA7',
  'APNG by apngasm':
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAUCAMAAADbT899AAAACGFjVEwAAAADAAAAAM7tusAAAAAMUExURQMDAwAA/wD/AP8AANZogTUAAAABdFJOUwBA5thmAAAAGmZjVEwAAAAAAAAAIAAAABQAAAAAAAAAAAABAAIAANLvtuAAAAAdSURBVCjP7cqhDQAAAMIwEv7/mRPmUKtuCgyGcxiuGweBf5wh8gAAABpmY1RMAAAAAQAAACAAAAAUAAAAAAAAAAAAAQACAABJnFw0AAAAIWZkQVQAAAACKM/tyiEBAAAAwjB4/9A0QKKYnlGHHh6mITtKACpwL2ZKAAAAGmZjVEwAAAADAAAAIAAAABQAAAAAAAAAAAABAAIAAKQKj90AAAAgZmRBVAAAAAQoz+3KIQEAAADCMOhfmgh3qE8vBQbDOQw7wQKBudEeEwAAABx0RVh0U29mdHdhcmUAQVBORyBBc3NlbWJsZXIgMi45Mf79KvgAAAAASUVORK5CYII=',
  'WebP by img2webp':
    'UklGRrQAAABXRUJQVlA4WAoAAAACAAAAHwAAEwAAQU5JTQYAAAD/////AABBTk1GKAAAAAAAAAAAAB8AABMAAPQBAAJWUDhMDwAAAC8fwAQABxD9j/4HIqL/AQBBTk1GKAAAAAAAAAAAAB8AABMAAPQBAABWUDhMDwAAAC8fwAQAB9D/iP4HIqL/AQBBTk1GKAAAAAAAAAAAAB8AABMAAPQBAABWUDhMDwAAAC8fwAQABxDR//4HIqL/AQA=',
})

/** A yellow square on transparency: at the left, in the middle, at the right, a tenth of a second each. */
export const MOVING = decoded({
  'GIF by gifsicle':
    'R0lGODlhIAAUAPABAP//AAAAACH/C05FVFNDQVBFMi4wAwEAAAAh+QQJCgABACwAAAAAIAAUAAACJ4yPqcvtD6OctDaAM7ZKa554GYiIG2mYAJqabKC+MTuj9Yvn+s6DBQAh+QQJCgABACwMAAUACAAKAAACCISPqcvtD00BACH5BAUKAAEALBYABQAIAAoAAAIIhI+py+0PTQEAOw==',
  'GIF by ImageMagick':
    'R0lGODlhIAAUAPAAAP//AAAAACH5BAkKAAEAIf8LTkVUU0NBUEUyLjADAQAAACwAAAAAIAAUAAACJ4yPqcvtD6OctDaAM7ZKa554GYiIG2mYAJqabKC+MTuj9Yvn+s6DBQAh+QQJCgABACwAAAAAIAAUAAACJ4yPqcvtD6OctNoAss437d0hnxYeI1diZ6qO7Am8awrLLovn+s5DBQAh+QQJCgABACwAAAAAIAAUAAACJ4yPqcvtD6OctNoHss437d0hnxYeI1cGJ5CqZ7vCbxrTc4vn+s4HBQA7',
  'APNG by apngasm':
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAUCAMAAADbT899AAAACGFjVEwAAAADAAAAAM7tusAAAAAGUExURQAAAP//AIjbcFAAAAABdFJOUwBA5thmAAAAGmZjVEwAAAAAAAAAIAAAABQAAAAAAAAAAAABAAoBAMXn1hkAAAAeSURBVCjP7cqhDQAAAMIw+P9pDAdgl1BdQbge1sAVbNQAUT1fLTcAAAAaZmNUTAAAAAEAAAAIAAAACgAAAAwAAAAFAAEACgEAgIJtBgAAAB1mZEFUAAAAAijPrcYhAQAAAIOw0780hgif2sg9Ag5qAFHovj8aAAAAGmZjVEwAAAADAAAACAAAAAoAAAAWAAAABQABAAoAADhWE+EAAAAdZmRBVAAAAAQoz63GIQEAAACDsNO/NIYIn9rIPQIOagBR12DiqwAAABx0RVh0U29mdHdhcmUAQVBORyBBc3NlbWJsZXIgMi45Mf79KvgAAAAASUVORK5CYII=',
  'WebP by gif2webp':
    'UklGRsAAAABXRUJQVlA4WAoAAAASAAAAHwAAEwAAQU5JTQYAAAAA////AABBTk1GLAAAAAEAAAIAAAcAAAoAAGQAAANWUDhMEwAAAC8HgAIQDzD/8x/zHzjmP6L/4X8AQU5NRiwAAAAGAAACAAAHAAAKAABkAAABVlA4TBMAAAAvB4ACEA8w//Mf8x845j+i/+F/AEFOTUYsAAAACwAAAgAABwAACgAAZAAAAFZQOEwTAAAALweAAhAPMP/zH/MfOOY/ov/hfwA=',
})

function decoded(files: Record<string, string>): [tool: string, bytes: Buffer][] {
  return Object.entries(files).map(([tool, text]) => [tool, Buffer.from(text, 'base64')])
}

type Size = { width?: number; height?: number }

/** A GIF of black frames of one pixel. */
export function createGif(
  frames: number,
  { width = 1, height = 1, delay = 0 }: Size & { delay?: number } = {},
) {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const control = Buffer.from([0x21, 0xf9, 4, 4, 0, 0, 0, 0])
  control.writeUInt16LE(delay, 4)
  const picture = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  // The first frame has the size of the canvas, by which libvips measures it.
  const first = Buffer.from(picture)
  first.writeUInt16LE(width, 5)
  first.writeUInt16LE(height, 7)
  const rest = Array.from({ length: frames - 1 }, () => [control, picture]).flat()
  return Buffer.concat([head, control, first, ...rest, Buffer.from([0x3b])])
}

export type FrameInput = {
  width?: number
  height?: number
  left?: number
  top?: number
  /** Numerator and denominator, in seconds. */
  delay?: [number, number]
  dispose?: number
  blend?: number
  /** RGBA of all pixels. */
  colour?: [number, number, number, number]
}

/** An APNG with a canvas of 8 bits RGBA. `still`: its default picture is not part of the animation. */
export function createApng(
  frames: FrameInput[],
  { width = 4, height = 4, still }: Size & { still?: FrameInput['colour'] } = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6], 8)
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames.length)
  let sequence = 0
  const next = () => uint32(sequence++)
  const chunks = frames.flatMap((frame, at) => {
    const { left = 0, top = 0, delay = [1, 10], dispose = 0, blend = 0 } = frame
    const size = [frame.width ?? width, frame.height ?? height] as const
    const fields = Buffer.concat([next(), ...[...size, left, top].map(uint32), Buffer.alloc(6)])
    fields.writeUInt16BE(delay[0], 20)
    fields.writeUInt16BE(delay[1], 22)
    fields.set([dispose, blend], 24)
    const data = pixels(...size, frame.colour)
    const isDefault = at === 0 && !still
    return [
      pngChunk('fcTL', fields),
      isDefault ? pngChunk('IDAT', data) : pngChunk('fdAT', Buffer.concat([next(), data])),
    ]
  })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('acTL', control),
    ...(still ? [pngChunk('IDAT', pixels(width, height, still))] : []),
    ...chunks,
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pixels(width: number, height: number, colour: FrameInput['colour'] = [0, 0, 0, 255]) {
  const row = Buffer.concat([
    Buffer.alloc(1),
    ...Array.from({ length: width }, () => Buffer.from(colour)),
  ])
  return deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}
