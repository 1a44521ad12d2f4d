/** A picture as red, green, blue and alpha of each pixel, not premultiplied. */
export type Picture = { data: Uint8Array; width: number; height: number }

/** By how much a channel may differ, of 255. */
const CHANNEL_MAX = 32
/** Part of the pixels inside the bounds of a drawing that may differ. */
const SHARE_MAX = 0.01
/** Pixels that may differ together. */
const CONNECTED_MAX = 30

export type Difference = {
  /** Differing pixels per pixel inside the bounds. */
  share: number
  /** Pixels of the largest connected difference. */
  connected: number
  isVisible: boolean
}

/**
 * Compares two pictures of one size on white and on black: a pixel differs if a channel does on one of them. A picture on a plain
 * ground is its pixels composed with it, so that both grounds need one rendering. Neighbours are connected also by their corners.
 */
export function compare(before: Picture, after: Picture): Difference {
  const { width, height } = before
  const differs = new Uint8Array(width * height)
  let count = 0
  for (let pixel = 0; pixel < differs.length; pixel += 1) {
    if (!isDifferent(before.data, after.data, pixel * 4)) continue
    differs[pixel] = 1
    count += 1
  }
  const inside = areaOf(before) || areaOf(after)
  const share = count === 0 ? 0 : count / inside
  const connected = largestGroup(differs, width, height)
  return { share, connected, isVisible: share > SHARE_MAX || connected > CONNECTED_MAX }
}

function isDifferent(before: Uint8Array, after: Uint8Array, at: number): boolean {
  const [alpha = 0, newAlpha = 0] = [before[at + 3], after[at + 3]]
  for (let channel = at; channel < at + 3; channel += 1) {
    const onBlack = ((before[channel] ?? 0) * alpha - (after[channel] ?? 0) * newAlpha) / 255
    const onWhite = onBlack + newAlpha - alpha
    if (Math.abs(onBlack) > CHANNEL_MAX || Math.abs(onWhite) > CHANNEL_MAX) return true
  }
  return false
}

/** Pixels in the smallest box around what is not transparent. */
function areaOf({ data, width, height }: Picture): number {
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[(y * width + x) * 4 + 3] === 0) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  }
  return right < 0 ? 0 : (right - left + 1) * (bottom - top + 1)
}

function largestGroup(differs: Uint8Array, width: number, height: number): number {
  let largest = 0
  for (let first = 0; first < differs.length; first += 1) {
    if (differs[first] !== 1) continue
    let size = 0
    const open = [first]
    differs[first] = 0
    for (let pixel = open.pop(); pixel !== undefined; pixel = open.pop()) {
      size += 1
      const [x, y] = [pixel % width, Math.floor(pixel / width)]
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const neighbour = row * width + column
          if (differs[neighbour] !== 1) continue
          differs[neighbour] = 0
          open.push(neighbour)
        }
      }
    }
    largest = Math.max(largest, size)
  }
  return largest
}
