import { printable } from '#lib/contract/text.ts'

/** Text that is XML already; only this file makes it. */
declare const written: unique symbol
export type Xml = { readonly [written]: true; readonly text: string }
type Child = Xml | string | number
type Attributes = Record<string, string | number | undefined>

const xml = (text: string) => ({ text }) as Xml

/** A parser would turn a bare line break in an attribute into a space, and CR anywhere into LF. */
const TEXT_SIGNS = /[&<>\r]/g
const ATTRIBUTE_SIGNS = /[&<>"'\t\n\r]/g

const encode = (text: string, signs: RegExp) =>
  printable(text).replaceAll(signs, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * One XML element. Children that are text and all attribute values are escaped for their place; an
 * attribute that is `undefined` is left out. `name` and the names of attributes are the program's own.
 */
export function element(name: string, attributes: Attributes = {}, children: Child[] = []): Xml {
  const { open, close } = tags(name, attributes)
  const inner = children.map((child) =>
    typeof child === 'object' ? child.text : encode(String(child), TEXT_SIGNS),
  )
  return xml(inner.length === 0 ? `${open.slice(0, -1)}/>` : open + inner.join('') + close)
}

/** The two tags of an element whose children are written one after the other. */
export function tags(name: string, attributes: Attributes = {}): { open: string; close: string } {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${encode(String(value), ATTRIBUTE_SIGNS)}"`],
  )
  return { open: `<${name}${given.join('')}>`, close: `</${name}>` }
}

/** The first line of every document; it is UTF-8. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** A whole document. */
export const xmlDocument = (root: Xml): string => `${XML_DECLARATION}${root.text}\n`
