import { describe, expect, test } from 'vitest'
import { htmlOf } from '#tests/support/shown-markdown.ts'

describe('HTML in a text', () => {
  test.each([
    ['line breaks', 'Windows<br>macOS', '<p>Windows<br>macOS</p>'],
    ['sub and sup', 'H<sub>2</sub>O m<sup>2</sup>', '<p>H<sub>2</sub>O m<sup>2</sup></p>'],
    ['keys', '<kbd>Ctrl</kbd>+<kbd>C</kbd>', '<p><kbd>Ctrl</kbd>+<kbd>C</kbd></p>'],
    ['insertions', '<ins>new</ins> <del>old</del>', '<p><ins>new</ins> <del>old</del></p>'],
    ['rules', 'a\n\n<hr>\n\nb', '<p>a</p>\n<hr>\n<p>b</p>'],
    [
      'abbreviations with what they stand for',
      '<abbr title="x &quot;y&quot;" class="z">X</abbr>',
      '<p><abbr title="x &#x22;y&#x22;">X</abbr></p>',
    ],
    [
      'readings, also without end tags',
      '<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> <ruby>字<rt>ji</ruby>',
      '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> <ruby>字<rt>ji</rt></ruby></p>',
    ],
    ['lists of definitions', '<dl><dt>a<dd>b</dl>', '<dl><dt>a</dt><dd>b</dd></dl>'],
    [
      'details with Markdown in them',
      '<details open>\n<summary>More</summary>\n\n**b**\n\n</details>',
      '<details open>\n<summary>More</summary>\n<p><strong>b</strong></p>\n</details>',
    ],
    [
      'alignment',
      '<h1 align="center">A</h1>\n\n<p align="right">b</p>\n\n<center>c</center>',
      '<h3 id="d-a" class="align-center">A</h3>\n<p class="align-end">b</p>\n<div class="align-center">c</div>',
    ],
  ])('keeps %s', (_, markdown, html) => {
    expect(htmlOf(markdown)).toBe(html)
  })

  test.each([
    [
      'blocks are separated',
      '<section>a</section><article>b</article>',
      '<div>a</div><div>b</div>',
    ],
    ['other elements are their text', 'a <font color="red">b</font> <blink>c', '<p>a b c</p>'],
    ['comments are left out', 'a <!-- b --> c\n\n<!-- d\n\ne -->\n\nf', '<p>a  c</p>\n\n<p>f</p>'],
    ['a script is left out', '<div>a<script>x</script>b</div>', '<div>ab</div>'],
    ['a block in a heading is its text', '# a <div>b</div> c', '<h3 id="d-a--b--c">a  b  c</h3>'],
    [
      'details in a link in a heading are their text',
      '# [<details><summary>x</summary>y</details>](https://a.example)',
      '<h3 id="d-x-y"><a href="https://a.example/" rel="nofollow ugc noopener">  x y </a></h3>',
    ],
    ['items without a list are text', '<li>a</li><li>b</li>', '<p>a  b</p>'],
    [
      'details without a summary have one',
      '<details>a</details>',
      '<details><summary>{details}</summary>a</details>',
    ],
  ])('%s', (_, markdown, html) => {
    expect(htmlOf(markdown)).toBe(html)
  })

  test.each([
    ['bold', '<b>a\n\nb *c*\n\nd', '<p>a</p>\n<p>b <em>c</em></p>\n<p>d</p>'],
    ['details', '<details>\n\na\n\nb', '<p>a</p>\n<p>b</p>'],
    ['a table', '<table><tr><td>a\n\nb', '<p> a</p>\n<p>b</p>'],
    ['an attribute', '<p title="a\n\nb', '<p>b</p>'],
    ['a comment', 'a\n\n<!-- b\n\nc', '<p>a</p>'],
    ['an end', '</details></div>a</b>\n\nb', '<p>a</p>\n<p>b</p>'],
    ['nesting', '<b><i>a</b></i> b', '<p><b>a</b> b</p>'],
    [
      'depth',
      '<b>'.repeat(100) + 'a' + '</b>'.repeat(100),
      `<p>${'<b>'.repeat(24)}a${'</b>'.repeat(24)}</p>`,
    ],
  ])('cut in half or overdone does not change what follows: %s', (_, markdown, html) => {
    expect(htmlOf(markdown)).toBe(html)
  })
})
