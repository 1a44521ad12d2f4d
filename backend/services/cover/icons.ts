import type { Icon } from '#covers/icon.ts'
import { WEIGHT_MAX } from '#backend/services/drawing/limits.ts'
import { paintIn } from '#backend/services/drawing/recolour.ts'
import { toPart } from '#backend/services/drawing/part.ts'
import type { SvgElement } from '#backend/services/drawing/tree.ts'
import type { Art } from './messages.ts'

/** Side of the box of an icon. */
const SIDE = 24

/**
 * Sanitised drawings as icons of covers, and their definitions for the document. What cannot be a part of
 * another document is left out, as is what would make it too expensive.
 */
export function toIcons(drawings: Art['icons']): { icons: Icon[]; definitions: string } {
  const icons: Icon[] = []
  const definitions: string[] = []
  let weight = 0
  for (const [index, { name, svg, tone }] of drawings.entries()) {
    const id = `i${index}`
    const isMono = tone === 'mono'
    const adjust = isMono ? (root: SvgElement) => paintIn(root, 'currentColor') : undefined
    const part = toPart(svg, { prefix: `${id}-`, place, adjust })
    if (!part || weight + part.weight > WEIGHT_MAX) continue
    weight += part.weight
    const isTintedBitmap = isMono && part.svg.startsWith('<image')
    definitions.push(
      isTintedBitmap
        ? `<mask id="${id}" mask-type="alpha" maskUnits="userSpaceOnUse" x="0" y="0" width="${SIDE}" height="${SIDE}">${part.svg}</mask>`
        : `<g id="${id}">${part.svg}</g>`,
    )
    const body = isTintedBitmap
      ? `<rect width="${SIDE}" height="${SIDE}" fill="currentColor" mask="url(#${id})"/>`
      : `<use href="#${id}"/>`
    icons.push({ name, body, size: SIDE, scale: 1, ...groundOf(tone) })
  }
  return { icons, definitions: definitions.join('') }
}

/** The ground that the colours of a drawing need. */
function groundOf(tone: Art['icons'][number]['tone']): Pick<Icon, 'ground'> {
  if (tone === 'dark') return { ground: 'light' }
  if (tone === 'light') return { ground: 'dark' }
  return tone === 'mixed' ? { ground: 'mixed' } : {}
}

/** The largest box of a ratio in the middle of an icon. */
function place(ratio: number) {
  const [width, height] = ratio > 1 ? [SIDE, SIDE / ratio] : [SIDE * ratio, SIDE]
  const round = (length: number) => Math.round(length * 1e3) / 1e3
  return {
    x: round((SIDE - width) / 2),
    y: round((SIDE - height) / 2),
    width: round(width),
    height: round(height),
  }
}
