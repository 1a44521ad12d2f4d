import { type CustomPlugin, optimize } from 'svgo'

/** A drawing of more elements is no icon; counted by `<`, before anything is parsed. */
const ELEMENTS_MAX = 5_000

const SHAPES = 'path rect circle ellipse line polyline polygon text tspan textPath'
const STRUCTURE = 'svg g defs symbol use switch marker title desc'
const PAINT = 'linearGradient radialGradient stop pattern clipPath mask filter'
/** What draws. Scripts, styles, links, foreign markup and animations are not among it. */
const ELEMENTS = new Set(`${SHAPES} ${STRUCTURE} ${PAINT}`.split(' '))
const FILTER_PRIMITIVE = /^fe[A-Z][A-Za-z]+$/
/** `feImage` loads; the others only compute. */
const LOADS = new Set(['feImage'])

const isDrawing = (name: string) =>
  ELEMENTS.has(name) || (FILTER_PRIMITIVE.test(name) && !LOADS.has(name))

/** References stay within the drawing; no attribute does anything but describe it. */
function isSafe(name: string, value: string): boolean {
  if (/^on/i.test(name) || name === 'xml:base') return false
  if (name === 'href' || name.endsWith(':href')) return /^#[\w:.-]+$/.test(value.trim())
  if (name.startsWith('xmlns'))
    return /^http:\/\/www\.w3\.org\/(?:2000\/svg|1999\/xlink)$/.test(value)
  const inner = value.replaceAll(/url\(\s*["']?#[\w:.-]+["']?\s*\)/gi, '')
  return !/url\s*\(|@import|image-set|expression|javascript:|\\|&/i.test(inner)
}

const onlyDrawing: CustomPlugin = {
  name: 'onlyDrawing',
  fn: () => ({
    instruction: {
      enter(node, parent) {
        parent.children = parent.children.filter((child) => child !== node)
      },
    },
    element: {
      enter(node, parent) {
        if (!isDrawing(node.name)) {
          parent.children = parent.children.filter((child) => child !== node)
          return
        }
        for (const [name, value] of Object.entries(node.attributes)) {
          if (!isSafe(name, value)) delete node.attributes[name]
        }
      },
    },
  }),
}

/**
 * An SVG of which only the drawing is left: known elements, references within itself. SVGO parses it
 * and writes it anew, so that no two readers can understand it differently.
 * @returns `null` for what is no SVG, declares entities, or has more than 5000 elements.
 */
export function safeSvg(source: string): string | null {
  if (/<!ENTITY/i.test(source) || source.split('<', ELEMENTS_MAX + 2).length > ELEMENTS_MAX + 1) {
    return null
  }
  try {
    const { data } = optimize(source, {
      plugins: [
        'removeDoctype',
        'removeComments',
        'removeMetadata',
        'removeEditorsNSData',
        'removeScripts',
        // Colours that stand in a style sheet move to the shapes before it goes.
        { name: 'inlineStyles', params: { onlyMatchedOnce: false } },
        onlyDrawing,
      ],
    })
    return /^<svg[\s>]/.test(data) ? data : null
  } catch {
    return null
  }
}
