import { Renderer } from '@takumi-rs/core'
import { fonts, fontStack, isDrawable } from '#lib/fonts.ts'
import { EM } from './text.ts'
import type { Lettering } from './text.ts'
import type { DrawnKey } from './strip-parts.ts'

/*
 * Texts as outlines of the site's fonts, shaped for their script: a picture looks the same on a machine without
 * fonts. Server only; the drawing functions take the outlines and are pure.
 */

/** Texts are drawn once each; the caller keeps the result. */
const renderer = new Renderer({ cacheMaxBytes: 0 })

/** Outlines of a text; `null` if it is empty or no font has one of its characters. */
export async function letter(
  text: string,
  lang: string,
  face: 'display' | 'text' = 'text',
): Promise<Lettering | null> {
  const line = text.trim()
  if (line === '' || !isDrawable(line)) return null
  const style = {
    fontSize: EM,
    fontWeight: face === 'display' ? 700 : 600,
    fontFamily: fontStack(lang, face),
    lineHeight: 1,
    color: '#000',
    whiteSpace: 'nowrap',
  } as const
  const svg = await renderer.renderSvg({ type: 'text', text: line, style }, { lang, fonts })
  return parseOutlines(svg)
}

/** A key whose texts are not drawn yet. */
export type PlainKey = Omit<DrawnKey, 'label' | 'value'> & { label: string; value: string }

/** The same pages with label and value as outlines. */
export async function letterPages(pages: PlainKey[][], lang: string): Promise<DrawnKey[][]> {
  const texts = new Set(pages.flat().flatMap(({ label, value }) => [label, value]))
  const drawn = new Map<string, Lettering | null>()
  for (const text of texts) drawn.set(text, await letter(text, lang))
  return pages.map((keys) =>
    keys.map((key) => ({
      ...key,
      label: drawn.get(key.label) ?? null,
      value: drawn.get(key.value) ?? null,
    })),
  )
}

const SIZE = /^<svg [^>]*?width="([\d.]+)"/
const USE = /<use href="#(g\d+)" x="(-?[\d.]+)" y="(-?[\d.]+)"/g
const PATH = /<path id="(g\d+)" d="([^"]+)"/g

/**
 * The glyphs of a drawn text, without ids, which would collide in a picture with several texts.
 * @throws Error if the drawing is not as expected.
 */
function parseOutlines(svg: string): Lettering {
  const width = Number(SIZE.exec(svg)?.[1])
  if (!(width > 0)) throw new Error('A drawn text has no width.')
  const paths = new Map([...svg.matchAll(PATH)].map(([, id = '', d = '']) => [id, d]))
  const body = [...svg.matchAll(USE)].map(([, id = '', x = '0', y = '0']) => {
    const d = paths.get(id)
    return d ? `<path transform="translate(${x} ${y})" d="${d}"/>` : ''
  })
  return { width, body: body.join('') }
}
