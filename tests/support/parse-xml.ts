import { validateXML } from 'xmllint-wasm'

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
 * Parses XML with libxml2, which accepts no document with a fault, and reads its canonical form (C14N),
 * in which every character is written in one way only.
 */
export async function parseXml(contents: string) {
  const { valid, normalized, rawOutput } = await validateXML({
    xml: [{ fileName: 'given.xml', contents }],
    normalization: 'c14n',
  })
  if (!valid) throw new Error(`not XML: ${rawOutput}`)
  return {
    /** The text of every element of that name that holds nothing but text. */
    texts: (name: string) =>
      [...normalized.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(
        ([, text = '']) => decode(text),
      ),
    /** An attribute of every element of that name that has it. */
    attributes: (name: string, attribute: string) =>
      [...normalized.matchAll(new RegExp(`<${name} [^>]*?${attribute}="([^"]*)"`, 'g'))].map(
        ([, value = '']) => decode(value),
      ),
    names: () => [...new Set([...normalized.matchAll(/<([\w:]+)/g)].map(([, name = '']) => name))],
  }
}
