import * as fc from 'fast-check'

/*
 * Hostile SVGs: deeply nested, long, repetitive and ambiguous. Sizes grow during a run, up to the size
 * limit of a drawing (256 kB).
 */

const count = (max: number) => fc.integer({ min: 1, max })
const name = fc.constantFrom(
  'g',
  'path',
  'use',
  'a',
  'svg',
  'style',
  'text',
  'pattern',
  'filter',
  'x:y',
)
const selector = fc.constantFrom('.a', '#b', 'g', '*', '.a.a', 'g.a#b', 'g .a', '.a>.b', '@media x')
const piece = fc.constantFrom(
  '<g>',
  '</g>',
  '<',
  '>',
  '/>',
  '"',
  "'",
  '&amp;',
  '&#x41;',
  '&',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?xml?>',
  '<!DOCTYPE svg>',
  'url(',
  'url(#a)',
  '(',
  ')',
  '{',
  '}',
  ';',
  ':',
  '\\',
  ' ',
  '\n',
  '\u0000',
  '\ud800',
  'é',
  '中',
  '<style>',
  '</style>',
  '/*',
  '*/',
  '@import',
  '!important',
  'fill',
  '.a',
  '#b',
)

/** Wraps markup in a drawing. */
export const drawingOf = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`

const nested = fc
  .tuple(name, count(20_000))
  .map(([tag, depth]) => `<${tag}>`.repeat(depth) + `</${tag}>`.repeat(depth))
const repeated = fc
  .tuple(name, fc.constantFrom('', ' class="a b"', ' id="b"', ' fill="url(#a)"'), count(10_000))
  .map(([tag, attributes, times]) => `<${tag}${attributes}/>`.repeat(times))
const attributed = count(20_000).map(
  (times) => `<g ${Array.from({ length: times }, (_, at) => `a${at}=""`).join(' ')}/>`,
)
const long = fc
  .tuple(fc.constantFrom('d', 'style', 'fill', 'class', 'id', 'href', 'x'), piece, count(30_000))
  .map(([attribute, text, times]) => {
    const value = text.replaceAll(/[<"&]/g, 'x').repeat(times)
    return `<path ${attribute}="${value}"/>`
  })
const styled = fc
  .tuple(fc.array(selector, { minLength: 1, maxLength: 5 }), count(2_000), count(2_000))
  .map(([selectors, rules, elements]) => {
    const sheet = `${selectors.join(',')}{fill:red;stroke:url(#b)}`.repeat(rules)
    return `<style>${sheet}</style>${'<g class="a b" id="b"/>'.repeat(elements)}`
  })
const unclosedSheet = fc
  .tuple(piece, count(20_000))
  .map(([text, times]) => `<style><![CDATA[${text.replaceAll(']]>', '').repeat(times)}]]></style>`)
const referring = fc
  .tuple(
    fc.constantFrom('g', 'symbol', 'pattern', 'mask', 'clipPath', 'filter'),
    count(400),
    count(8),
  )
  .map(([tag, levels, fan]) =>
    Array.from(
      { length: levels },
      (_, at) =>
        `<${tag} id="i${at}">${`<use href="#i${at - 1}" fill="url(#i${at - 1})"/>`.repeat(fan)}</${tag}>`,
    ).join(''),
  )
const scrambled = fc.array(piece, { maxLength: 3_000, size: 'max' }).map((parts) => parts.join(''))

/** Sources of at most 256 kB, well formed or not. */
export const hostileDrawings: fc.Arbitrary<string> = fc
  .oneof(
    nested,
    repeated,
    attributed,
    long,
    styled,
    unclosedSheet,
    referring,
    scrambled,
    fc.tuple(styled, referring).map((parts) => parts.join('')),
  )
  .chain((inside) => fc.constantFrom(drawingOf(inside), inside, drawingOf(inside).slice(0, -9)))
  .map((source) => source.slice(0, 256 * 1024))
