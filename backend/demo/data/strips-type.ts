import type { PaletteName } from '#backend/demo/draw/palette.ts'
import type { StripLayout } from '#backend/demo/draw/strip-covers.ts'
import type { SetName } from '#backend/demo/icon-set.ts'
import type { Category } from '#lib/contract/kind.ts'
import type { Locale } from '#lib/contract/locale.ts'

/**
 * What is on a profile or a page. A line of `pages` is one key:
 * `icon | label | colour | action | width | value`, where
 * - `colour` counts in the palette's keys, 0 to 4;
 * - `action` is a hotkey (`ctrl+k`), a command (`!media.play`), a display (`=clock.time`), a page
 *   (`>page-2`) or text to type (`"…`);
 * - `width` is relative to the other keys (1 where it is left out);
 * - `value` is what the pictures show on a display.
 */
export type StripFacts = {
  set: SetName
  category: Category
  language: Locale
  author: string
  tags: readonly string[]
  layout: StripLayout
  palette: PaletteName
  pages: Readonly<Record<string, string>>
}
