import type { Icon } from './icon.ts'
import { luminance } from './palette.ts'

/** Size of covers, in pixels (16:10). */
export const COVER = { width: 1200, height: 750 } as const

const round = (value: number) => Math.round(value * 100) / 100

/** An icon centred on `cx`, `cy`, in a box of `size` pixels. */
export function iconAt(
  icon: Icon,
  cx: number,
  cy: number,
  size: number,
  colour: string,
  opacity = 1,
): string {
  const scale = (size / icon.size) * icon.scale
  const half = (icon.size * scale) / 2
  const plate = icon.ground && plateOn(icon.ground, colour)
  const behind = plate
    ? box(cx - size * 0.62, cy - size * 0.62, size * 1.24, size * 1.24, size * 0.26, plate)
    : ''
  const place = `transform="translate(${round(cx - half)} ${round(cy - half)}) scale(${round(scale * 100) / 100})"`
  return `${behind}<g ${place} color="${colour}"${opacity < 1 ? ` opacity="${round(opacity)}"` : ''}>${icon.body}</g>`
}

/** Warm white, warm black and a grey between them. */
const PLATES = { light: '#fffaf3', dark: '#17130f', mixed: '#8a8278' } as const

/**
 * The plate behind an icon that keeps its colours, where it would not be visible.
 * @param ink the colour of other icons on the same ground: it is light on a dark one.
 */
function plateOn(ground: keyof typeof PLATES, ink: string): string | null {
  const isDark = luminance(ink) > 0.36
  const isVisible = (ground === 'dark' && isDark) || (ground === 'light' && !isDark)
  return isVisible ? null : PLATES[ground]
}

export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  fill: string,
  extra = '',
): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${round(radius)}" fill="${fill}" ${extra}/>`
}

/** A soft shadow below a box, from nested translucent boxes (a blur filter costs ten times more). */
export function shadow(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  spread = 36,
  strength = 0.05,
): string {
  const steps = 7
  return Array.from({ length: steps }, (_, i) => {
    const grow = spread * (1 - i / steps)
    const look = `opacity="${strength}"`
    return box(
      x - grow,
      y - grow * 0.4 + spread * 0.45,
      width + grow * 2,
      height + grow * 1.4,
      radius + grow,
      '#000',
      look,
    )
  }).join('')
}

/** A picture: `content` on a ground with a soft light from the top left. */
export function picture(
  ground: string,
  glow: string,
  content: string,
  size: { width: number; height: number } = COVER,
): string {
  const { width, height } = size
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs><radialGradient id="glow" cx="0.25" cy="0.05" r="1.05"><stop offset="0" stop-color="${glow}"/><stop offset="1" stop-color="${ground}"/></radialGradient></defs><rect width="${width}" height="${height}" fill="url(#glow)"/>${content}</svg>`
}
