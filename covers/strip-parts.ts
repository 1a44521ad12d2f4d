import type { Icon } from './icon.ts'
import { box, iconAt, shadow } from './primitives.ts'
import { textAt, textWidth } from './text.ts'
import type { Lettering } from './text.ts'

/** A key to draw; widths are relative to a height of 60. Texts are outlines (`lettering.ts`), `null` for none. */
export type DrawnKey = {
  icon: Icon | null
  label: Lettering | null
  value: Lettering | null
  background: string
  foreground: string
  width: number
}

/** One key: icon and value or label side by side if there is room. */
export function drawKey(key: DrawnKey, x: number, y: number, w: number, h: number): string {
  const iconSize = h * 0.5
  const text = key.value ?? key.label
  const size = h * (key.value ? 0.46 : 0.29)
  const wide = text && textWidth(text, size)
  const gap = h * 0.17
  const whole = (key.icon ? iconSize + gap : 0) + (wide ?? 0)
  const body = box(x, y, w, h, h * 0.24, key.background)
  if (!text || whole > w - h * 0.34) return body + stacked(key, x, y, w, h)
  const left = x + (w - whole) / 2
  const icon = key.icon
    ? iconAt(key.icon, left + iconSize / 2, y + h / 2, iconSize, key.foreground)
    : ''
  const at = left + (key.icon ? iconSize + gap : 0)
  return body + icon + textAt(text, at, y + h / 2, size, key.foreground)
}

/** The icon above its text for narrow keys, or the icon alone. */
function stacked(key: DrawnKey, x: number, y: number, w: number, h: number): string {
  if (!key.icon) return ''
  const text = key.value ?? key.label
  const size = h * (key.value ? 0.27 : 0.21)
  const wide = text ? textWidth(text, size) : 0
  if (!text || wide > w - h * 0.2)
    return iconAt(key.icon, x + w / 2, y + h / 2, h * 0.5, key.foreground)
  return (
    iconAt(key.icon, x + w / 2, y + h * 0.38, h * 0.42, key.foreground) +
    textAt(text, x + (w - wide) / 2, y + h * 0.77, size, key.foreground)
  )
}

/** The device around a row of keys that fill it from edge to edge. */
export function bar(keys: DrawnKey[], x: number, y: number, width: number, height: number): string {
  const pad = height * 0.085
  const inner = height - pad * 2
  const gap = Math.max(2, height * 0.06)
  const units = keys.reduce((sum, key) => sum + key.width, 0)
  const room = width - pad * 2 - gap * (keys.length - 1)
  let left = x + pad
  const drawn = keys.map((key) => {
    const w = (key.width / units) * room
    const drawnKey = drawKey(key, left, y + pad, w, inner)
    left += w + gap
    return drawnKey
  })
  const radius = inner * 0.24 + pad
  return [
    shadow(x, y, width, height, radius, height * 0.3, 0.042),
    box(x, y, width, height, radius, '#0a0908', 'stroke="#ffffff" stroke-opacity="0.1"'),
    ...drawn,
  ].join('')
}

/** Splits keys, in order, into `count` rows of nearly equal width. */
export function rowsOf(keys: DrawnKey[], count: number): DrawnKey[][] {
  const total = keys.reduce((sum, key) => sum + key.width, 0)
  const rows: DrawnKey[][] = Array.from({ length: count }, () => [])
  let before = 0
  for (const key of keys) {
    const middle = before + key.width / 2
    rows[Math.min(count - 1, Math.floor((middle / total) * count))]?.push(key)
    before += key.width
  }
  return rows.filter((row) => row.length > 0)
}
