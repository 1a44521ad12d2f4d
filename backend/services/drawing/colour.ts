import { color, serializeRGB } from '@csstools/css-color-parser'
import { parseComponentValue } from '@csstools/css-parser-algorithms'
import { tokenize } from '@csstools/css-tokenizer'

/** Red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number]

const HEX = /^#([0-9a-f]{3,8})$/
const LEGACY = /^rgba?\(([^()]{1,100})\)$/

/**
 * Parses a colour of CSS (Color 4 and 5) and maps it to sRGB; `undefined` for colours that depend on the viewer
 * and for what is no colour.
 */
export function parseColour(text: string): Colour | undefined {
  const value = text.trim().toLowerCase()
  const hex = HEX.exec(value)?.[1]
  if (hex !== undefined) {
    const isShort = hex.length < 6
    const channel = (index: number) =>
      isShort
        ? Number.parseInt(`${hex[index]}${hex[index]}`, 16)
        : Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16)
    return [channel(0), channel(1), channel(2)]
  }
  const legacy = LEGACY.test(value) ? value : toLegacyColour(value)
  const list = legacy === undefined ? undefined : LEGACY.exec(legacy)?.[1]
  if (list === undefined) return undefined
  const [red, green, blue] = list.split(/[\s,/]+/).map((part) => {
    const number = Number.parseFloat(part)
    return Math.min(255, Math.max(0, part.endsWith('%') ? number * 2.55 : number))
  })
  if (red === undefined || green === undefined || blue === undefined) return undefined
  return [red, green, blue].some(Number.isNaN) ? undefined : [red, green, blue]
}

/** Notations that renderers without CSS Color 4 do not draw. */
const MODERN = /^(?:color|color-mix|lab|lch|oklab|oklch|hwb|light-dark)\(/i
export const isModernColour = (value: string) => MODERN.test(value)

/** The colour as `rgb()` or `rgba()`, with its transparency; `undefined` if it is not known. */
export function toLegacyColour(text: string): string | undefined {
  const node = parseComponentValue(tokenize({ css: lightOf(text) }))
  const data = node ? color(node) : false
  return data ? serializeRGB(data, true).toString() : undefined
}

/** The first of the two colours of `light-dark()`. */
const lightOf = (text: string) =>
  /^light-dark\(\s*([^(),]+|[\w-]+\([^()]*\))\s*,/i.exec(text)?.[1] ?? text

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
