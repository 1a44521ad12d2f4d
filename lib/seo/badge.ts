import { element, xmlDocument } from './xml.ts'

/** Text of 11 pixels: width of a letter, of a wide character (CJK, emoji), and space at both ends, in pixels. */
const [LETTER, WIDE, SPACE] = [6.6, 11.5, 7]
const HEIGHT = 20
/** Characters of each side: titles and versions are longer. */
const TEXT_MAX = 40
const WIDE_CHARACTER =
  /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe6f\uff00-\uffef]|\p{Extended_Pictographic}/u

const cut = (text: string) => {
  const characters = [...text]
  return characters.length > TEXT_MAX ? `${characters.slice(0, TEXT_MAX - 1).join('')}…` : text
}
const widthOf = (text: string) =>
  Math.ceil(
    [...text].reduce((sum, one) => sum + (WIDE_CHARACTER.test(one) ? WIDE : LETTER), 2 * SPACE),
  )

/** `yes`: something good is the case; `no`: it is not; `plain`: a number. */
export type BadgeTone = 'plain' | 'yes' | 'no'
const FILLS: Record<BadgeTone, string> = { plain: '#8a3d12', yes: '#256b35', no: '#55504b' }

type Badge = { label: string; value: string; tone: BadgeTone; lang: string }

/** A badge as SVG: without scripts, fonts and links, readable on light and dark pages (contrast 7:1), with its text as its name. */
export function badgeSvg({ label, value, tone, lang }: Badge): string {
  const [left, right] = [cut(label), cut(value)]
  const [start, end] = [widthOf(left), widthOf(right)]
  const width = start + end
  const name = `${left}: ${right}`
  const text = (x: number, content: string) =>
    element('text', { x, y: 14, 'text-anchor': 'middle' }, [content])
  const root = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height: HEIGHT,
    role: 'img',
    'aria-label': name,
    'xml:lang': lang,
  }
  const font = { fill: '#fff', 'font-family': 'Verdana,DejaVu Sans,sans-serif', 'font-size': 11 }
  return xmlDocument(
    element('svg', root, [
      element('title', {}, [name]),
      element('clipPath', { id: 'r' }, [element('rect', { width, height: HEIGHT, rx: 4 })]),
      element('g', { 'clip-path': 'url(#r)' }, [
        element('rect', { width: start, height: HEIGHT, fill: '#2b2622' }),
        element('rect', { x: start, width: end, height: HEIGHT, fill: FILLS[tone] }),
      ]),
      element('g', font, [text(start / 2, left), text(start + end / 2, right)]),
    ]),
  )
}
