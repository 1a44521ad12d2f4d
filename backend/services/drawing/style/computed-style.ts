import { useOfProperty } from '#backend/services/drawing/allowed.ts'
import { isModernColour, toLegacyColour } from '#backend/services/drawing/colour.ts'
import { isValid } from './declarations.ts'
import { DrawingError, VALUE_MAX } from '#backend/services/drawing/limits.ts'
import type { Keys } from '#backend/services/drawing/references.ts'
import type { SvgElement } from '#backend/services/drawing/tree.ts'
import { safeValue } from './value.ts'

const COLOURS = new Set(['fill', 'stroke', 'color', 'stop-color', 'flood-color', 'lighting-color'])
/** Values that leave a property as it is. */
const IDLE =
  /^(?:none|auto|normal|inherit|initial|unset|revert|revert-layer|light|0|1)(?![\w.%-])(?!.*\bdark\b)/i
/** Properties that are not inherited, so that their initial values have no effect. */
const LAYERS = new Set(['isolation', 'mix-blend-mode'])
const PATH = /^path\(\s*(?:(?:nonzero|evenodd)\s*,\s*)?(["'])(.*)\1\s*\)$/is

/** Values of properties by element: checked, written as attributes or in `style`. */
export class ComputedStyle {
  readonly #keys: Keys
  readonly #style = new Map<string, string>()
  readonly #element: SvgElement
  readonly #isRoot: boolean

  constructor(element: SvgElement, keys: Keys, isRoot: boolean) {
    this.#element = element
    this.#keys = keys
    this.#isRoot = isRoot
  }

  /** Sets a property whose variables are substituted. A value that a browser ignores is removed with what it replaces. */
  set(property: string, value: string, { isChecked }: { isChecked: boolean }): void {
    const { attributes, losses, name } = this.#element
    const use = useOfProperty(property, name, this.#isRoot)
    if (use === 'none') return
    if (use === 'animation' || use === 'css' || use === 'theme') {
      if (!IDLE.test(value)) losses.push(use)
      return
    }
    const safe = safeValue(value, this.#keys)
    if (safe === 'lost' || safe?.isExternal) losses.push(safe === 'lost' ? 'css' : 'external')
    const text = safe === 'lost' ? '' : (safe?.text ?? '')
    if (text.length > VALUE_MAX && property !== 'd') throw new DrawingError('too_complex')
    // What a weaker rule or an attribute has set is the closest to it.
    if (text === '' && isChecked) return
    if (text === '' || !(isChecked || isValid(property, text))) {
      // Invalid at computed-value time: as if it were not set (CSS Custom Properties 1, section 3.1).
      attributes.delete(property)
      this.#style.delete(property)
    } else if (use === 'attribute') this.#setAttribute(property, text)
    else if (LAYERS.has(property) && IDLE.test(text)) this.#style.delete(property)
    else if (isBoxColour(property, text)) this.#setStyle(property, text)
    else losses.push('css')
  }

  write(): void {
    if (this.#style.size === 0) return
    const text = [...this.#style].map(([property, value]) => `${property}:${value}`)
    this.#element.attributes.set('style', text.join(';'))
  }

  /** Later shorthands override earlier longhands and the other way round: all of a font are in `style`, in order. */
  #setAttribute(property: string, text: string) {
    const { attributes } = this.#element
    if (property.startsWith('font-') && this.#style.has('font'))
      return this.#setStyle(property, text)
    if (property === 'd') {
      const path = PATH.exec(text)?.[2]
      if (path === undefined) attributes.delete('d')
      else attributes.set('d', path)
      return
    }
    const legacy = COLOURS.has(property) && isModernColour(text) ? toLegacyColour(text) : undefined
    this.#style.delete(property)
    attributes.set(property, legacy ?? text)
    if (legacy !== undefined) this.#setStyle(property, text)
  }

  #setStyle(property: string, text: string) {
    this.#style.delete(property)
    this.#style.set(property, text)
  }
}

/** Backgrounds of the root are colours; other properties in `style` have any value. */
const isBoxColour = (property: string, text: string) =>
  !property.startsWith('background') ||
  /^(?:#[0-9a-f]+|[a-z]+|(?:rgb|hsl)a?\([^()]*\))$/i.test(text)
