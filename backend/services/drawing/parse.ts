import sax from 'sax'
import { SvgReader } from './svg-reader.ts'
import { expandEntities } from './entities.ts'
import { DrawingError } from './limits.ts'
import type { Keys } from './references.ts'
import type { SvgElement } from './tree.ts'

/** Errors of XML after which the rest can be read: an unknown entity, an ampersand that is not escaped. */
const IN_ENTITY = /^Invalid character (?:entity|in entity name)/

/**
 * Parses an SVG in one pass and keeps allowed elements and attributes. Limits are checked while parsing,
 * so that they also bound memory.
 * @returns the root element and the text of the style sheets.
 * @throws DrawingError
 */
export function parseDrawing(source: string, keys: Keys): { root: SvgElement; css: string } {
  const { text: document, hasLost } = expandEntities(source)
  const reader = new SvgReader(keys)
  let isEntityLost = hasLost
  const parser = sax.parser(true, { xmlns: false, position: false })
  const events: Partial<sax.SAXParser> = {
    onattribute: ({ name, value }) => reader.attribute(name, value),
    onopentag: ({ name }) => reader.open(name),
    onclosetag: () => reader.close(),
    ontext: (text) => reader.text(text),
    oncdata: (text) => reader.text(text),
    onprocessinginstruction: ({ name }) => reader.instruction(name),
    onerror: ({ message }) => {
      if (!IN_ENTITY.test(message)) throw new DrawingError('not_svg')
      isEntityLost ||= message.startsWith('Invalid character entity')
      parser.resume()
    },
  }
  Object.assign(parser, events)
  try {
    parser.write(document).close()
  } catch (error) {
    throw error instanceof DrawingError ? error : new DrawingError('not_svg')
  }
  const { root, css } = reader.end()
  if (isEntityLost) root.losses.push('entity')
  return { root, css }
}
