import { describe, expect, test } from 'vitest'
import { fillMarks } from '#lib/markdown/labels.ts'
import { render } from '#lib/markdown/render.ts'
import { htmlOf, show } from '#tests/support/shown-markdown.ts'

describe('an alert', () => {
  const alert = (name: string, html: string) =>
    `<aside class="alert alert-${name}" role="note" aria-label="{${name}}"><p class="alert-title icon-before icon-${name}" aria-hidden="true">{${name}}</p>\n${html}\n</aside>`

  test.each([
    ['note', '> [!NOTE]\n> a'],
    ['tip', '> [!tip]\n> a'],
    ['important', '> [!Important]  \n> a'],
    ['warning', '> [!WARNING]\n>\n> a'],
    ['caution', '> [!CAUTION]\\\n> a'],
  ])('%s has a title in the language of the page', (name, markdown) => {
    expect(htmlOf(markdown)).toBe(alert(name, '<p>a</p>'))
  })

  test('may be in another one', () => {
    const inner = alert('tip', '<p>b</p>')
    expect(htmlOf('> [!NOTE]\n> a\n> > [!TIP]\n> > b')).toBe(alert('note', `<p>a</p>\n${inner}`))
  })

  test.each(['> [!NOTE] a', '> [!DANGER]\n> a', '[!NOTE]\na', '> a\n> [!NOTE]'])(
    'is not %j',
    (markdown) => {
      expect(htmlOf(markdown)).not.toContain('<aside')
    },
  )
})

test('a task has its state as a text', () => {
  expect(htmlOf('- [ ] a\n- [x] b')).toBe(
    '<ul class="contains-task-list">\n' +
      '<li class="task-list-item"><span class="task"><span class="sr-only">{open}</span></span> a</li>\n' +
      '<li class="task-list-item"><span class="task task-done"><span class="sr-only">{done}</span></span> b</li>\n' +
      '</ul>',
  )
})

describe('a footnote', () => {
  test('has links in both directions, with labels, in the document', () => {
    const { html } = show('a[^1] b[^注] c[^1]\n\n[^1]: One.\n\n[^注]: Two.')
    for (const [, id = ''] of html.matchAll(/href="#([^"]+)"/g))
      expect(html).toContain(`id="${id}"`)
    expect(html).toContain(
      '<a href="#d-fn-1" id="d-fnref-1" aria-describedby="d-footnote-label">1</a>',
    )
    expect(html).toContain('<h3 class="sr-only" id="d-footnote-label">{footnotes}</h3>')
    expect(html.match(/\{back[\d-]+\}/g)).toEqual(['{back1}', '{back1-2}', '{back2}'])
  })

  test('may refer to another one and to itself', () => {
    const { html } = show('a[^1]\n\n[^1]: b[^2]\n\n[^2]: c[^1] d[^2]')
    expect(html.match(/<li id="d-fn-\d">/g)).toEqual(['<li id="d-fn-1">', '<li id="d-fn-2">'])
  })

  test('has other ids than a heading or an author', () => {
    const { html } = show('# fn-1\n\n<a id="fnref-1">x</a> a[^1]\n\n# Footnote label\n\n[^1]: b')
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(html).toContain('<h3 id="d-fn-1-1">fn-1</h3>')
  })
})

test.each([
  ['请**注意：**这里', '请<strong>注意：</strong>这里'],
  ['これは**「重要」**です', 'これは<strong>「重要」</strong>です'],
  ['**「重要」**です', '<strong>「重要」</strong>です'],
  ['这是~~（旧）~~新的', '这是<del>（旧）</del>新的'],
  ['이것은 **중요(매우)**합니다', '이것은 <strong>중요(매우)</strong>합니다'],
])('emphasis stands beside punctuation of Chinese, Japanese and Korean: %s', (markdown, html) => {
  expect(htmlOf(markdown)).toBe(`<p>${html}</p>`)
})

test('short names of emoji are emoji, except in code and without a meaning', () => {
  expect(htmlOf(':rocket: `:rocket:` :octocat: 10:30:45 :+1:')).toBe(
    '<p>🚀 <code>:rocket:</code> :octocat: 10:30:45 👍</p>',
  )
})

test('a link always has a text', () => {
  expect(htmlOf('[](https://a.example/b) [ ](mailto:a@b.example)')).toBe(
    '<p><a href="https://a.example/b" rel="nofollow ugc noopener">a.example/b</a> ' +
      '<a href="mailto:a@b.example" rel="nofollow ugc noopener">a@b.example</a></p>',
  )
})

test('code has the name of its language and a button that copies it', () => {
  const copy =
    '<button type="button" class="needs-script copy-code icon-before icon-copy" aria-label="{copy}"></button>'
  const pre = '<pre tabindex="0"><code>a\n</code></pre></div>'
  const begin = '<div class="code-block" dir="ltr">'
  expect(htmlOf('```ts\na\n```')).toBe(`${begin}<span>TypeScript</span>${copy}${pre}`)
  expect(htmlOf('```QML title="x"\na\n```')).toBe(`${begin}<span>QML</span>${copy}${pre}`)
  expect(htmlOf('    a')).toBe(`${begin}${copy}${pre}`)
})

describe('front matter', () => {
  test('is left out; title and language are read', () => {
    const yaml = '---\r\ntitle: "My: words"\r\nlang: de\r\ntags: [a]\r\n---\r\nText.'
    expect(show(yaml)).toMatchObject({
      html: '<p>Text.</p>',
      title: 'My: words',
      language: 'de',
      changes: { frontMatter: 1 },
    })
  })

  test.each([
    '---\nJust a line.\n---\nText.',
    '---\n- a\n- b\n---\n\nText.',
    '---\n\n---\n\nText.',
    '---\na: [\n---\n\nText.',
    `---\na: ${'x '.repeat(2100)}\n---\n\nText.`,
    'Text.\n\n---\ntitle: a\n---',
  ])('is not %j', (markdown) => {
    const outcome = show(markdown)
    expect(outcome.changes).not.toHaveProperty('frontMatter')
    expect(outcome.html).toContain('Text.')
  })
})

test('what is shown otherwise than it was written is counted', () => {
  const columns = '|a'.repeat(41)
  expect(
    show(
      `![a](b.png) ![c](https://d.example) [e](f) <script>g</script>\n\n<font>h</font> <b>i\n\n${columns}\n${'|-'.repeat(41)}\n`,
    ).changes,
  ).toEqual({ pictures: 2, links: 1, active: 1, tags: 1, cut: 1, tables: 1 })
  expect(show('**a** [b](https://c.example)').changes).toEqual({})
})

describe('the marks of labels and ids', () => {
  test('cannot be written by an author', () => {
    const marks = '\ufdd1note \ufdd2 \ufdd0x &#xfdd1;tip &#xfdd2; <b>&#xFDD0;</b>'
    expect(fillMarks(show(marks).html, 'd', () => '!')).not.toMatch(/!|d-/)
  })

  test('are replaced by escaped texts', () => {
    const outcome = render('> [!NOTE]\n> a')
    const html = 'html' in outcome ? fillMarks(outcome.html, 'x', () => '<"&>') : ''
    expect(html).toContain('aria-label="&lt;&quot;&amp;&gt;"')
    expect(html).not.toMatch(/[\ufdd0-\ufdef]/)
  })
})
