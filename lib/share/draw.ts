import 'server-only'
import { Renderer } from '@takumi-rs/core'
import { fromJsx } from '@takumi-rs/helpers/jsx'
import type { ReactElement } from 'react'
import { CARD } from '#lib/seo/card.ts'
import { fonts } from '#lib/fonts.ts'

/** Keeps text sharp, and a card with a photograph below 150 kB. */
const QUALITY = 90
/** Small: decoded pictures are not reused, since the card itself is cached. */
const renderer = new Renderer({ cacheMaxBytes: 8 * 1024 * 1024 })

/** Pictures of a card by their `src`. */
export type CardPictures = { src: string; data: Uint8Array }[]

/** Draws a share card of 1200×630 pixels as JPEG. `lang` is the language of its text. */
export async function drawCard(
  card: ReactElement,
  { lang, pictures }: { lang: string; pictures: CardPictures },
): Promise<Buffer<ArrayBuffer>> {
  const { node, css } = await fromJsx(card)
  return renderer.render(node, {
    ...CARD,
    css,
    lang,
    fonts,
    images: { sources: pictures, cache: 'none' },
    format: 'jpeg',
    quality: QUALITY,
  })
}
