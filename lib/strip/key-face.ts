import { WIDE } from '#lib/contract/columns.ts'
import type { StripKey } from '#lib/contract/file/contents.ts'
import { sampleValue } from './sample-value.ts'

/**
 * What a key shows: `row` has the icon beside the text, `stack` above it; `icon` and `text` have room for one
 * of them. A value is what a display would show, in large type.
 */
export type KeyFace = { text: string; isValue: boolean; layout: 'row' | 'stack' | 'icon' | 'text' }

/*
 * Sizes in pixels of the device, of the type of app/globals.css. Letters are a little wider than those of a key at
 * its actual size, since a small drawing has larger ones.
 */
const ICON = 30
const GAP = 9
const PADDING = 16
const LABEL = 19
const VALUE = 27
const SMALL = 13

/** Face of a key whose label is in `lang`. Text that fits nowhere beside an icon is left out. */
export function faceOf(key: StripKey, lang: string): KeyFace {
  const value = key.action.type === 'display' ? sampleValue(key.action.source, lang) : null
  const text = value ?? (key.label || (key.icon ? '' : '···'))
  const isValue = value !== null
  const room = key.width - PADDING
  if (!key.icon) return { text, isValue, layout: 'text' }
  if (text === '') return { text, isValue, layout: 'icon' }
  if (ICON + GAP + widthOf(text, isValue ? VALUE : LABEL) <= room)
    return { text, isValue, layout: 'row' }
  if (widthOf(text, SMALL) <= room + PADDING / 2) return { text, isValue, layout: 'stack' }
  return { text, isValue, layout: 'icon' }
}

const NARROW = /[\p{P}\p{M}ijlfrtI1 ]/u

/** Estimated width of a text at a font size. */
function widthOf(text: string, size: number): number {
  let width = 0
  for (const letter of text) width += WIDE.test(letter) ? 1 : NARROW.test(letter) ? 0.38 : 0.62
  return width * size
}
