import type { DrawingLoss } from '#lib/contract/file/contents.ts'

/** An element of a drawing. */
export type SvgElement = {
  name: string
  /** The allowed attributes; ids and references are keys (`references.ts`). */
  attributes: Map<string, string>
  children: (SvgElement | string)[]
  /** What is missing where this element is drawn. */
  losses: DrawingLoss[]
  parent: SvgElement | null
  /** Name and attributes in the file, for selectors and the `style` attribute. */
  source: { name: string; attributes: ReadonlyMap<string, string> }
  /** `false`: not drawn, but counted by selectors such as `:first-child`. */
  isKept: boolean
}
