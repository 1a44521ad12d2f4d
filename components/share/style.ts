import type { CSSProperties } from 'react'
import { fontStack } from '#lib/fonts.ts'

/* Styles of the parts of a share card. */

export const row = { display: 'flex', alignItems: 'center' } satisfies CSSProperties
export const column = {
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
} satisfies CSSProperties

export const display = (lang: string) => ({ fontFamily: fontStack(lang, 'display') })

/** Limits a text to a number of lines, with an ellipsis. */
export const clamp = (lines: number): CSSProperties => ({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  overflowWrap: 'anywhere',
  textWrap: 'balance',
  WebkitLineClamp: lines,
  WebkitBoxOrient: 'vertical',
})

/** Whether the first letter of a text is right-to-left (the rule of `dir="auto"`). */
export const isRightToLeft = (text: string) =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)
