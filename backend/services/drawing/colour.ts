/** Red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number]

/** CSS Color 4, section 6.1: the names that are greys, very dark or very light. */
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

/** A colour as styles write it; `undefined` for one that is written in a way not looked at. */
export function parseColour(text: string): Colour | undefined {
  const said = text.trim().toLowerCase()
  const hex = /^#([0-9a-f]{3,8})$/.exec(NAMED[said] ?? said)?.[1]
  if (hex !== undefined) {
    const isShort = hex.length < 6
    const part = (at: number) =>
      isShort
        ? Number.parseInt(`${hex[at]}${hex[at]}`, 16)
        : Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16)
    return [part(0), part(1), part(2)]
  }
  const list = /^rgba?\(([^)]{1,100})\)$/.exec(said)?.[1]
  if (list === undefined) return undefined
  const [red, green, blue] = list.split(/[\s,/]+/).map((one) => {
    const number = Number.parseFloat(one)
    return Math.min(255, Math.max(0, one.endsWith('%') ? number * 2.55 : number))
  })
  if (red === undefined || green === undefined || blue === undefined) return undefined
  return [red, green, blue].some(Number.isNaN) ? undefined : [red, green, blue]
}

/** How far a colour is from being a grey, from 0 to 255. */
export const chromaOf = (colour: Colour) => Math.max(...colour) - Math.min(...colour)

/** WCAG 2.2, relative luminance. */
export function luminanceOf([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
