import type { PackLayout } from '#backend/demo/draw/pack-covers.ts'
import type { PaletteName } from '#backend/demo/draw/palette.ts'
import type { SetName } from '#backend/demo/icon-set.ts'
import type { Category } from '#lib/contract/kind.ts'
import type { Locale } from '#lib/contract/locale.ts'

/** Which icons of which set make a pack, and how its pictures look. */
export type PackFacts = {
  set: SetName
  /** Names to take and to leave, both without the ending that `style` names. */
  take: RegExp
  leave?: RegExp
  /** Categories of the set to take from; all of it otherwise. */
  from?: readonly string[]
  /** Ending of the names of one style, such as `-line`. */
  style?: string
  /** The icons that stand in front on the pictures, separated by spaces. */
  front: string
  category: Category
  language: Locale
  author: string
  tags: readonly string[]
  layout: PackLayout
  palette: PaletteName
  gallery: readonly ('sheet' | 'sizes' | 'onKeys')[]
}
