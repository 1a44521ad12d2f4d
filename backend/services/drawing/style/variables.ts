import { type CSSToken, tokenize, TokenType } from '@csstools/css-tokenizer'
import { DrawingError, VALUE_MAX, VARIABLE_WORK_MAX } from '#backend/services/drawing/limits.ts'

/** Computed values of the custom properties of an element. */
export type CustomProperties = ReadonlyMap<string, string>

export const NO_VARIABLES: CustomProperties = new Map()
/** Nesting of variables in fallbacks of variables, and of variables that have variables. */
const DEPTH_MAX = 20

export const hasVariable = (value: string) => /var\(/i.test(value)

/** Substitutes variables (CSS Custom Properties 1, section 3) in one drawing. */
export class Substitution {
  #work = 0

  /** The variables of an element: those around it, and its own, which may refer to each other. */
  compute(inherited: CustomProperties, declared: ReadonlyMap<string, string>): CustomProperties {
    if (declared.size === 0) return inherited
    this.#spend(inherited.size + declared.size)
    const computed = new Map(inherited)
    for (const name of declared.keys()) computed.delete(name)
    const open = new Set<string>()
    const invalid = new Set<string>()
    const resolve = (name: string): string | null => {
      const known = computed.get(name)
      if (known !== undefined) return known
      const value = declared.get(name)
      if (value === undefined || invalid.has(name)) return null
      if (open.has(name) || open.size > DEPTH_MAX) return null
      const keyword = value.toLowerCase()
      if (keyword === 'inherit' || keyword === 'unset') return inherited.get(name) ?? null
      if (keyword === 'initial') return null
      open.add(name)
      const text = hasVariable(value) ? this.#substitute(this.#read(value), resolve, 0) : value
      open.delete(name)
      if (text === null) invalid.add(name)
      else computed.set(name, text)
      return text
    }
    for (const name of declared.keys()) resolve(name)
    return computed
  }

  /** A value with its variables substituted; `null` if one has no value and no fallback. */
  substitute(value: string, variables: CustomProperties): string | null {
    return this.#substitute(this.#read(value), (name) => variables.get(name) ?? null, 0)
  }

  #substitute(
    tokens: CSSToken[],
    lookUp: (name: string) => string | null,
    depth: number,
  ): string | null {
    if (depth > DEPTH_MAX) return null
    const parts: string[] = []
    let length = 0
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at]
      if (!token || token[0] === TokenType.EOF) break
      let text: string | null = token[1]
      if (token[0] === TokenType.Function && token[4].value.toLowerCase() === 'var') {
        const end = endOfFunction(tokens, at)
        text = this.#valueOf(tokens.slice(at + 1, end), lookUp, depth)
        at = end
      }
      if (text === null) return null
      length += text.length
      this.#spend(text.length)
      if (length > VALUE_MAX) return null
      parts.push(text)
    }
    return parts.join('')
  }

  /** The value of `var(--name, fallback)` by the tokens inside of it. */
  #valueOf(
    tokens: CSSToken[],
    lookUp: (name: string) => string | null,
    depth: number,
  ): string | null {
    const at = tokens.findIndex(([type]) => type === TokenType.Comma)
    const head = at < 0 ? tokens : tokens.slice(0, at)
    const [name, ...rest] = head.filter(
      ([type]) => type !== TokenType.Whitespace && type !== TokenType.Comment,
    )
    if (name?.[0] !== TokenType.Ident || rest.length > 0) return null
    const value = lookUp(name[4].value)
    if (value !== null || at < 0) return value
    return this.#substitute(tokens.slice(at + 1), lookUp, depth + 1)
  }

  #read(value: string): CSSToken[] {
    this.#spend(value.length)
    return tokenize({ css: value })
  }

  #spend(steps: number) {
    this.#work += 1 + steps
    if (this.#work > VARIABLE_WORK_MAX) throw new DrawingError('too_complex')
  }
}

function endOfFunction(tokens: CSSToken[], start: number): number {
  let depth = 0
  for (let at = start; at < tokens.length; at += 1) {
    const type = tokens[at]?.[0]
    if (type === TokenType.Function || type === TokenType.OpenParen) depth += 1
    if (type === TokenType.CloseParen) depth -= 1
    if (depth === 0) return at
  }
  return tokens.length
}
