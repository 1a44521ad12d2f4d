import { describe, expect, test } from 'vitest'
import { listPictures, resolveLink, resolvePicture } from '#lib/text/readme-source.ts'
import { cost } from '#tests/support/hostile/processor-time.ts'

const COMMIT = 'c0ffee1234567890c0ffee1234567890c0ffee12'
const place = (folder = '') => ({
  repository: 'https://github.com/owner/name.js',
  commit: COMMIT,
  folder,
})
const BLOB = `https://github.com/owner/name.js/blob/${COMMIT}`
const RAW = `https://raw.githubusercontent.com/owner/name.js/${COMMIT}`

describe('a link of an imported document', () => {
  test.each([
    ['docs/a.md', '', `${BLOB}/docs/a.md`],
    ['./docs/a.md#part', '', `${BLOB}/docs/a.md#part`],
    ['a.md', 'docs', `${BLOB}/docs/a.md`],
    ['../a.md', 'docs/de', `${BLOB}/docs/a.md`],
    ['/LICENSE', 'docs', `${BLOB}/LICENSE`],
    ['a b.md', 'my docs', `${BLOB}/my%20docs/a%20b.md`],
    ['<a b.md>', '', `${BLOB}/a%20b.md`],
    ['../../issues', '', 'https://github.com/owner/name.js/issues'],
    ['https://a.example/b c', 'docs', 'https://a.example/b%20c'],
    ['HTTP://a.example', '', 'http://a.example/'],
    ['//a.example/b', '', 'https://a.example/b'],
    ['java\tscript:alert(1)', '', `${BLOB}/javascript:alert(1)`],
    ['\\docs\\a.md', '', `${BLOB}/docs/a.md`],
  ])('%j in the folder %j leads to %s', (href, folder, address) => {
    expect(resolveLink(place(folder), href)).toBe(address)
  })

  test.each([
    '',
    ' ',
    '#part',
    '../../../../other/repository',
    '../../../x',
    '%2e%2e/%2E./..\\..\\..\\x',
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'mailto:a@b.example',
    'ftp://a.example',
    'c:\\x',
    'https://',
    `/${'a'.repeat(2000)}`,
  ])('%j leads nowhere', (href) => {
    expect(resolveLink(place(), href)).toBeNull()
  })
})

describe('a picture of an imported document', () => {
  test.each([
    ['img/a.png', '', `${RAW}/img/a.png`],
    ['../a.png', 'docs/de', `${RAW}/docs/a.png`],
    ['/a b.png?raw=true', 'docs', `${RAW}/a%20b.png`],
    ['a.png#gh-dark-mode-only', '', `${RAW}/a.png`],
    ['../../raw/main/a.png', '', `${RAW}/a.png`],
    ['https://github.com/owner/name.js/blob/main/img/a.png?raw=true', '', `${RAW}/img/a.png`],
    ['https://github.com/Owner/NAME.js/raw/v1.0.0/img/a.png', 'docs', `${RAW}/img/a.png`],
    ['https://raw.githubusercontent.com/owner/name.js/main/a.png', '', `${RAW}/a.png`],
    ['http://raw.githubusercontent.com/owner/name.js/refs/heads/main/a.png', '', `${RAW}/a.png`],
  ])('%j in the folder %j is at %s', (src, folder, address) => {
    expect(resolvePicture(place(folder), src)).toBe(address)
  })

  test.each([
    'https://img.shields.io/badge/a-b-green.svg',
    'https://github.com/owner/namesjs/raw/main/a.png',
    'https://github.com/owner/name.js-other/raw/main/a.png',
    'https://github.com/owner/name.js/actions/workflows/ci.yml/badge.svg',
    'https://raw.githubusercontent.com.evil.example/owner/name.js/main/a.png',
    'https://evil.example/?https://github.com/owner/name.js/raw/main/a.png',
    'https://github.com@evil.example/owner/name.js/raw/main/a.png',
    'https://github.com/owner/name.js/raw/main/',
    '../../../x.png',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    '',
  ])('%j is not of the repository', (src) => {
    expect(resolvePicture(place(), src)).toBeNull()
  })
})

describe('the pictures of a text', () => {
  test.each([
    [
      'in Markdown',
      '![a](a.png) ![b](<b c.png> "t") ![](d\\_e.png)',
      ['a.png', 'b c.png', 'd_e.png'],
    ],
    ['with parentheses in their address', '![a](a(1).png)', ['a(1).png']],
    ['in links', '[![a](a.png)](https://a.example)', ['a.png']],
    ['with brackets in their text', '![a [b] c](a.png)', ['a.png']],
    [
      'by reference',
      '![a][One] ![two][] ![Three]\n\n[one]: 1.png\n[TWO]: <2 .png>\n[three]:\n  3.png',
      ['1.png', '2 .png', '3.png'],
    ],
    [
      'in HTML',
      '<p align=center>\n<IMG\n  alt="a > b" src=\'a.png?a&amp;b\'/>\n<img src=b.png width=1></p>',
      ['a.png?a&b', 'b.png'],
    ],
    [
      'with a source for dark screens',
      '<picture><source media="(prefers-color-scheme: dark)" srcset="dark.png 1x, d2.png 2x"><img src="a.png"></picture>',
      ['dark.png', 'a.png'],
    ],
    ['once', '![](a.png) <img src="a.png"> ![](b.png)', ['a.png', 'b.png']],
    [
      'after a fence and a comment',
      '```\n![](x.png)\n```\n<!-- ![](y.png)\n\n--> ![](a.png)',
      ['a.png'],
    ],
    ['outside code', '`![](x.png)` ``` `` ![](a.png)', ['a.png']],
    ['and no escaped or broken ones', '\\![](x.png) !\\[](x.png) ![a](', []],
  ])('are found %s', (_, markdown, pictures) => {
    expect(listPictures(markdown)).toEqual(pictures)
  })

  test('are at most forty', () => {
    const all = Array.from({ length: 50 }, (_, at) => `${at}.png`)
    const markdown = all.map((name) => `![](${name})`).join(' ')
    expect(listPictures(markdown)).toEqual(all.slice(0, 40))
    expect(listPictures(markdown, 3)).toEqual(all.slice(0, 3))
  })

  test.each([
    '![',
    '![](',
    '![](a(b)',
    '![a][b]',
    '![a]',
    '[a]: b\n![a]\n',
    '<img ',
    '<img "',
    '<img src="a" ',
    "<img a='",
    '<!-',
    '<!--',
    '`',
    '`a``b',
    '- ',
    '```\n',
    '\\',
    '[a]:\n',
    '](',
  ])('are found in time in 64 KiB of %j', (piece) => {
    const text = piece.repeat(Math.ceil(65_536 / piece.length))
    const nested = text.slice(0, 32_768) + ']('.repeat(16_384)
    expect(cost(() => listPictures(text))).toBeLessThan(200)
    expect(cost(() => listPictures(`[a]: b\n${nested}`))).toBeLessThan(200)
  })
})
