import { type MarkdownSource, resolveLink, resolvePicture } from '#lib/text/readme-source.ts'
import { REL, safeAddress } from './links.ts'
import {
  type Content,
  element,
  elements,
  type Element,
  isElement,
  property,
  rewrite,
  type Root,
  text,
} from './tree.ts'

/** Fragments by which GitHub shows a picture in one theme only. */
const ONLY = /#gh-(dark|light)-mode-only$/i
const MEDIA = /prefers-color-scheme:\s*(dark|light)/i
/** Largest width and height of a picture in the text, in pixels. */
const SIDE_MAX = 4000

/**
 * Shows stored pictures, and any other by its alternative text, as a link to it unless it is in a link. Returns how many are
 * shown by their text.
 */
export function showPictures(tree: Root, source: MarkdownSource | null): number {
  rewrite(tree, (each) => (each.tagName === 'picture' ? themes(each, source) : undefined))
  const texts = new Set<Content>()
  rewrite(tree, (each, isInLink) => {
    if (each.tagName === 'a' && isOf(each, texts)) each.properties['className'] = ['picture-text']
    if (each.tagName !== 'img') return undefined
    const theme = ONLY.exec(property(each, 'src'))?.[1]?.toLowerCase()
    const own = shownPicture(each, source, theme, isInLink)
    if (own) return [own]
    // The text of a picture for the light theme is enough.
    if (theme === 'dark') return []
    const shown = asText(each, source, isInLink)
    if (!shown) return []
    texts.add(shown)
    return [shown]
  })
  separateLinks(tree)
  return texts.size
}

/** The pictures of a `picture` element: two where one is for dark or light screens and both are stored. */
function themes(picture: Element, source: MarkdownSource | null): Content[] {
  const usual = picture.children.filter(isElement).find(({ tagName }) => tagName === 'img')
  if (!usual || !source) return usual ? [usual] : []
  for (const child of picture.children.filter(isElement)) {
    const theme = MEDIA.exec(property(child, 'media'))?.[1]?.toLowerCase()
    const other = { ...usual, properties: { ...usual.properties, src: property(child, 'srcSet') } }
    if (theme === undefined || !storedOf(other, source) || !storedOf(usual, source)) continue
    usual.properties['src'] =
      `${property(usual, 'src')}#gh-${theme === 'dark' ? 'light' : 'dark'}-mode-only`
    other.properties['src'] += `#gh-${theme}-mode-only`
    return [usual, other]
  }
  return [usual]
}

function storedOf(image: Element, source: MarkdownSource | null) {
  const address = source && resolvePicture(source, property(image, 'src'))
  return address === null ? undefined : source?.pictures[address]
}

function shownPicture(
  image: Element,
  source: MarkdownSource | null,
  theme: string | undefined,
  isInLink: boolean,
) {
  const found = storedOf(image, source)
  if (!found) return null
  const [wanted, wantedHeight] = ['width', 'height'].map((name) => pixels(property(image, name)))
  const ratio = found.width / Math.max(1, found.height)
  const width = wanted ?? (wantedHeight === undefined ? found.width : wantedHeight * ratio)
  const height = wanted !== undefined && wantedHeight !== undefined ? wantedHeight : width / ratio
  return element('img', {
    src: found.url,
    alt: property(image, 'alt') || (isInLink ? nameOf(property(image, 'src')) : ''),
    width: Math.round(width),
    height: Math.round(height),
    loading: 'lazy',
    decoding: 'async',
    align: property(image, 'align'),
    ...((theme === 'dark' || theme === 'light') && { className: [`in-${theme}`] }),
  })
}

/** A length of HTML in pixels; a percentage is none. */
function pixels(length: string): number | undefined {
  const value = Number(/^\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$/i.exec(length)?.[1] ?? 0)
  return value > 0 ? Math.min(value, SIDE_MAX) : undefined
}

function asText(image: Element, source: MarkdownSource | null, isInLink: boolean): Content | null {
  const src = property(image, 'src')
  const address = source ? resolveLink(source, src) : safeAddress(src)
  const name = property(image, 'alt').trim() || nameOf(address ?? src)
  if (name === '') return null
  const shown = text(name)
  const isLink = !isInLink && address !== null && /^https?:/.test(address)
  return isLink
    ? element('a', { href: address, rel: REL, className: ['picture-text'] }, shown)
    : shown
}

const RELATIVE = 'https://relative.invalid'
/** The file name of an address, else its host. */
function nameOf(address: string): string {
  const url = URL.parse(address, RELATIVE)
  if (!url || !/^https?:$/.test(url.protocol)) return ''
  const name = url.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name) || (url.origin === RELATIVE ? '' : url.host)
  } catch {
    return name
  }
}

/** Whether a link consists of pictures that are shown by their texts. */
const isOf = ({ children }: Element, texts: ReadonlySet<Content>) =>
  children.some((child) => texts.has(child)) &&
  children.every(
    (child) => texts.has(child) || (child.type === 'text' && child.value.trim() === ''),
  )

/** Pictures stand beside each other without spaces; their texts must not. */
function separateLinks(tree: Root) {
  const separate = (children: Content[]) =>
    children.flatMap((child, at) => {
      const before = children[at - 1]
      const isPair = isLink(child) && before !== undefined && isLink(before)
      return isPair ? [text(' '), child] : [child]
    })
  elements(tree, (each) => void (each.children = separate(each.children)))
}

const isLink = (node: Content) => node.type === 'element' && node.tagName === 'a'
