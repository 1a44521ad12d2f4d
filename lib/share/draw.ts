import 'server-only'
import { Renderer } from '@takumi-rs/core'
import { fromJsx } from '@takumi-rs/helpers/jsx'
import type { ReactElement } from 'react'
import { CARD } from '#lib/seo/card.ts'
import { fonts } from './fonts.ts'

/** Text stays sharp at it, and a card with a photograph below 150 kB. */
const QUALITY = 90
/** Decoded pictures are not asked for twice: the answer itself is kept. */
const renderer = new Renderer({ cacheMaxBytes: 8 * 1024 * 1024 })

/** Pictures that a card shows, by the `src` under which it shows them. */
export type Pictures = { src: string; data: Uint8Array }[]

/** A share card of 1200×630 pixels as JPEG; `lang` is that of the words on it. */
export async function drawCard(
  card: ReactElement,
  { lang, pictures }: { lang: string; pictures: Pictures },
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
