import { describe, expect, test } from 'vitest'
import {
  decoded,
  firstCandidate,
  listPictures,
  ownFragment,
  resolveLink,
} from '#lib/text/readme-source.ts'
import { cost } from '#tests/support/hostile/processor-time.ts'

const REPOSITORY = 'https://github.com/chalk/Chalk.js'
const COMMIT = 'c0ffee1234567890c0ffee1234567890c0ffee12'
const place = (folder = '') => ({ repository: REPOSITORY, commit: COMMIT, folder })
const BLOB = `${REPOSITORY}/blob/${COMMIT}`

describe('a link of a README', () => {
  test.each([
    ['/license', 'packages/core', `${BLOB}/license`],
    ['?plain=1', 'packages/core', `${BLOB}/packages/core/?plain=1`],
    ['< docs/my guide.md >', '', `${BLOB}/docs/my%20guide.md`],
    ['<docs/api.md', '', `${BLOB}/%3Cdocs/api.md`],
    ['docs/api.md>', '', `${BLOB}/docs/api.md%3E`],
  ])('%j in the folder %j leads to %s', (href, folder, address) => {
    expect(resolveLink(place(folder), href)).toBe(address)
  })

  test.each([
    'git+https://github.com/chalk/chalk.git',
    'git+ssh://git@github.com/chalk/chalk.git',
    'vscode:extension/chalk.chalk',
  ])('%j has another scheme than http and https: it leads nowhere', (href) => {
    expect(resolveLink(place(), href)).toBeNull()
  })

  test('has at most 2000 characters', () => {
    expect(resolveLink(place(), 'a'.repeat(2000))).toBe(`${BLOB}/${'a'.repeat(2000)}`)
    expect(resolveLink(place(), 'a'.repeat(2001))).toBeNull()
  })
})

describe('an address of the document itself', () => {
  test.each([
    ['', `${REPOSITORY}#usage`, 'usage'],
    ['', `${REPOSITORY}/#usage`, 'usage'],
    ['', `${REPOSITORY}?tab=readme-ov-file#usage`, 'usage'],
    ['', 'https://github.com/Chalk/chalk.JS#usage', 'usage'],
    ['', `${REPOSITORY}/tree/main#usage`, 'usage'],
    ['', `${REPOSITORY}/tree/v5.0.0/#usage`, 'usage'],
    ['', `${REPOSITORY}/blob/main/README.md#usage`, 'usage'],
    ['', `${REPOSITORY}/blob/${COMMIT}/README.md#usage`, 'usage'],
    ['', `${REPOSITORY}/blob/refs/heads/main/README.md#usage`, 'usage'],
    ['packages/core', `${REPOSITORY}#usage`, 'usage'],
    ['packages/core', `${REPOSITORY}/blob/main/packages/core/README.md#usage`, 'usage'],
    ['my docs', `${REPOSITORY}/blob/main/my%20docs/README.md#usage`, 'usage'],
    ['', `${REPOSITORY}#%C3%BCber-uns`, '%C3%BCber-uns'],
  ])('in the folder %j: %s leads to its part %j', (folder, address, fragment) => {
    expect(ownFragment(place(folder), address)).toBe(fragment)
  })

  test.each([
    ['without a fragment', '', REPOSITORY],
    ['of another host', '', 'https://gitlab.com/chalk/Chalk.js#usage'],
    [
      'of a repository with a name of the same length',
      '',
      'https://github.com/chalk/slice.js#usage',
    ],
    ['of a repository with a longer name', '', `${REPOSITORY}-cli#usage`],
    ['of another page', '', `${REPOSITORY}/issues#usage`],
    ['of a branch without a name', '', `${REPOSITORY}/tree/#usage`],
    ['of a folder', '', `${REPOSITORY}/tree/main/docs#usage`],
    ['of another file', '', `${REPOSITORY}/blob/main/changelog.md#usage`],
    ['of the README of a folder', '', `${REPOSITORY}/blob/main/packages/core/README.md#usage`],
    ['of the README of the root', 'packages/core', `${REPOSITORY}/blob/main/README.md#usage`],
    ['of a file without encoding', 'docs', `${REPOSITORY}/blob/main/%E0%A4%A/README.md#usage`],
  ])('is not one %s', (_, folder, address) => {
    expect(ownFragment(place(folder), address)).toBeNull()
  })
})

