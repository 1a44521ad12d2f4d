import type { CSSProperties } from 'react'
import { fontStack } from '#lib/fonts.ts'
import { phrasesOf } from '#lib/text/phrases.ts'

/* Styles of the parts of a share card. */

export const row = { display: 'flex', alignItems: 'center' } satisfies CSSProperties
export const column = {
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
} satisfies CSSProperties

export const display = (lang: string) => ({ fontFamily: fontStack(lang, 'display') })

/** A text whose lines end between phrases alone, under `clamp`. */
export const phrased = (text: string) => phrasesOf(text).join('\u200B')

/** Limits a text to a number of lines, with an ellipsis. A phrase is broken where a line has no room for it. */
export const clamp = (lines: number): CSSProperties => ({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  overflowWrap: 'anywhere',
  wordBreak: 'keep-all',
  textWrap: 'balance',
  WebkitLineClamp: lines,
  WebkitBoxOrient: 'vertical',
})

/** Whether the first letter of a text is right-to-left (the rule of `dir="auto"`). */
export const isRightToLeft = (text: string) =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)
