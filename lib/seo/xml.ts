import { printable } from '#lib/contract/text.ts'

/** XML text; only this module creates it. */
declare const written: unique symbol
export type Xml = { readonly [written]: true; readonly text: string }
type Child = Xml | string | number
type Attributes = Record<string, string | number | undefined>

const xml = (text: string) => ({ text }) as Xml

/** Parsers turn a line break in an attribute into a space, and CR into LF everywhere. */
const TEXT_CHARACTERS = /[&<>\r]/g
const ATTRIBUTE_CHARACTERS = /[&<>"'\t\n\r]/g

/** The entities that XML and HTML share; other characters are written by number. */
const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])

const encode = (text: string, characters: RegExp) =>
  printable(text).replaceAll(
    characters,
    (character) => ENTITIES.get(character) ?? `&#${character.charCodeAt(0)};`,
  )

/**
 * An XML element. Text children and attribute values are escaped; `undefined` attributes are
 * omitted. Element and attribute names must be constants.
 */
export function element(name: string, attributes: Attributes = {}, children: Child[] = []): Xml {
  const { open, close } = tags(name, attributes)
  const inner = children.map((child) =>
    typeof child === 'object' ? child.text : encode(String(child), TEXT_CHARACTERS),
  )
  return xml(inner.length === 0 ? `${open.slice(0, -1)}/>` : open + inner.join('') + close)
}

/** Start and end tag of an element whose children are streamed. */
export function tags(name: string, attributes: Attributes = {}): { open: string; close: string } {
  const rendered = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${encode(String(value), ATTRIBUTE_CHARACTERS)}"`],
  )
  return { open: `<${name}${rendered.join('')}>`, close: `</${name}>` }
}

/** XML declaration; documents are UTF-8. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** A complete document. */
export const xmlDocument = (root: Xml): string => `${XML_DECLARATION}${root.text}\n`
