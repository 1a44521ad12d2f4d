import {
  type Content,
  element,
  type Element,
  isContent,
  isBlank,
  isElement,
  type Root,
  text,
} from './tree.ts'

/* Authors put elements where HTML does not allow them. Browsers show that anyhow; validators and screen readers object. */

const set = (names: string) => new Set(names.split(' '))
/** Elements that may stand in a line of text. */
const PHRASING = set(
  'a abbr b br cite code del dfn em i img input ins kbd mark picture q rp rt ruby s samp small source span strong sub sup var wbr',
)
/** Elements that contain a line of text, in which no block may stand. */
const LINES = set(
  'abbr b cite code dfn em h1 h2 h3 h4 h5 h6 i kbd mark p pre q rp rt ruby s samp small strong sub summary sup var',
)
const HEADINGS = set('h1 h2 h3 h4 h5 h6')
/** Elements that a visitor can press: a link contains no other one. */
const INTERACTIVE = set('a details summary')
/** Elements that need a parent. */
const PARENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  caption: set('table'),
  tbody: set('table'),
  tfoot: set('table'),
  thead: set('table'),
  tr: set('table tbody tfoot thead'),
  td: set('tr'),
  th: set('tr'),
  li: set('ul ol'),
  dt: set('dl'),
  dd: set('dl'),
  rt: set('ruby'),
  rp: set('ruby'),
  source: set('picture'),
  summary: set('details'),
}
/** What lists consist of: anything else in them becomes such an element. */
const ITEMS: Readonly<Record<string, string>> = { ul: 'li', ol: 'li', dl: 'dd' }

type Place = { name: string; isLine: boolean; isInLink: boolean }

/**
 * Replaces elements where they are not allowed by what they contain, separated by spaces; makes paragraphs of text between
 * blocks, and removes empty ones.
 */
export function nestProperly(tree: Root): void {
  const content = nested(tree.children.filter(isContent), {
    name: '',
    isLine: false,
    isInLink: false,
  })
  tree.children = paragraphs(content)
}

function nested(children: readonly Content[], place: Place): Content[] {
  return children.flatMap((child): Content[] => {
    if (!isElement(child)) {
      const isStray = child.type === 'text' && child.value.trim() !== ''
      const item = ITEMS[place.name]
      return isStray && item !== undefined ? [element(item, {}, child)] : [child]
    }
    const { tagName: name } = child
    const isMisplaced = PARENTS[name]?.has(place.name) === false
    if (isMisplaced || !isAllowed(name, place)) return spread(child, place)
    child.children = nested(child.children, {
      name,
      isLine: place.isLine || LINES.has(name),
      isInLink: place.isInLink || name === 'a',
    })
    if (name === 'p' && isBlank(child)) return []
    if (name === 'blockquote') child.children = paragraphs(child.children)
    const item = ITEMS[place.name]
    const isItem = item === undefined || name === item || (place.name === 'dl' && name === 'dt')
    return isItem ? [child] : [element(item, {}, child)]
  })
}

function isAllowed(name: string, { isLine, isInLink, name: parent }: Place): boolean {
  if (isInLink && INTERACTIVE.has(name)) return false
  return !isLine || PHRASING.has(name) || (parent === 'summary' && HEADINGS.has(name))
}

const spread = (child: Element, place: Place): Content[] => [
  text(' '),
  ...nested(child.children, place),
  text(' '),
]

/** Whether an element is a block, or a link around one. */
const isBlock = (node: Content): boolean =>
  isElement(node) && (!PHRASING.has(node.tagName) || node.children.some(isBlock))

/** Makes paragraphs of text between blocks. */
function paragraphs(children: readonly Content[]): Content[] {
  const made: Content[] = []
  let line: Content[] = []
  const end = () => {
    const paragraph = element('p', {}, ...line)
    if (isBlank(paragraph)) made.push(...line)
    else {
      const [first, last] = [line[0], line.at(-1)]
      if (first?.type === 'text') first.value = first.value.trimStart()
      if (last?.type === 'text') last.value = last.value.trimEnd()
      made.push(paragraph, text('\n'))
    }
    line = []
  }
  for (const child of children) {
    if (!isBlock(child)) line.push(child)
    else {
      end()
      made.push(child)
    }
  }
  end()
  return made
}
