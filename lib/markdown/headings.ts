import GithubSlugger from 'github-slugger'
import { element, elements, type Element, isElement, property, type Root, textOf } from './tree.ts'

/** A heading of a document. */
export type Heading = { level: number; id: string; element: Element }

const levelOf = ({ tagName }: Element) => Number(/^h([1-6])$/.exec(tagName)?.[1] ?? 0)

/**
 * Renumbers headings: the first one gets the level `top`, and no heading skips a level. Gives them the ids that GitHub gives,
 * beside those of their authors, and removes ids of authors that are taken.
 */
export function outlineHeadings(tree: Root, top: number): Heading[] {
  const ofFootnotes = footnoteElements(tree, top)
  const headings: Heading[] = []
  const rest: Element[] = []
  elements(tree, (each) => {
    if (ofFootnotes.has(each)) return
    const level = levelOf(each)
    if (level > 0) headings.push({ level, id: '', element: each })
    else rest.push(each)
  })
  const taken = new Set([...ofFootnotes].map((each) => property(each, 'id')))
  giveLevels(headings, top)
  const own = headings.map(({ element: { properties } }) => properties['id'])
  giveIds(headings, taken)
  keepFirstIds([...rest, ...ownTargets(headings, own, taken)], taken)
  return headings
}

/** The elements that have ids because of footnotes: references, footnotes and their heading. No author can write their attributes. */
function footnoteElements(tree: Root, top: number): Set<Element> {
  const found = new Set<Element>()
  elements(tree, (each) => {
    if (each.properties['dataFootnoteRef'] !== undefined) found.add(each)
    if (each.properties['dataFootnotes'] === undefined) return
    for (const child of each.children.filter(isElement)) {
      if (child.tagName === 'ol')
        child.children.filter(isElement).forEach((item) => found.add(item))
      else if (property(child, 'id') === 'footnote-label') {
        child.tagName = `h${top}`
        found.add(child)
      }
    }
  })
  return found
}

function giveLevels(headings: readonly Heading[], top: number) {
  const open: number[] = []
  for (const heading of headings) {
    while ((open.at(-1) ?? 0) >= heading.level) open.pop()
    open.push(heading.level)
    heading.level = Math.min(top - 1 + open.length, 6)
    heading.element.tagName = `h${heading.level}`
  }
}

function giveIds(headings: readonly Heading[], taken: Set<string>) {
  const slugger = new GithubSlugger()
  for (const heading of headings) {
    const name = textOf(heading.element).trim()
    let id = slugger.slug(name)
    while (id !== '' && taken.has(id)) id = slugger.slug(name)
    delete heading.element.properties['id']
    if (id === '') continue
    taken.add(id)
    heading.id = id
    heading.element.properties['id'] = id
  }
}

/** Elements in headings for the ids that authors gave them: links may lead to these and to GitHub's. */
function ownTargets(
  headings: readonly Heading[],
  own: readonly unknown[],
  taken: ReadonlySet<string>,
): Element[] {
  return headings.flatMap(({ element: heading }, at) => {
    const id = own[at]
    if (typeof id !== 'string' || taken.has(id)) return []
    const target = element('span', { id })
    heading.children.unshift(target)
    return [target]
  })
}

/** Ids of authors, also as names of links. */
function keepFirstIds(all: readonly Element[], taken: Set<string>) {
  for (const { properties } of all) {
    const id = properties['id'] ?? properties['name']
    delete properties['name']
    delete properties['id']
    if (typeof id !== 'string' || !/^[^\s\ufdd0-\ufdef]{1,200}$/.test(id) || taken.has(id)) continue
    taken.add(id)
    properties['id'] = id
  }
}

/** The ids of a document. */
export function idsOf(tree: Root): Set<string> {
  const ids = new Set<string>()
  elements(tree, (each) => {
    const id = property(each, 'id')
    if (id !== '') ids.add(id)
  })
  return ids
}
