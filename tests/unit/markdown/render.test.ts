import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import { fillMarks } from '#lib/markdown/labels.ts'
import { render } from '#lib/markdown/render.ts'
import { cost } from '#tests/support/hostile/processor-time.ts'

const renderMarkdown = (markdown: string) => {
  const outcome = render(markdown)
  if ('refused' in outcome) throw new Error(outcome.refused)
  return fillMarks(outcome.html, 'd', (label, { number }) => `${label}${number}`)
}

/** All elements and attributes of rendered HTML, as a browser reads it. */
function parts(html: string) {
  const tags = new Set<string>()
  const attributes: string[] = []
  const visit = (node: DefaultTreeAdapterTypes.ChildNode) => {
    if ('attrs' in node) {
      tags.add(node.tagName)
      attributes.push(...node.attrs.map(({ name, value }) => `${name}=${value}`))
    }
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  parseFragment(html).childNodes.forEach(visit)
  return { tags: [...tags], attributes }
}

const HOSTILE: [what: string, markdown: string][] = [
  ['a script', '<script>alert(1)</script>'],
  ['a script within a word', 'a<script src=//evil.example/x.js></script>b'],
  ['a script in two halves', '<scr<script>ipt>alert(1)</scr</script>ipt>'],
  ['an event handler', '<p onclick="alert(1)">hi</p>'],
  ['an image with onerror', '<img src=x onerror=alert(1)>'],
  ['an image from elsewhere', '![spy](https://evil.example/pixel.png)'],
  ['an image that runs', '![x](javascript:alert(1))'],
  ['a quote that leaves the alt', '![x" onerror="alert(1)](https://evil.example/a.png)'],
  ['a javascript: link', '[x](javascript:alert(1))'],
  ['one in capitals', '[x](JaVaScRiPt:alert(1))'],
  ['one with an entity', '[x](javascript&#58;alert(1))'],
  ['one with entities throughout', '[x](&#106;&#97;&#118;&#97;script:alert(1))'],
  ['one with a tab entity', '[x](java&Tab;script:alert(1))'],
  ['one with a newline entity', '[x](java&NewLine;script:alert(1))'],
  ['one with a leading control character', '[x](&#1;javascript:alert(1))'],
  ['one in angle brackets', '[x](<javascript:alert(1)>)'],
  ['one with spaces before', '[x](<   javascript:alert(1)>)'],
  ['one as an autolink', '<javascript:alert(1)>'],
  ['one by reference', '[x][y]\n\n[y]: javascript:alert(1)'],
  ['a vbscript: link', '[x](vbscript:msgbox(1))'],
  ['a data: link', '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)'],
  ['a file: link', '[x](file:///etc/passwd)'],
  ['a blob: link', '[x](blob:https://evil.example/1)'],
  ['a link without a scheme', '[x](//evil.example)'],
  ['a link into the site', '[x](/api/v1/auth/log_out)'],
  ['a link with backslashes', '[x](\\\\evil.example)'],
  ['a title that leaves its quotes', '[x](https://a.example \'" onmouseover="alert(1)\')'],
  ['an iframe', '<iframe src="https://evil.example"></iframe>'],
  ['an iframe with srcdoc', '<iframe srcdoc="<script>alert(1)</script>">'],
  ['a style sheet', '<style>body{display:none}</style>'],
  ['a style attribute', '<p style="position:fixed;inset:0">x</p>'],
  ['an svg', '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>'],
  ['math', '<math><mtext><mglyph><style><img src=x onerror=alert(1)></style>'],
  ['a comment', '<!-- <script>alert(1)</script> -->'],
  ['a comment that ends twice', '<!--><img src=x onerror=alert(1)>-->'],
  ['a form', '<form action="https://evil.example"><input name="password"></form>'],
  ['a base', '<base href="https://evil.example/">'],
  ['a refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example">'],
  ['an object', '<object data="x"></object><embed src="x">'],
  ['an id that hides a global', '<a id="location" name="cookie">x</a>'],
  ['a language that is an attribute', '```"><img/src=x/onerror=alert(1)>\nx\n```'],
  [
    'all of it within a list in a quote',
    '> - 1. <b>**[x](javascript:alert(1))**<script>x</script></b>',
  ],
  [
    'all of it within a table',
    '| <img src=x onerror=alert(1)> |\n| --- |\n| [x](data:text/html,x) |',
  ],
  ['a foot note with an id', 'x[^"onclick="alert(1)]\n\n[^"onclick="alert(1)]: <script>x</script>'],
]

const TAGS =
  'a b blockquote button code div h3 li ol p pre section span strong sup table tbody td th thead tr ul'.split(
    ' ',
  )
const ATTRIBUTES = [
  /^href=(?:https?:\/\/[a-z.]+\/[a-z./]*|#d-[^ ]+)$/,
  /^rel=nofollow ugc noopener$/,
  /^id=d-[^ ]+$/,
  /^class=(?:needs-script copy-code icon-before icon-copy|[a-z-]+)$/,
  /^(?:tabindex=0|type=button|dir=ltr|data-footnotes=|aria-label=(?:copy|back1)|aria-describedby=d-footnote-label)$/,
]

describe('a hostile description', () => {
  test.each(HOSTILE)('loses %s', (_, markdown) => {
    const { tags, attributes } = parts(renderMarkdown(markdown))
    expect(TAGS).toEqual(expect.arrayContaining(tags))
    for (const attribute of attributes) {
      expect(
        ATTRIBUTES.some((pattern) => pattern.test(attribute)),
        attribute,
      ).toBe(true)
    }
  })
})

describe('a description', () => {
  test('keeps links to http, https and mailto, with nofollow, ugc and noopener', () => {
    expect(renderMarkdown('[a](https://a.example/b?c=1&d=2) <b@c.example>')).toBe(
      '<p><a href="https://a.example/b?c=1&#x26;d=2" rel="nofollow ugc noopener">a</a> ' +
        '<a href="mailto:b@c.example" rel="nofollow ugc noopener">b@c.example</a></p>',
    )
  })

  test('lets an address that is shown break after slashes and before its query, and no other link', () => {
    const shown = 'https://a.example/one/two?three=4&five#six'
    expect(renderMarkdown(`${shown} [https is a word](https://a.example/one/two)`)).toBe(
      `<p><a href="https://a.example/one/two?three=4&#x26;five#six" rel="nofollow ugc noopener">` +
        'https://a.example/<wbr>one/<wbr>two<wbr>?three=4<wbr>&#x26;five<wbr>#six</a> ' +
        '<a href="https://a.example/one/two" rel="nofollow ugc noopener">https is a word</a></p>',
    )
  })

  test('writes URLs in their parsed form', () => {
    expect(renderMarkdown('[a](<http:a.example/x y>)')).toContain('href="http://a.example/x%20y"')
  })

  test('starts headings at h3 and skips no level', () => {
    const html = renderMarkdown('# one\n\n#### deep\n\n## two\n\n# three\n\n###### far')
    expect(html.match(/<h\d id="d-\w+">\w+/g)).toEqual([
      '<h3 id="d-one">one',
      '<h4 id="d-deep">deep',
      '<h4 id="d-two">two',
      '<h3 id="d-three">three',
      '<h4 id="d-far">far',
    ])
  })

  test('has tables, strikethrough, code and lists', () => {
    const html = renderMarkdown('| a |\n| -: |\n| 1 |\n\n~~no~~ `code`\n\n3. three')
    expect(html).toContain('<th class="align-end">a</th>')
    expect(html).toContain('<del>no</del> <code>code</code>')
    expect(html).toContain('<ol start="3">')
  })

  test.each([
    ['<script>alert(1)</script> text after', '<p>text after</p>'],
    ['<script>\nalert(1)\n</script> tail **x**\n\nnext', '<p>tail **x**</p>\n<p>next</p>'],
    ['</script> more', '<p> more</p>'],
    ['- <SCRIPT src="a>b">x</SCRIPT > item', '<ul>\n<li>\n item\n</li>\n</ul>'],
    ['<!-- note --> shown', '<p>shown</p>'],
    ['<p align="center">Hello <img> world</p>', '<p class="align-center">Hello  world</p>'],
    ['<div>\na &lt; b\n</div>', '<div>\na &#x3C; b\n</div>'],
    ['<style>p{}</style><b title="x">1 < 2', '<p>1 &#x3C; 2</p>'],
    ['<p title="never closed>text', '<p>text</p>'],
  ])('keeps the text of an HTML block: %j', (markdown, html) => {
    expect(renderMarkdown(markdown)).toBe(html)
  })

  test('of HTML alone is parsed in linear time', () => {
    for (const part of ['<a b="', '<a "', '<p>', '</script', '<!-', '<script>', '<', "<a b='>"]) {
      const text = `<div>${part.repeat(8192)}`.slice(0, 8192)
      expect(
        cost(() => render(text)),
        part,
      ).toBeLessThan(400)
    }
  })

  test('is cut after 8192 characters', () => {
    expect(renderMarkdown(`${'a '.repeat(4095)}bc${'d'.repeat(100)}`)).toMatch(/ bc<\/p>$/)
    expect(renderMarkdown('🌱'.repeat(8192))).toBe(`<p>${'🌱'.repeat(8192)}</p>`)
  })

  test.each([
    ['a list of 300 icons', 4, 300, 4, 300],
    ['a comparison of 20 programs', 20, 60, 20, 60],
    ['too many rows', 4, 301, 4, 300],
    ['too many columns', 41, 2, 40, 2],
    ['too much of both', 100, 40, 40, 30],
  ])('with a table is shown up to 1,200 cells: %s', (_, columns, rows, shown, shownRows) => {
    const row = (cell: string) => '|'.concat(`${cell}|`.repeat(columns), '\n')
    // The head is a row.
    const outcome = render(row('a') + row('-') + row('b').repeat(rows - 1), 'readme')
    if ('refused' in outcome) throw new Error(outcome.refused)
    const cells = outcome.html.match(/<t[hd]>/g)?.length
    expect([cells, outcome.html.match(/<tr>/g)?.length]).toEqual([shown * shownRows, shownRows])
    expect(outcome.changes).toEqual(shown * shownRows === columns * rows ? {} : { tables: 1 })
  })

  test('of long lists, quotes, tables and identifiers with underscores is rendered', () => {
    const lines = (line: string, count: number) => `${line}\n`.repeat(count)
    for (const text of [
      lines('- a name', 900),
      lines('> a line of a quote', 400),
      `| a | b | c |\n| - | - | - |\n${lines('| 1 | 2 | 3 |', 99)}`,
      lines('Heading\n=======', 150),
      `${lines('const some_name = other_name', 250)}`,
    ]) {
      expect(renderMarkdown(text)).toMatch(/^<(ul|blockquote|div|h3|p)[ >]/)
    }
  })

  test.each([
    ['underlines', 'a\n=\n'.repeat(2048)],
    ['quotes', '>a\n\n'.repeat(2048)],
    ['markers', '> '.repeat(4096)],
    ['markers', '- '.repeat(4000) + 'x'],
    ['runs', '*a_ '.repeat(2048)],
    ['pipes', `|${'a|'.repeat(1600)}\n|${'-|'.repeat(1600)}`],
    ['nodes', 'a\n\n'.repeat(2730)],
    ['nesting', `${'*a **b '.repeat(120)}${'c** d* '.repeat(120)}`],
  ])('with too many %s is refused', (limit, markdown) => {
    expect(render(markdown)).toEqual({ refused: limit })
  })
})

describe('the summary of a description', () => {
  test('has no formatting and separates blocks by spaces', () => {
    expect(render('# A\n**b**old [l](https://a.example)\n\n- x\n- y\n\n<i>z</i>')).toMatchObject({
      summary: 'A bold l x y z',
    })
  })

  test.each([
    '<section><b>A</b>a<p>b</section>',
    'Aa\n\n- b',
    '<ul><li>Aa<ul><li>b</ul></ul>',
    '|h|\n|-|\n|Aa<ul><li>b</li></ul>|',
  ])('separates text from a block in it: %s', (markdown) => {
    expect(render(markdown)).toMatchObject({ summary: expect.stringMatching(/\bAa b$/) })
  })

  test('is empty for a text without content', () => {
    expect(render('<img> <!-- x -->')).toMatchObject({ html: '', summary: '' })
  })
})
