import { type CSSToken, tokenize, TokenType } from '@csstools/css-tokenizer'
import { isProperty, isSafeValue } from './allowed.ts'

export type Declaration = { property: string; value: string; isImportant: boolean }
/** A selector of one element: its name (or none), ids and classes. */
export type Selector = { element: string | null; ids: string[]; classes: string[] }
export type Rule = { selector: Selector; declarations: Declaration[] }

/** Selectors in a sheet; what comes behind does not count. */
const RULES_MAX = 5_000

/**
 * Reads a style sheet in one pass: rules with simple selectors (name, class, id, several of them on
 * one element). At-rules, combinators, pseudo-classes and attribute selectors are left out.
 */
export function parseSheet(css: string): Rule[] {
  const rules: Rule[] = []
  let prelude: CSSToken[] = []
  const tokens = withoutComments(css)
  for (let at = 0; at < tokens.length && rules.length < RULES_MAX; at += 1) {
    const token = tokens[at]
    if (!token || token[0] === TokenType.EOF) break
    if (token[0] === TokenType.OpenCurly) {
      const end = endOfBlock(tokens, at)
      if (prelude[0]?.[0] !== TokenType.AtKeyword) {
        rules.push(...rulesOf(prelude, tokens.slice(at + 1, end)))
      }
      prelude = []
      at = end
    } else if (token[0] === TokenType.Semicolon && prelude[0]?.[0] === TokenType.AtKeyword) {
      prelude = []
    } else if (prelude.length > 0 || !isSpace(token)) {
      prelude.push(token)
    }
  }
  return rules
}

/** The declarations of a `style` attribute that only describe. */
export function parseDeclarations(css: string): Declaration[] {
  return declarationsOf(withoutComments(css))
}

function withoutComments(css: string): CSSToken[] {
  const skipped: string[] = [TokenType.Comment, TokenType.CDO, TokenType.CDC]
  return tokenize({ css }).filter(([type]) => !skipped.includes(type))
}

const isSpace = (token: CSSToken | undefined) => token?.[0] === TokenType.Whitespace

function endOfBlock(tokens: CSSToken[], start: number): number {
  let depth = 0
  for (let at = start; at < tokens.length; at += 1) {
    const type = tokens[at]?.[0]
    if (type === TokenType.OpenCurly) depth += 1
    if (type === TokenType.CloseCurly) depth -= 1
    if (depth === 0) return at
  }
  return tokens.length
}

function rulesOf(prelude: CSSToken[], block: CSSToken[]): Rule[] {
  const selectors = split(prelude, TokenType.Comma).flatMap((one) => selectorOf(one) ?? [])
  if (selectors.length === 0) return []
  const declarations = declarationsOf(block)
  return declarations.length === 0 ? [] : selectors.map((selector) => ({ selector, declarations }))
}

function selectorOf(tokens: CSSToken[]): Selector | null {
  const selector: Selector = { element: null, ids: [], classes: [] }
  const parts = trim(tokens)
  for (let at = 0; at < parts.length; at += 1) {
    const token = parts[at]
    const next = parts[at + 1]
    if (token?.[0] === TokenType.Ident && at === 0) selector.element = token[4].value
    else if (token?.[0] === TokenType.Hash) selector.ids.push(token[4].value)
    else if (token?.[0] === TokenType.Delim && token[4].value === '.') {
      if (next?.[0] !== TokenType.Ident) return null
      selector.classes.push(next[4].value)
      at += 1
    } else if (!(token?.[0] === TokenType.Delim && token[4].value === '*' && at === 0)) return null
  }
  return parts.length > 0 ? selector : null
}

function declarationsOf(tokens: CSSToken[]): Declaration[] {
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