test.each([
  ['my%20docs', 'my docs'],
  ['%C3%BCber', 'über'],
  ['100%', '100%'],
  ['%E0%A4%A', '%E0%A4%A'],
])('%j is read as %j', (part, text) => {
  expect(decoded(part)).toBe(text)
})

test.each([
  ['dark.png', 'dark.png'],
  ['/d 2x', '/d'],
  ['dark.png 1x, dark@2x.png 2x', 'dark.png'],
  ['\n  dark.png, dark@2x.png 2x', 'dark.png'],
  [', dark.png 1x', 'dark.png'],
  ['w_200,h_100/dark.png,, light.png', 'w_200,h_100/dark.png'],
  [' , ', ''],
  ['', ''],
])('the first address of the srcset %j is %j', (srcset, address) => {
  expect(firstCandidate(srcset)).toBe(address)
})

describe('the pictures of a README', () => {
  test.each([
    ['after an empty text', '<img alt="" src="logo.png">', ['logo.png']],
    ['with spaces around it', '<img src=" logo.png ">', ['logo.png']],
    ['with spaces in it', '<img src="my logo.png">', ['my logo.png']],
    ['with commas in it', '<img src="w_200,h_100,/logo.png,">', ['w_200,h_100,/logo.png,']],
    ['after a stray sign', '<img alt="Logo" = src="logo.png">', ['logo.png']],
    ['that is missing', '<img src> <img alt="Logo">', []],
    ['of a srcset alone', '<source src="x.mp4" srcset="dark.png 2x">', ['dark.png']],
  ])('have an address in HTML %s', (_, html, pictures) => {
    expect(listPictures(html)).toEqual(pictures)
  })

  test.each([
    ['in another case', '![Build Status][CI]\n\n[ci]: ci.svg', ['ci.svg']],
    ['in the case of another language', '![Straße]\n\n[STRASSE]: map.png', ['map.png']],
    ['with a capital ẞ', '![GROẞ]\n\n[gross]: big.png', ['big.png']],
    ['with spaces around it', '![Logo][ logo ]\n\n[logo]: logo.png', ['logo.png']],
    ['with more spaces', '![Build \t status]\n\n[build status]: ci.svg', ['ci.svg']],
    ['only with its space', '![Build status]\n\n[buildstatus]: x.svg', []],
    ['over two lines', '![Build\nstatus]\n\n[build status]: ci.svg', ['ci.svg']],
    ['over two lines at the end', '[build status]: ci.svg\n\n![Build\nstatus]', ['ci.svg']],
    ['with a power', '![Speed][O(n^2)]\n\n[O(n^2)]: speed.png', ['speed.png']],
    ['with code', '![The `npm` logo]\n\n[the `npm` logo]: npm.png', ['npm.png']],
    ['before a link', '![Logo] of [npm](npm.md)\n\n[logo]: logo.png', ['logo.png']],
    ['before a remark', '![Logo]((at night))\n\n[logo]: logo.png', ['logo.png']],
  ])('are found by a label %s', (_, markdown, pictures) => {
    expect(listPictures(markdown)).toEqual(pictures)
  })

  test.each([
    ['is the first of its label', '[logo]: a.png\n[logo]: x.png', ['a.png']],
    ['may be indented', '  [logo]: a.png', ['a.png']],
    ['may stand in a quote', '> [logo]: a.png', ['a.png']],
    ['needs no space', '[logo]:a.png', ['a.png']],
    ['needs an address', '[logo]:\n\n[logo]: a.png', ['a.png']],
    ['begins a line', 'Write [logo]: x.png', []],
  ])('have a definition that %s', (_, definition, pictures) => {
    expect(listPictures(`![Logo]\n\n${definition}`)).toEqual(pictures)
  })

  test.each([
    ['of tildes', '~~~\n![](x.png)\n~~~\n![](a.png)'],
    ['with blank lines', '```sh\n\n![](x.png)\n\n```\n![](a.png)'],
    ['with several lines', '~~~md\n# Logo\n![](x.png)\n~~~\n![](a.png)'],
    ['that is indented', '  ~~~\n  ![](x.png)\n  ~~~\n![](a.png)'],
    ['in a list', '1. ~~~\n   ![](x.png)\n   ~~~\n\n![](a.png)'],
    ['with an end of more marks', '~~~\n![](x.png)\n~~~~~\n![](a.png)'],
    ['with fewer marks in it', '~~~~\n~~~\n![](x.png)\n~~~~\n![](a.png)'],
    ['with the other marks in it', '~~~\n```\n![](x.png)\n~~~\n![](a.png)'],
    ['with the begin of another in it', '~~~\n~~~ sh\n![](x.png)\n~~~\n![](a.png)'],
    ['with spaces after its end', '~~~\n![](x.png)\n~~~  \n![](a.png)'],
    ['with a backquote in its language', '~~~ `sh`\n![](x.png)\n~~~\n![](a.png)'],
    ['with the line ends of Windows', '~~~\r\n![](x.png)\r\n~~~\r\n![](a.png)'],
  ])('are not those in fenced code %s', (_, markdown) => {
    expect(listPictures(markdown)).toEqual(['a.png'])
  })

  test.each([
    ['on one line', '<!-- ![](x.png) -->![](a.png)'],
    ['that is indented', '  <!-- ![](x.png) -->\n![](a.png)'],
    ['on several lines', '<!--\n![](x.png) -->![](a.png)'],
  ])('are not those in a comment %s', (_, markdown) => {
    expect(listPictures(markdown)).toEqual(['a.png'])
  })

  test.each([
    ['after text', 'Write `![](x.png)` for ![](a.png)'],
    ['before other code', 'From `main` ![](a.png) to `next`'],
  ])('are not those in code %s', (_, markdown) => {
    expect(listPictures(markdown)).toEqual(['a.png'])
  })

  test.each([
    ['after a frame of tildes', '+~~~~~~+\n![](a.png)'],
    ['after code that begins a line', '```npm i``` installs it.\n\n![](a.png)'],
    ['before a comment', '![](a.png) <!-- The logo -->'],
    ['between paragraphs with one backquote', 'A ` here\n\n![](a.png)\n\nand a ` there'],
    ['between lines of spaces', 'A ` here\n \t\n![](a.png)\n \t\nand a ` there'],
  ])('are found %s', (_, markdown) => {
    expect(listPictures(markdown)).toEqual(['a.png'])
  })

  test('have addresses with an encoded ampersand', () => {
    const badge = 'https://img.shields.io/npm/v/chalk?style=flat&amp;color=blue'
    expect(listPictures(`![npm](${badge})`)).toEqual([
      'https://img.shields.io/npm/v/chalk?style=flat&color=blue',
    ])
  })

  test('have tags of at most 4000 characters', () => {
    const tag = (length: number) => `<img src="a.png" alt="${'x'.repeat(length - 24)}">`
    expect(tag(4000)).toHaveLength(4000)
    expect(listPictures(tag(4000))).toEqual(['a.png'])
    expect(listPictures(tag(4001))).toEqual([])
  })

  test('are found in time in nested brackets, and so is the first address of a long srcset', () => {
    const nested = `${'!['.repeat(16_384)}${']'.repeat(16_384)}\n\n[a]: b.png`
    expect(cost(() => listPictures(nested))).toBeLessThan(200)
    expect(cost(() => firstCandidate(' ,'.repeat(32_768)))).toBeLessThan(200)
    expect(cost(() => firstCandidate(`a${','.repeat(65_536)}`))).toBeLessThan(200)
  })
})
