import type { CssNode, Rule as CssRule, Atrule } from 'css-tree'
import type { DrawingLoss } from '#lib/contract/file/contents.ts'
import { type Condition, evaluateMedia, evaluateSupports } from './conditions.ts'
import { type Declaration, declarationOf, parseCss } from './declarations.ts'
import { NESTING_MAX, RULES_MAX, SELECTOR_MAX } from '#backend/services/drawing/limits.ts'

/** Declarations for a list of selectors. Rules of a later layer win; those without a layer are in the last one. */
export type SheetRule = { selectors: string; declarations: Declaration[]; layer: number }
export type StyleRules = {
  rules: SheetRule[]
  /** What is missing in the whole drawing because of the sheet. */
  losses: DrawingLoss[]
  /** Whether it declares fonts, which are not loaded. */
  hasFonts: boolean
}

/**
 * Parses a style sheet. Rules in `@media` and `@supports` are kept if they apply to a light screen, nested rules get
 * the selectors around them (CSS Nesting 1). Linear in its length, except for nested selectors, which are bounded.
 */
export function parseSheet(css: string): StyleRules {
  const reader = new SheetReader()
  const sheet = parseCss(css, 'stylesheet')
  if (sheet.type === 'StyleSheet') {
    for (const node of sheet.children) reader.read(node, { selectors: null, layer: null, depth: 0 })
  }
  return reader.end()
}

/** Addresses of sheets that have only fonts. */
const FONT_SHEET = /\bfonts?\b|typekit/i

type Context = { selectors: string | null; layer: string | null; depth: number }

class SheetReader {
  readonly #rules: (Omit<SheetRule, 'layer'> & { layer: string | null })[] = []
  readonly #layers: string[] = []
  readonly #losses = new Set<DrawingLoss>()
  #hasFonts = false

  read(node: CssNode, context: Context) {
    if (node.type !== 'Rule' && node.type !== 'Atrule') return
    if (context.depth > NESTING_MAX) this.#losses.add('css')
    else if (node.type === 'Rule') this.#readRule(node, context)
    else this.#readAtRule(node, context)
  }

  end(): StyleRules {
    const last = this.#layers.length
    const rules = this.#rules.map((rule) => {
      return { ...rule, layer: rule.layer === null ? last : this.#layers.indexOf(rule.layer) }
    })
    return { rules, losses: [...this.#losses], hasFonts: this.#hasFonts }
  }

  #readRule({ prelude, block }: CssRule, context: Context) {
    if (prelude.type !== 'Raw') return
    const selectors = nest(prelude.value.trim(), context.selectors)
    if (selectors.length > SELECTOR_MAX) return void this.#losses.add('selector')
    this.#readBlock(block.children, { ...context, selectors })
  }

  #readBlock(children: Iterable<CssNode>, { selectors, layer, depth }: Context) {
    const nodes = [...children]
    const declarations = nodes.flatMap((node) => declarationOf(node, { isInline: false }))
    if (selectors !== null && declarations.length > 0) {
      if (this.#rules.length >= RULES_MAX) return void this.#losses.add('selector')
      this.#rules.push({ selectors, declarations, layer })
    }
    const inner = { selectors, layer, depth: depth + 1 }
    for (const node of nodes) {
      const text = selectors === null ? null : nestedText(node)
      if (text === null) this.read(node, inner)
      else if (depth < NESTING_MAX) this.#readNested(text, inner)
      else this.#losses.add('css')
    }
  }

  #readNested(css: string, context: Context) {
    const sheet = parseCss(css, 'stylesheet')
    if (sheet.type !== 'StyleSheet') return
    for (const node of sheet.children) this.read(node, context)
  }

  #readAtRule({ name, prelude, block }: Atrule, context: Context) {
    const text = prelude?.type === 'Raw' ? prelude.value.trim() : ''
    const apply = (condition: Condition) => {
      if (condition.loss) this.#losses.add(condition.loss)
      if (condition.applies && block) this.#readBlock(block.children, context)
    }
    switch (name.toLowerCase()) {
      case 'media':
        return apply(evaluateMedia(text))
      case 'supports':
        return apply(evaluateSupports(text))
      case 'layer':
        return this.#readLayer(text, block?.children, context)
      case 'import':
        if (FONT_SHEET.test(text)) this.#hasFonts = true
        else this.#losses.add('external')
        return
      case 'font-face':
        this.#hasFonts = true
        return
      case 'container':
      case 'property':
      case 'scope':
      case 'starting-style':
        return void this.#losses.add('css')
      default:
      // Keyframes run only where they are named; the others have no effect in a drawing.
    }
  }

  #readLayer(names: string, children: Iterable<CssNode> | undefined, context: Context) {
    const parent = context.layer === null ? '' : `${context.layer}.`
    for (const name of names.split(',')) {
      // A block without a name is a layer of its own.
      const layer = `${parent}${name.trim() || `(${this.#layers.length})`}`
      if (!this.#layers.includes(layer)) this.#layers.push(layer)
      if (children) this.#readBlock(children, { ...context, layer })
    }
  }
}

/** A nested rule without `&`, which css-tree takes for a malformed declaration. */
function nestedText(node: CssNode): string | null {
  if (node.type === 'Raw') return node.value.includes('{') ? node.value : null
  if (node.type !== 'Declaration' || node.value.type !== 'Raw') return null
  const isRule = !node.property.startsWith('--') && node.value.value.includes('{')
  return isRule ? `${node.property}:${node.value.value}` : null
}

/** The selectors of a nested rule: `&` stands for those around it; without it, they are an ancestor. */
function nest(selectors: string, around: string | null): string {
  if (around === null) return selectors
  const parts = selectors.split(/,(?![^([]*[)\]])/).map((part) => part.trim())
  const outer = `:is(${around})`
  return parts
    .map((part) => (part.includes('&') ? part.replaceAll('&', outer) : `${outer} ${part}`))
    .join(',')
}
