import { PICTURE_CHARACTERS_MAX, PICTURES_MAX } from './limits.ts'
import { walk } from './references.ts'
import type { SvgElement } from './tree.ts'

const PICTURE = /^data:image\/(?:png|jpe?g|gif|webp)(?:;[\w=-]{0,40})?;base64,/i

/** A picture written anew, as address with data, and its natural size. */
export type EncodedPicture = { href: string; width: number; height: number }
/** Writes a picture anew; `null` if it is no valid picture, or too large. */
export type Encode = (bytes: Uint8Array) => Promise<EncodedPicture | null>

/** Whether an address is an embedded picture of a type that is written anew. */
export const isPicture = (href: string | undefined) => href !== undefined && PICTURE.test(href)

/** Replaces the embedded pictures by those that `encode` makes of them. The others are removed, and marked as missing. */
export async function replacePictures(root: SvgElement, encode: Encode): Promise<void> {
  const encoded = new Map<string, EncodedPicture | null>()
  let characters = 0
  for (const element of picturesOf(root)) {
    const href = element.attributes.get('href') ?? ''
    let picture = encoded.get(href)
    if (picture === undefined) {
      picture = encoded.size < PICTURES_MAX ? await encode(bytesOf(href)) : null
      encoded.set(href, picture)
    }
    characters += picture?.href.length ?? 0
    if (picture && characters <= PICTURE_CHARACTERS_MAX) setPicture(element, picture)
    else dropPicture(element)
  }
}

/** Removes the embedded pictures and marks them as missing. */
export function dropPictures(root: SvgElement): void {
  for (const element of picturesOf(root)) dropPicture(element)
}

function picturesOf(root: SvgElement): SvgElement[] {
  const found: SvgElement[] = []
  walk(root, (element) => {
    if (isPicture(element.attributes.get('href'))) found.push(element)
  })
  return found
}

const bytesOf = (href: string) => Buffer.from(href.slice(href.indexOf(',') + 1), 'base64')

/** A picture without a size has that of its pixels, which are fewer after scaling. */
function setPicture({ name, attributes }: SvgElement, { href, width, height }: EncodedPicture) {
  attributes.set('href', href)
  if (name !== 'image') return
  const sides = ['width', 'height'].map((side) => Number.parseFloat(attributes.get(side) ?? ''))
  const [w = Number.NaN, h = Number.NaN] = sides
  if (Number.isNaN(w)) {
    const value = Number.isNaN(h) ? width : (h * width) / height
    attributes.set('width', String(value))
  }
  if (Number.isNaN(h)) {
    const value = Number.isNaN(w) ? height : (w * height) / width
    attributes.set('height', String(value))
  }
}

function dropPicture(element: SvgElement) {
  const { name, attributes, parent } = element
  attributes.delete('href')
  element.losses.push('image')
  if (name !== 'image' || !parent) return
  // What is missing stays: it counts where the picture is drawn.
  element.name = 'g'
  for (const side of ['x', 'y', 'width', 'height', 'preserveAspectRatio']) attributes.delete(side)
}
