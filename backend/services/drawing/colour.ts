/** Red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number]

/** Named colours (CSS Color 4, section 6.1) that are grey, very dark or very light. */
const NAMED: Record<string, string> = {
  black: '#000',
  white: '#fff',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  dimgray: '#696969',
  dimgrey: '#696969',
  darkgray: '#a9a9a9',
  darkgrey: '#a9a9a9',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
  gainsboro: '#dcdcdc',
  whitesmoke: '#f5f5f5',
  snow: '#fffafa',
  ivory: '#fffff0',
  beige: '#f5f5dc',
  linen: '#faf0e6',
  seashell: '#fff5ee',
  azure: '#f0ffff',
  yellow: '#ff0',
  lightyellow: '#ffffe0',
  cyan: '#0ff',
  aqua: '#0ff',
  navy: '#000080',
  midnightblue: '#191970',
  darkblue: '#00008b',
  maroon: '#800000',
  indigo: '#4b0082',
}

/** Parses a hexadecimal, `rgb()` or named colour; `undefined` for other notations and names. */
export function parseColour(text: string): Colour | undefined {
  const value = text.trim().toLowerCase()
  const hex = /^#([0-9a-f]{3,8})$/.exec(NAMED[value] ?? value)?.[1]
  if (hex !== undefined) {
    const isShort = hex.length < 6
    const channel = (index: number) =>
      isShort
        ? Number.parseInt(`${hex[index]}${hex[index]}`, 16)
        : Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16)
    return [channel(0), channel(1), channel(2)]
  }
  const list = /^rgba?\(([^)]{1,100})\)$/.exec(value)?.[1]
  if (list === undefined) return undefined
  const [red, green, blue] = list.split(/[\s,/]+/).map((part) => {
    const number = Number.parseFloat(part)
    return Math.min(255, Math.max(0, part.endsWith('%') ? number * 2.55 : number))
  })
  if (red === undefined || green === undefined || blue === undefined) return undefined
  return [red, green, blue].some(Number.isNaN) ? undefined : [red, green, blue]
}

/** Distance of a colour from grey, from 0 to 255. */
export const chromaOf = (colour: Colour) => Math.max(...colour) - Math.min(...colour)

/** Relative luminance (WCAG 2.2), from 0 to 1. */
export function luminanceOf([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
