import type { PaletteName } from '#covers/palette.ts'
import type { StripLayout } from '#covers/strip-covers.ts'
import type { SetName } from '#demo/icon-set.ts'
import type { Category } from '#lib/contract/kind.ts'
import type { ProjectLanguage } from '#lib/contract/language.ts'

/**
 * Content of a profile or a page. A line of `pages` is one key:
 * `icon | label | colour | action | width | value`, where
 * - `colour` is an index of the palette's keys, 0 to 4;
 * - `action` is a hotkey (`ctrl+k`), a command (`!media.play`), a display (`=clock.time`), a page
 *   (`>page-2`) or text to type (`"…`);
 * - `width` is relative to the other keys (default 1);
 * - `value` is the text that the pictures show on a display.
 */
export type StripFacts = {
  set: SetName
  category: Category
  language: ProjectLanguage
  author: string
  tags: readonly string[]
  layout: StripLayout
  palette: PaletteName
  pages: Readonly<Record<string, string>>
}
