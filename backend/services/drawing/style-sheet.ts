import { type CSSToken, tokenize, TokenType } from '@csstools/css-tokenizer'
import { isProperty, isSafeValue } from './allowed.ts'

export type Declaration = { property: string; value: string; isImportant: boolean }
/** A compound selector: element name (or null), ids and classes. */
export type Selector = { element: string | null; ids: string[]; classes: string[] }
export type Rule = { selector: Selector; declarations: Declaration[] }

/** Rules per sheet; further ones are ignored. */
const RULES_MAX = 5_000

/**
 * Parses the rules of a style sheet whose selectors consist of element names, classes and ids. Ignores
 * at-rules, combinators, pseudo-classes and attribute selectors. Linear in the length.
 */
export function parseSheet(css: string): Rule[] {
  const rules: Rule[] = []
  let prelude: CSSToken[] = []
  const tokens = withoutComments(css)
  for (let index = 0; index < tokens.length && rules.length < RULES_MAX; index += 1) {
    const token = tokens[index]
    if (!token || token[0] === TokenType.EOF) break
    if (token[0] === TokenType.OpenCurly) {
      const end = endOfBlock(tokens, index)
      if (prelude[0]?.[0] !== TokenType.AtKeyword) {
        rules.push(...parseRule(prelude, tokens.slice(index + 1, end)))
      }
      prelude = []
      index = end
    } else if (token[0] === TokenType.Semicolon && prelude[0]?.[0] === TokenType.AtKeyword) {
      prelude = []
    } else if (prelude.length > 0 || !isSpace(token)) {
      prelude.push(token)
    }
  }
  return rules
}

/** The declarations of a `style` attribute with allowed properties and values. */
export function parseDeclarations(css: string): Declaration[] {
  return parseTokens(withoutComments(css))
}

function withoutComments(css: string): CSSToken[] {
  const skipped: string[] = [TokenType.Comment, TokenType.CDO, TokenType.CDC]
  return tokenize({ css }).filter(([type]) => !skipped.includes(type))
}

const isSpace = (token: CSSToken | undefined) => token?.[0] === TokenType.Whitespace

function endOfBlock(tokens: CSSToken[], start: number): number {
  let depth = 0
  for (let index = start; index < tokens.length; index += 1) {
    const type = tokens[index]?.[0]
    if (type === TokenType.OpenCurly) depth += 1
    if (type === TokenType.CloseCurly) depth -= 1
    if (depth === 0) return index
  }
  return tokens.length
}

function parseRule(prelude: CSSToken[], block: CSSToken[]): Rule[] {
  const selectors = split(prelude, TokenType.Comma).flatMap((part) => parseSelector(part) ?? [])
  if (selectors.length === 0) return []
  const declarations = parseTokens(block)
  return declarations.length === 0 ? [] : selectors.map((selector) => ({ selector, declarations }))
}

function parseSelector(tokens: CSSToken[]): Selector | null {
  const selector: Selector = { element: null, ids: [], classes: [] }
  const parts = trim(tokens)
  for (let index = 0; index < parts.length; index += 1) {
    const token = parts[index]
    const next = parts[index + 1]
    if (token?.[0] === TokenType.Ident && index === 0) selector.element = token[4].value
    else if (token?.[0] === TokenType.Hash) selector.ids.push(token[4].value)
    else if (token?.[0] === TokenType.Delim && token[4].value === '.') {
      if (next?.[0] !== TokenType.Ident) return null
      selector.classes.push(next[4].value)
      index += 1
    } else if (!(token?.[0] === TokenType.Delim && token[4].value === '*' && index === 0))
      return null
  }
  return parts.length > 0 ? selector : null
}

function parseTokens(tokens: CSSToken[]): Declaration[] {
  return split(tokens, TokenType.Semicolon).flatMap((part) => {
    const [name, ...rest] = trim(part)
    const [colon, ...value] = trim(rest)
    if (name?.[0] !== TokenType.Ident || colon?.[0] !== TokenType.Colon) return []
    const property = name[4].value.toLowerCase()
    if (!isProperty(property)) return []
    const text = value.map((token) => token[1]).join('')
    const isImportant = /!\s*important\s*$/i.test(text.slice(-30))
    const plain = (isImportant ? text.slice(0, text.lastIndexOf('!')) : text).trim()
    return plain !== '' && isSafeValue(plain) ? [{ property, value: plain, isImportant }] : []
  })
}

function split(tokens: CSSToken[], separator: TokenType): CSSToken[][] {
  const parts: CSSToken[][] = [[]]
  for (const token of tokens) {
    if (token[0] === separator) parts.push([])
    else if (token[0] !== TokenType.EOF) parts.at(-1)?.push(token)
  }
  return parts
}

function trim(tokens: CSSToken[]): CSSToken[] {
  const start = tokens.findIndex((token) => !isSpace(token))
  const end = tokens.findLastIndex((token) => !isSpace(token))
  return start < 0 ? [] : tokens.slice(start, end + 1)
}
