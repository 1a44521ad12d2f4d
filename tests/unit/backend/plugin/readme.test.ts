import { describe, expect, it } from 'vitest'
import { openingOfReadme } from '#backend/services/plugin/readme.ts'
import { expectWithin } from '#tests/support/processor-time.ts'

const HOME = 'https://github.com/ada/plums'
const COMMIT = 'c0ffee0000000000000000000000000000000000'
const read = (text: string, folder = '') =>
  openingOfReadme(text, { repository: HOME, commit: COMMIT, folder })

describe('the opening of a README', () => {
  it('is the prose before the first section, without title, badges, pictures and HTML', () => {
    const text = [
      '---',
      'title: Home',
      '---',
      '# Home Assistant',
      '',
      '[![GitHub Release][releases-shield]][releases]',
      '[![Node.js](https://img.shields.io/badge/Node.js-18%2B-brightgreen)](https://nodejs.org/)',
      '<p align="center"><img src="https://tracker.example/x.png"></p>',
      '<!-- a comment -->',
      'Switches ![plum](assets/plum.png)<b>lights</b> on, see <https://ha.example/>.',
      '',
      '- one',
      '- two',
      '## Features',
      'Many.',
      '',
      '[releases]: https://github.com/ada/plums/releases',
    ].join('\r\n')
    expect(read(text)).toBe('Switches lights on, see <https://ha.example/>.\n\n- one\n- two')
  })

  it.each([
    ['# A\n## B\n\nText.\n\n## C\n\nMore.', 'Text.'],
    ['Title\n=====\nText.', 'Text.'],
    ['Text.\n\nSection\n---\n\nMore.', 'Text.'],
    ['Text:\n```sh\nnpm i\n```\nMore.', 'Text:'],
    ['Text.\n\n---\n\nMore.', 'Text.\n\nMore.'],
    ['# Only a title', ''],
    ['', ''],
  ])('of %j is %j', (text, opening) => {
    expect(read(text)).toBe(opening)
  })

  it.each([
    ['[a](docs/a.md)', `[a](${HOME}/blob/${COMMIT}/docs/a.md)`],
    ['[a](../../issues)', `[a](${HOME}/issues)`],
    ['[`src`](src "Title")', `[\`src\`](${HOME}/blob/${COMMIT}/src)`],
    ['[a](https://x.example/y)', '[a](https://x.example/y)'],
    ['[a](mailto:a@x.example)', '[a](mailto:a@x.example)'],
    ['[a][b]\n\n[B]: LICENSE "x"', `[a](${HOME}/blob/${COMMIT}/LICENSE)`],
    ['[b][]\n\n[b]: <LICENSE>', `[b](${HOME}/blob/${COMMIT}/LICENSE)`],
    // What is in the README only.
    ['See [usage](#usage).', 'See usage.'],
    ['Fast[^1].\n\n[^1]: On paper.', 'Fast.'],
    ['[a](javascript:alert(1))', '[a](javascript:alert(1))'],
  ])('of %j leads to %j', (text, opening) => {
    expect(read(text)).toBe(opening)
  })

  it('has links that are relative to the folder of the README', () => {
    expect(read('[a](a.md)', '.marketplace')).toBe(`[a](${HOME}/blob/${COMMIT}/.marketplace/a.md)`)
  })

  it('leaves code in lines unchanged', () => {
    expect(read('Say `<b>` or `[^1]`.')).toBe('Say `<b>` or `[^1]`.')
  })

  it('has whole paragraphs up to a thousand characters, of a longer one its first sentences', () => {
    const many = read(Array.from({ length: 90 }, (_, at) => `Paragraph ${at} here.`).join('\n\n'))
    expect(many.length).toBeLessThanOrEqual(1000)
    expect(many).toMatch(/Paragraph \d+ here\.$/)
    const long = read('One sentence of a few words. '.repeat(90))
    expect(long.length).toBeLessThanOrEqual(1000)
    expect(long).toMatch(/a few words\.…$/)
    expect(read('字'.repeat(5000))).toHaveLength(1000)
  })
})

it.each([
  ['linked pictures', '[![['],
  ['pictures', '!['],
  ['tags', '<a '],
  ['comments', '<!--'],
  ['links', '](a'],
  ['openings of links', '['],
  ['references', '[a][a]'],
  ['fences', '```\n'],
  ['definitions', '[a]: b\n'],
  ['titles', '=\n'],
  ['rules', '- '],
  ['front matter', '---\n'],
  ['blank lines', ' \n'],
])('256 kB of %s cost little', (_, part) => {
  const text = part.repeat(Math.ceil((256 * 1024) / part.length))
  return expectWithin(300, () => read(text))
})
