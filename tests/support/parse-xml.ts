import { validateXML } from 'xmllint-wasm'
import { XML_DECLARATION } from '#lib/seo/xml.ts'

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x9;': '\t',
  '&#xA;': '\n',
  '&#xD;': '\r',
}
const decode = (text: string) => text.replaceAll(/&[^;]+;/g, (one) => ENTITIES[one] ?? one)

/**
 * Parses XML with libxml2, which rejects malformed documents, and reads its canonical form (C14N), in
 * which every character has exactly one representation.
 */
export async function parseXml(contents: string) {
  const { valid, normalized, rawOutput } = await validateXML({
    xml: [{ fileName: 'given.xml', contents }],
    normalization: 'c14n',
  })
  if (!valid) throw new Error(`not XML: ${rawOutput}`)
  return {
    /** The text of each element of that name that contains only text. */
    texts: (name: string) =>
      [...normalized.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(
        ([, text = '']) => decode(text),
      ),
    /** The values of an attribute on elements of that name. */
    attributes: (name: string, attribute: string) =>
      [...normalized.matchAll(new RegExp(`<${name} [^>]*?${attribute}="([^"]*)"`, 'g'))].map(
        ([, value = '']) => decode(value),
      ),
    names: () => [...new Set([...normalized.matchAll(/<([\w:]+)/g)].map(([, name = '']) => name))],
  }
}

/** Parses several documents as the contents of one element, `all`: the parser takes long to start. */
export const parseXmls = (documents: string[]) =>
  parseXml(`<all>${documents.map((one) => one.replace(XML_DECLARATION, '')).join('')}</all>`)
