import { expect, it } from 'vitest'
import { plainText } from '#lib/text/plain.ts'

it.each([
  ['tags', 'a<b title="x">c</b>d<br/>e', 'a c d e'],
  ['comparisons stay', '3 > 2, 1 < 2', '3 > 2, 1 < 2'],
  ['links and pictures', '[x^2](/x) [one](/a) and ![two](b.png) and [](c)', 'x^2 one and two and'],
  ['brackets stay', 'a [b] (c) [[d]](e', 'a [b] (c) [[d]](e'],
  ['addresses', 'at https://a.example/b?c#d or http://e now', 'at or now'],
  ['a scheme alone stays', 'http:// and https://', 'http:// and https://'],
  ['headings, quotes and lists', '## A\n>> b\n- c\n  * d\n+ e\n12. f\n3) g', 'A b c d e f g'],
  ['numbers and signs in a line stay', 'a # b > c - d + e 1. f', 'a # b > c - d + e 1. f'],
  ['marks without a space stay', '#a\n-b\n1.c', '#a -b 1.c'],
  ['emphasis, code, tables', '**a** _b_ ~~c~~ `d` | e \\f', 'a b c d e f'],
  ['spaces and lines', '  a \n\n\t b  ', 'a b'],
])('plain text of Markdown: %s', (_, markdown, text) => {
  expect(plainText(markdown)).toBe(text)
})

it('leaves a tag and a link alone that are longer than any of a person', () => {
  const [tag, link] = [`<${'a'.repeat(501)}>`, `[${'a'.repeat(501)}](b)`]
  expect(plainText(tag)).toBe(tag)
  expect(plainText(link)).toBe(link)
})
