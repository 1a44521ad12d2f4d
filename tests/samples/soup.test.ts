import * as fc from 'fast-check'
import { parseFragment, serialize } from 'parse5'
import { expect, test } from 'vitest'
import { render } from '#lib/markdown/render.ts'

const TAGS =
  'a b i em strong p div li ul ol dl dt dd table tr td th thead tbody caption details summary h2 h3 kbd sub ruby rt rp blockquote pre code br hr img picture source ins abbr center font script button form section'.split(
    ' ',
  )
const name = fc.constantFrom(...TAGS)
const attribute = fc.constantFrom(
  '',
  ' id="a"',
  ' href="https://a.example"',
  ' src="https://b.example"',
)
const MARKDOWN = ['a', ' ', '\n', '\n\n', '**b**', '*', '[', '](u)', '- x\n', '- [ ] t\n', '> q\n']
const BLOCKS = ['# h ', '> [!NOTE]\n> y\n', '| a | b |\n|-|-|\n| c | d |\n', '```\nc\n```\n', '`c`']
const LINKS = ['[l](https://a.example)', '![p](https://b.example/i)', '[^1]', '\n\n[^1]: f\n\n']

/** Elements in any order, of which most are not where they belong, in and around Markdown. */
const { soup } = fc.letrec<{ soup: string; piece: string }>((tie) => ({
  soup: fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
  piece: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...MARKDOWN, ...BLOCKS, ...LINKS),
    name.map((end) => `</${end}>`),
    fc.tuple(name, attribute).map((begin) => `<${begin.join('')}>`),
    {
      weight: 4,
      arbitrary: fc
        .tuple(name, attribute, tie('soup'))
        .map(([tag, own, inner]) => `<${tag}${own}>${inner}</${tag}>`),
    },
  ),
}))

const tagsIn = (html: string) => html.match(/<\/?[a-z][a-z\d]*/g) ?? []

test('a browser reads any rendered text as it was written: no element is moved, closed or added', () => {
  const property = fc.property(soup, (text) => {
    const outcome = render(text, 'readme')
    const html = 'html' in outcome ? outcome.html : ''
    expect(tagsIn(serialize(parseFragment(html)))).toEqual(tagsIn(html))
  })
  fc.assert(property, { numRuns: 500 })
})
