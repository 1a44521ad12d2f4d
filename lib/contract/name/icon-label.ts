import { cleanLine, firstOf } from '#lib/contract/text.ts'
import { nameProblem } from './name.ts'

/** Characters of the name that the author of an icon gave it. */
export const ICON_LABEL_MAX = 200
/** UTF-16 units that are looked at: a name of an entry may have 65,535 bytes. */
const READ_MAX = 8 * ICON_LABEL_MAX

/**
 * The name of an icon as its author wrote it, as a valid title: without control characters and overrides of direction, in NFC, and cut to
 * `ICON_LABEL_MAX` characters.
 * @param id what the icon is called in addresses (docs/formats.md): lower-case letters, digits and single hyphens.
 * @returns `null` where nothing prints, where marks would cover the lines around it, and where it says no more than the id:
 * `alarm-clock` and `alarm_clock` of `alarm-clock`, `at` of `4x3-at`.
 */
export function iconLabel(typed: string, id: string): string | null {
  const line = cleanLine(typed.slice(0, READ_MAX)).normalize('NFC').trim()
  const label = firstOf(line, ICON_LABEL_MAX).trim()
  if (label === '' || nameProblem(label) !== null) return null
  return `-${id}-`.includes(`-${label.replaceAll('_', '-')}-`) ? null : label
}
