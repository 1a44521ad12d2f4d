import { lengthOf } from '#lib/contract/text.ts'
import type { FormWords } from './words.ts'

/** From this part of the limit on it is said how much is left. */
const NEAR = 0.8

type Counted = { text: string; maximum: number; words: FormWords }

/** How many characters are left, as the limit counts them; nothing while there is plenty of room. */
export function leftOf({ text, maximum, words }: Counted): string | undefined {
  const length = lengthOf(text)
  if (length < maximum * NEAR) return undefined
  const { left } = words.save
  return left.replace('{left}', String(maximum - length)).replace('{max}', String(maximum))
}

export function Left(counted: Counted) {
  const left = leftOf(counted)
  return left && <span className="block text-content-muted tabular-nums">{left}</span>
}
