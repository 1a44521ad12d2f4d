import type { PackLayout } from '#covers/pack-covers.ts'
import type { PaletteName } from '#covers/palette.ts'
import type { SetName } from '#demo/icon-set.ts'
import type { Category } from '#lib/contract/kind.ts'
import type { ProjectLanguage } from '#lib/contract/language.ts'

/** The icons of a pack and the layout of its pictures. */
export type PackFacts = {
  set: SetName
  /** Names to include and to exclude, without the suffix of `style`. */
  take: RegExp
  leave?: RegExp
  /** Categories of the set to select from; the whole set by default. */
  from?: readonly string[]
  /** Suffix of the names of one style, such as `-line`. */
  style?: string
  /** The first icons on the pictures, separated by spaces. */
  front: string
  category: Category
  language: ProjectLanguage
  author: string
  tags: readonly string[]
  layout: PackLayout
  palette: PaletteName
  gallery: readonly ('sheet' | 'sizes' | 'onKeys')[]
}
