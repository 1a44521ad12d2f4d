import type { SvgElement } from './tree.ts'

/** A reference as `Keys` writes it. */
const LOCAL_URL = /url\(#([\w-]+)\)/g

/**
 * Plain names for the ids of a drawing, which may have any character: quotes, parentheses, commas, letters of all
 * scripts. One raw id has one key.
 */
export class Keys {
  readonly #keys = new Map<string, string>()

  of(id: string): string {
    const known = this.#keys.get(id)
    if (known !== undefined) return known
    const key = plainName(this.#keys.size)
    this.#keys.set(id, key)
    return key
  }

  /** The key of the element that a fragment refers to: the fragment may be percent-encoded. */
  ofFragment(fragment: string): string {
    return this.of(fragment.includes('%') ? decodePercent(fragment) : fragment)
  }
}

/** `a` to `z`, `aa`, `ab`, … */
function plainName(index: number): string {
  const letter = String.fromCodePoint(97 + (index % 26))
  return index < 26 ? letter : plainName(Math.floor(index / 26) - 1) + letter
}

/** Percent-decodes like the URL standard: invalid sequences stay. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The keys that a value refers to. */
export const referencesIn = (value: string | undefined): string[] =>
  value?.includes('url(') ? [...value.matchAll(LOCAL_URL)].flatMap(([, key]) => key ?? []) : []

/** The key that `href` refers to. */
export function targetOf({ attributes }: SvgElement): string | undefined {
  const href = attributes.get('href')
  return href?.startsWith('#') ? href.slice(1) : undefined
}

/** The elements by key; of several with one id, the first. */
export function elementsByKey(root: SvgElement): Map<string, SvgElement> {
  const byKey = new Map<string, SvgElement>()
  walk(root, (element) => {
    const key = element.attributes.get('id')
    if (key !== undefined && !byKey.has(key)) byKey.set(key, element)
  })
  return byKey
}

/**
 * Names the ids by their order in the document, and removes those that nothing refers to.
 * @param prefix begins each id: unique where drawings are joined.
 */
export function renameIds(root: SvgElement, prefix = ''): void {
  const referred = new Set<string>()
  walk(root, (element) => {
    for (const value of element.attributes.values()) {
      for (const key of referencesIn(value)) referred.add(key)
    }
    const target = targetOf(element)
    if (target !== undefined) referred.add(target)
  })
  const names = new Keys()
  const rename = (key: string) => prefix + names.of(key)
  const defined = new Set<string>()
  walk(root, ({ attributes }) => {
    for (const [name, value] of attributes) {
      if (name === 'id') {
        if (referred.has(value) && !defined.has(value)) attributes.set(name, rename(value))
        else attributes.delete(name)
        defined.add(value)
      } else if (name === 'href') {
        if (value.startsWith('#')) attributes.set(name, `#${rename(value.slice(1))}`)
      } else if (value.includes('url(')) {
        attributes.set(
          name,
          value.replaceAll(LOCAL_URL, (_, key: string) => `url(#${rename(key)})`),
        )
      }
    }
  })
}

export function walk(element: SvgElement, visit: (element: SvgElement) => void): void {
  visit(element)
  for (const child of element.children) if (typeof child !== 'string') walk(child, visit)
}
