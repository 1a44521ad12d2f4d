import { describe, expect, test } from 'vitest'
import type { MarkdownSource } from '#lib/text/readme-source.ts'
import { htmlOf, show } from '#tests/support/shown-markdown.ts'

describe('a picture', () => {
  const link = (href: string, text: string) =>
    `<a href="${href}" rel="nofollow ugc noopener" class="picture-text">${text}</a>`

  test.each([
    ['![build](https://a.example/b.svg)', link('https://a.example/b.svg', 'build')],
    ['[![build](https://a.example/b.svg)](https://c.example)', link('https://c.example/', 'build')],
    [
      '[![](https://a.example/b%20c.svg)](https://c.example)',
      link('https://c.example/', 'b c.svg'),
    ],
    ['![](https://a.example)', link('https://a.example/', 'a.example')],
    ['![logo](img/logo.png)', 'logo'],
    ['![](javascript:alert(1))', ''],
    [
      '<img src="https://a.example/b.png" alt="shot" width="9" onerror="x">',
      link('https://a.example/b.png', 'shot'),
    ],
    [
      '![a](https://a.example/1)![b](https://a.example/2)',
      `${link('https://a.example/1', 'a')} ${link('https://a.example/2', 'b')}`,
    ],
    [
      '<picture><source media="(prefers-color-scheme: dark)" srcset="https://a.example/d"><img src="https://a.example/l" alt="a"></picture>',
      link('https://a.example/l', 'a'),
    ],
  ])('%s is not loaded, but shown by its text', (markdown, html) => {
    expect(htmlOf(markdown)).toBe(html === '' ? '' : `<p>${html}</p>`)
  })

  test('counts for the summary only where there is no other text', () => {
    const badges = '![build](https://a.example/1) [![npm](https://a.example/2)](https://b.example)'
    expect(show(badges).summary).toBe('build npm')
    expect(show(`${badges}\n\nA pack.`).summary).toBe('A pack.')
  })

  const at = (path: string) => `https://raw.githubusercontent.com/o/n/c0ffee/${path}`
  const SOURCE: MarkdownSource = {
    repository: 'https://github.com/o/n',
    commit: 'c0ffee',
    folder: 'docs',
    pictures: {
      [at('docs/a.png')]: { url: '/api/v1/file/a', width: 400, height: 100 },
      [at('dark.png')]: { url: '/api/v1/file/dark', width: 400, height: 100 },
    },
  }
  const image = (name: string, alt: string, size = 'width="400" height="100"', end = '') =>
    `<img src="/api/v1/file/${name}" alt="${alt}" ${size} loading="lazy" decoding="async"${end}>`

  test.each([
    ['![x](a.png)', image('a', 'x')],
    ['![x](https://github.com/o/n/blob/main/docs/a.png?raw=true)', image('a', 'x')],
    ['<img src="/docs/a.png" alt="x" width="200">', image('a', 'x', 'width="200" height="50"')],
    ['<img src="a.png" height="50px">', image('a', '', 'width="200" height="50"')],
    ['<img src="a.png" width="100%">', image('a', '')],
    ['<img src="a.png" align="right">', image('a', '', undefined, ' class="align-end"')],
    ['![x](a.png#gh-light-mode-only)', image('a', 'x', undefined, ' class="in-light"')],
    [
      '<picture><source media="(prefers-color-scheme: dark)" srcset="../dark.png 1x"><img src="a.png"></picture>',
      image('a', '', undefined, ' class="in-light"') +
        image('dark', '', undefined, ' class="in-dark"'),
    ],
    [
      '<picture><source media="(prefers-color-scheme: dark)" srcset="no.png"><img src="a.png"></picture>',
      image('a', ''),
    ],
    [
      '[![](a.png)](../LICENSE)',
      `<a href="https://github.com/o/n/blob/c0ffee/LICENSE" rel="nofollow ugc noopener">${image('a', 'a.png')}</a>`,
    ],
    ['![x](no.png)', link('https://github.com/o/n/blob/c0ffee/docs/no.png', 'x')],
  ])('of a repository is shown if it is stored: %s', (markdown, html) => {
    expect(show(markdown, 'readme', SOURCE).html).toBe(`<p>${html}</p>`)
  })

  const FILE = 'https://github.com/o/n/blob/c0ffee/docs'

  test.each([
    ['b.md', `${FILE}/b.md`],
    ['../../../issues', 'https://github.com/o/n/issues'],
    ['https://github.com/o/n#d', '#d-d'],
    ['https://github.com/O/N/#D', '#d-d'],
    ['https://github.com/o/n?tab=readme-ov-file#d', '#d-d'],
    ['https://github.com/o/n/tree/main#d', '#d-d'],
    ['https://github.com/o/n/blob/main/docs/README.md#d', '#d-d'],
    ['README.md#d', '#d-d'],
    ['/docs/README.md#user-content-d', '#d-d'],
    ['README.md#no', `${FILE}/README.md#no`],
    ['https://github.com/o/n#no', 'https://github.com/o/n#no'],
    ['https://github.com/o/n#readme', '#d-d'],
    ['other.md#d', `${FILE}/other.md#d`],
    ['../README.md#d', 'https://github.com/o/n/blob/c0ffee/README.md#d'],
    ['https://github.com/o/nn#d', 'https://github.com/o/nn#d'],
    ['https://github.com/o/n/issues#d', 'https://github.com/o/n/issues#d'],
    ['https://o.n/#d', 'https://o.n/#d'],
    ['%E0%A4%A/README.md#d', `${FILE}/%E0%A4%25A/README.md#d`],
  ])('stands beside links to the repository and into the document: %s', (href, target) => {
    const { html } = show(`# D\n\n[a](${href})`, 'readme', SOURCE)
    expect(/<a href="([^"]+)"/.exec(html)?.[1]).toBe(target)
  })
})
