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
const selector = fc.constantFrom(
  '.a',
  '#b',
  'g',
  '*',
  '.a.a',
  'g.a#b',
  'g .a',
  '.a>.b',
  '@media x',
  'g g g g g g .a',
  '*~*~*~*',
  '*+*+*',
  ':not(.b):not(.c)',
  ':not(:not(:not(:is(.a,.b))))',
  ':nth-child(999999999n+1)',
  ':nth-last-of-type(odd)',
  ':has(~ * ~ *)',
  ':has(.b)',
  '[class*="a b"]',
  '[id]:last-child',
  '& .a',
  ':is(g,:where(*)) *',
)
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
/** As often as fits below the limit of size. */
const repeat = (text: string, times: number) =>
  text.repeat(Math.min(times, Math.ceil((256 * 1024) / text.length)))
const selecting = fc
  .tuple(selector, selector, count(300), count(2_000))
  .map(([first, second, rules, elements]) => {
    const sheet = `${first} ${second},${second}>${first}{fill:red}`.repeat(rules)
    const row = '<g class="a b"/>'.repeat(elements)
    return `<style><![CDATA[${sheet}]]></style>${row}<g>${row}</g>`
  })
const chained = fc
  .tuple(fc.constantFrom(':not(', ':is(', ':has(', '*~', 'g '), count(1_000), count(50))
  .map(([part, times, elements]) => {
    const close = part.endsWith('(') ? ')'.repeat(times) : ''
    const sheet = `${part.repeat(times)}.a${close}{fill:red}`
    return `<style><![CDATA[${sheet}]]></style>${'<g class="a">'.repeat(elements)}${'</g>'.repeat(elements)}`
  })
const rulesInRules = fc
  .tuple(fc.constantFrom('&,&', '& &', '.a', '&:not(&)', '@media screen'), count(2_000))
  .map(
    ([part, depth]) =>
      `<style><![CDATA[.a{${`${part}{fill:red;`.repeat(depth)}${'}'.repeat(depth)}}]]></style><g class="a"/>`,
  )
const variables = fc
  .tuple(
    fc.constantFrom(
      (at: number) => `var(--v${at + 1})var(--v${at + 1})`,
      (at: number) => `var(--v${at + 1},var(--v${at + 2},x))`,
      (at: number) => `var(--v${at + 1}) ${'x'.repeat(500)}`,
      (at: number) => `var(--v${at === 0 ? 1 : at - 1})`,
      () => 'var(--v0,'.repeat(300),
    ),
    count(500),
    count(500),
  )
  .map(([valueOf, length, elements]) => {
    const declared = Array.from({ length }, (_, at) => `--v${at}:${valueOf(at)}`).join(';')
    return `<g style="${declared};--v${length}:red">${'<g style="--w:var(--v0);fill:var(--w)"/>'.repeat(elements)}</g>`
  })
const mixed = fc
  .tuple(
    fc.constantFrom('color-mix(in oklch,', 'calc(', '(', 'rgb(from ', 'light-dark(', 'url('),
    count(5_000),
    count(200),
  )
  .map(([part, depth, elements]) => {
    const value = `${part.repeat(depth)}red${',blue)'.repeat(depth)}`
    return repeat(`<path style="fill:${value}" stroke="${value}"/>`, elements)
  })
const declaring = fc
  .tuple(fc.constantFrom('x', '&e1;&e1;', '<g/>', '"', '<g>&e2;</g>'), count(120), count(10_000))
  .map(([text, entities, uses]) => {
    const declared = Array.from(
      { length: entities },
      (_, at) => `<!ENTITY e${at} '${text}&e${at + 1};&e${at + 1};'>`,
    )
    return `<!DOCTYPE svg [${declared.join('')}<!ENTITY e${entities} "${'x'.repeat(9_000)}">]>${drawingOf('&e0;'.repeat(uses))}`
  })
const doctypes = fc
  .tuple(
    fc.constantFrom('<!--', '<!ENTITY a "', "<!ENTITY % b '", '%a;', '<?x ', '<!A ', '"'),
    count(30_000),
  )
  .map(
    ([part, times]) => `<!DOCTYPE svg [<!ENTITY x "y">${part.repeat(times)}]>${drawingOf('&x;')}`,
  )
const pictured = fc
  .tuple(fc.constantFrom('png', 'gif', 'svg+xml', 'x'), count(50_000), count(2_000))
  .map(([type, size, times]) =>
    repeat(`<image href="data:image/${type};base64,${'A'.repeat(size)}"/>`, times),
  )
const filtered = fc
  .tuple(
    fc.constantFrom('feTurbulence', 'feDiffuseLighting', 'feConvolveMatrix', 'feImage'),
    count(300),
    count(300),
  )
  .map(
    ([primitive, primitives, shapes]) =>
      `<filter id="f">${`<${primitive} numOctaves="99" order="99" href="#f"/>`.repeat(primitives)}</filter>${'<path filter="url(#f) blur(9px)"/>'.repeat(shapes)}`,
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
    selecting,
    chained,
    rulesInRules,
    variables,
    mixed,
    pictured,
    filtered,
    fc.tuple(styled, referring).map((parts) => parts.join('')),
  )
  .chain((inside) => fc.constantFrom(drawingOf(inside), inside, drawingOf(inside).slice(0, -9)))
  .chain((source) => fc.oneof({ weight: 8, arbitrary: fc.constant(source) }, declaring, doctypes))
  .map((source) => source.slice(0, 256 * 1024))
