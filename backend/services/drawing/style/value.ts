import { type CSSToken, tokenize, TokenType } from '@csstools/css-tokenizer'
import { FUNCTIONS } from '#backend/services/drawing/allowed.ts'
import type { Keys } from '#backend/services/drawing/references.ts'

/**
 * A safe value: it calls only allowed functions and refers only to elements of the drawing. `isExternal`: it
 * referred to something else, too. `null` if it is malformed, `lost` if a function is not allowed.
 */
export type SafeValue = { text: string; isExternal: boolean } | 'lost' | null

/** Values without functions, strings, escapes and comments. */
const PLAIN = /^[\w#.,%+\s-]*$/
/** Nesting depth of parentheses. */
const DEPTH_MAX = 32
const LOADING = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set', 'cross-fade'])
const FORBIDDEN = new Set<string>([
  TokenType.BadString,
  TokenType.BadURL,
  TokenType.OpenCurly,
  TokenType.CloseCurly,
  TokenType.Semicolon,
  TokenType.AtKeyword,
  TokenType.CDO,
  TokenType.CDC,
])

/** Checks the value of a property. It is written anew, so that it has no escapes; references become keys. */
export function safeValue(value: string, keys: Keys): SafeValue {
  if (PLAIN.test(value)) return { text: value.trim(), isExternal: false }
  const parts: string[] = []
  let depth = 0
  let isExternal = false
  const refer = (address: string) => {
    const isLocal = address.startsWith('#')
    isExternal ||= !isLocal && address !== ''
    // A reference to nothing is drawn like one that is not loaded.
    const key = isLocal ? keys.ofFragment(address.slice(1)) : keys.of(`\0${address}`)
    parts.push(`url(#${key})`)
  }
  const tokens = tokenize({ css: value })
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (!token || FORBIDDEN.has(token[0]) || depth > DEPTH_MAX) return null
    if (token[0] === TokenType.URL) refer(token[4].value.trim())
    else if (token[0] === TokenType.Function) {
      const name = token[4].value.toLowerCase()
      if (name === 'url') {
        const address = quotedAddress(tokens, at)
        if (address === null) return null
        refer(address.text)
        at = address.end
      } else if (FUNCTIONS.has(name)) {
        depth += 1
        parts.push(`${name}(`)
      } else if (LOADING.has(name)) return { text: '', isExternal: true }
      else return isKnownFunction(name) ? 'lost' : null
    } else if (token[0] === TokenType.OpenParen) {
      depth += 1
      parts.push('(')
    } else if (token[0] === TokenType.CloseParen) {
      depth -= 1
      parts.push(')')
      if (depth < 0) return null
    } else parts.push(textOf(token))
  }
  // Like a browser at the end of a style sheet.
  return { text: parts.join('').trim() + ')'.repeat(depth), isExternal }
}

/** Functions of CSS whose values browsers compute, unlike those that do not exist. */
const isKnownFunction = (name: string) =>
  /^(?:var|env|attr|if|calc-size|device-cmyk|contrast-color|(?:repeating-)?(?:linear|radial|conic)-gradient|paint|element|shape|sibling-(?:index|count)|progress|ray|anchor|random)$/.test(
    name,
  )

/** The string of `url("…")`, and where it is closed. */
function quotedAddress(tokens: CSSToken[], start: number): { text: string; end: number } | null {
  let text: string | null = null
  for (let at = start + 1; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token?.[0] === TokenType.String && text === null) text = token[4].value.trim()
    else if (token?.[0] === TokenType.CloseParen || token?.[0] === TokenType.EOF) {
      return text === null ? null : { text, end: at }
    } else if (token?.[0] !== TokenType.Whitespace) return null
  }
  return null
}

function textOf(token: CSSToken): string {
  if (token[0] === TokenType.EOF) return ''
  if (token[0] === TokenType.Comment) return ' '
  if (token[0] === TokenType.String) return quote(token[4].value)
  if (!token[1].includes('\\')) return token[1]
  if (token[0] === TokenType.Ident) return escapeName(token[4].value)
  if (token[0] === TokenType.Hash) return `#${escapeName(token[4].value)}`
  // A stray backslash, or a unit with an escape.
  return ''
}

const quote = (text: string) => `"${text.replaceAll(/["\\\p{Cc}]/gu, escapeCharacter)}"`
const escapeName = (name: string) =>
  name.replaceAll(/^\d|[^\w\u0080-\u{10FFFF}-]/gu, escapeCharacter)
const escapeCharacter = (character: string) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `
