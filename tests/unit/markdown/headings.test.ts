import { describe, expect, test } from 'vitest'
import { htmlOf, show } from '#tests/support/shown-markdown.ts'

describe('a heading', () => {
  test.each([
    ['# Getting Started', 'getting-started'],
    ['# :rocket: Features', 'rocket-features'],
    ['# 🚀 Features', '-features'],
    ['# `a.b()` & *c*', 'ab--c'],
    ['# 日本語の 見出し', '日本語の-見出し'],
    ['# ![logo](https://a.example/b.png) Name', 'name'],
    ['<h2>In <b>HTML</b></h2>', 'in-html'],
  ])('%s has the id that GitHub gives it', (markdown, id) => {
    expect(htmlOf(markdown)).toContain(` id="d-${id}"`)
  })

  test('has an id of its own', () => {
    expect(htmlOf('# A\n\n# A\n\n# A-1').match(/ id="[^"]+"/g)).toEqual([
      ' id="d-a"',
      ' id="d-a-1"',
      ' id="d-a-1-1"',
    ])
  })

  test.each([
    ['[a](#some-part)', '# Some part'],
    ['[a](#Some-Part)', '# Some part'],
    ['[a](#%E6%97%A5)', '# 日'],
    ['[a](#own)', '<a name="own"></a>\n\n# B'],
    ['[a](#own)', '<a id="own"/> b'],
    ['[a](#own)', '<h2 align="center" id="own">✨ Some part</h2>'],
    ['[a](#-some-part)', '<h2 id="own">✨ Some part</h2>'],
    ['[a](#own)', '<h2 id="own">One</h2>\n\n<h2 id="own">Two</h2>'],
    ['[a](#own)', '# Own\n\n<h2 id="own">Other</h2>'],
    ['[a](#own)', '<details><summary><h2 id="own">Install</h2></summary>b</details>'],
    ['[a](#own)', '<pre id="own">b</pre>'],
    ['[a](#user-content-some-part)', '# Some part'],
    ['[a](#user-content-own)', '<a name="own"></a> b'],
  ])('is where %s leads to', (link, target) => {
    const html = htmlOf(`${link}\n\n${target}`)
    const [, id = ''] = /<a href="#([^"]+)">a<\/a>/.exec(html) ?? []
    expect(html).toContain(` id="${id}"`)
    expect(id).toMatch(/^d-/)
  })

  test.each(['#', '#top', '#Top', '#readme'])('at the beginning is where %s leads to', (href) => {
    const link = (id: string) => `<a href="#d-${id}">a</a>`
    expect(htmlOf(`# Name\n\n[a](${href})`)).toContain(link('name'))
    expect(htmlOf(`b\n\n[a](${href})`)).toBe(`<p id="d-top">b</p>\n<p>${link('top')}</p>`)
    expect(htmlOf(`    b\n\n[a](${href})`)).toContain('<pre id="d-top" tabindex="0">')
  })

  test.each([
    ['#top', 'Top', 'top'],
    ['#readme', 'Readme', 'readme'],
  ])('is where %s leads to before the beginning, if it has that name', (href, name, id) => {
    expect(htmlOf(`b\n\n[a](${href})\n\n# ${name}`)).toContain(`<a href="#d-${id}">`)
  })

  test('that there is not makes a link a text', () => {
    expect(show('[a](#b)')).toMatchObject({ html: '<p>a</p>', changes: { links: 1 } })
  })

  test('of a profile and a page of the operator begins with h2, others with h3', () => {
    expect(show('# A', 'profile').html).toBe('<h2 id="d-a">A</h2>')
    expect(show('# A', 'page').html).toBe('<h2 id="d-a">A</h2>')
    expect(show('# A', 'readme').html).toBe('<h3 id="d-a">A</h3>')
  })
})

describe('a table of contents', () => {
  const HEADINGS = '# Name\n\nLead.\n\n## One\n\n### Two\n\n#### Deep\n\n## Three *x*'
  const contents =
    '<details class="toc"><summary>{contents}</summary><nav aria-label="{contents}"><ul>' +
    '<li><a href="#d-one">One</a><ul><li><a href="#d-two">Two</a></li></ul></li>' +
    '<li><a href="#d-three-x">Three x</a></li></ul></nav></details>'

  test('stands below the first lines of a text with four headings', () => {
    expect(htmlOf(HEADINGS)).toContain(`<p>Lead.</p>\n${contents}<h4 id="d-one">One</h4>`)
  })

  test('is in no text with three, and not in the notes of a version', () => {
    expect(htmlOf('# A\n\n# B\n\n# C')).not.toContain('toc')
    expect(show(HEADINGS, 'notes').html).not.toContain('toc')
  })
})

describe('a long text', () => {
  const paragraphs = (count: number) => 'Some words of a line.\n\n'.repeat(count)

  test('has a fold around its end, with its footnotes and headings', () => {
    const { html } = show(`[a](#end) b[^1]\n\n${paragraphs(60)}# End\n\nLast.\n\n[^1]: c`)
    const [first = '', rest = ''] = html.split('<details class="rest">')
    expect(first.match(/Some words/g)?.length).toBeGreaterThan(20)
    expect(rest).toMatch(
      /^<summary><span class="show-more">\{more\}<\/span><span class="show-less">\{less\}<\/span><\/summary>/,
    )
    expect(rest).toContain('<h3 id="d-end">End</h3>')
    expect(rest).toContain('id="d-fn-1"')
    expect(rest).toMatch(/<\/details>$/)
  })

  test('is folded above a heading, not below it', () => {
    const { html } = show(`${paragraphs(20)}# Part\n\n${paragraphs(30)}`)
    expect(html).toMatch(/<\/summary><h3 id="d-part">Part<\/h3>/)
  })

  test('is whole if the rest would be short, in notes, and in pages of the operator', () => {
    expect(show(paragraphs(30)).html).not.toContain('class="rest"')
    expect(show(paragraphs(90), 'notes').html).not.toContain('class="rest"')
    expect(show(paragraphs(90), 'page').html).not.toContain('class="rest"')
  })
})
