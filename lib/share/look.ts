import type { Kind } from '#lib/contract/kind.ts'

/** Colours of the dark theme, equal to those of `app/globals.css`, which images cannot use. */
export const LOOK = {
  surface: '#131110',
  raised: '#252220',
  border: '#322e2b',
  text: '#f4f1ee',
  muted: '#b8b1aa',
} as const

/** Colour and background of each kind. */
export const HUES: Record<Kind, { accent: string; soft: string }> = {
  icon: { accent: '#b7a1ff', soft: '#272138' },
  plugin: { accent: '#58d3c2', soft: '#15302c' },
  profile: { accent: '#f2b955', soft: '#352812' },
  flexpage: { accent: '#ff97ae', soft: '#381e25' },
}

/** Sizes of pictures in pixels: a single one, or one of several in two columns. */
export const PICTURE = { width: 520, height: 325 } as const
export const SMALL_PICTURE = { width: 254, height: 159 } as const
/** Size of an icon on a key, in pixels. */
export const KEY_ICON = { width: 56, height: 56 } as const
/** Number of keys on the strip. */
export const KEYS = 11
