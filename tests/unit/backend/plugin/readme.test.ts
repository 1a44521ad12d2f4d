import { expect, it } from 'vitest'
import { descriptionOf } from '#backend/services/plugin/readme.ts'

const repository = { owner: 'ada', name: 'plums', branch: 'main' }
const read = (text: string) => descriptionOf(text, repository)
const HOME = 'https://github.com/ada/plums'

it('removes the title, badges, pictures and HTML', () => {
  const text = [
    '# Home Assistant',
    '',
    '[![GitHub Release][releases-shield]][releases]',
    '[![Node.js](https://img.shields.io/badge/Node.js-18%2B-brightgreen)](https://nodejs.org/)',
    '<p align="center"><img src="https://tracker.example/x.png"></p>',
    '<!-- a comment -->',
    'Switches ![plum](assets/plum.png) lights <b>on</b>, see <https://ha.example/>.',
    '',
    '[releases]: https://github.com/ada/plums/releases',
  ].join('\r\n')
  expect(read(text)).toBe(
    'Switches  lights on, see <https://ha.example/>.\n\n[releases]: https://github.com/ada/plums/releases',
  )
})

it.each([
  ['[a](docs/a.md)', `[a](${HOME}/blob/main/docs/a.md)`],
  ['[a](/docs/a.md)', `[a](${HOME}/blob/main/docs/a.md)`],
  ['[a](../../issues)', `[a](${HOME}/issues)`],
  ['[a](#usage)', `[a](${HOME}#usage)`],
  ['[`src`](src "Title")', `[\`src\`](${HOME}/blob/main/src "Title")`],
  ['[a](https://x.example/y)', '[a](https://x.example/y)'],
  ['[a](mailto:a@x.example)', '[a](mailto:a@x.example)'],
  ['[a]: LICENSE', `[a]: ${HOME}/blob/main/LICENSE`],
])('makes the links of %s absolute', (text, expected) => {
  expect(read(text)).toBe(expected)
})

it('leaves code unchanged', () => {
  const text = 'Say `<b>`:\n\n```html\n<!-- kept -->\n[a](b) ![c](d)\n```\n\nDone.'
  expect(read(text)).toBe(text)
})

it('is cut between paragraphs to the length of a description, with code blocks closed', () => {
  const long = read(Array.from({ length: 400 }, (_, at) => `Paragraph ${at} of many.`).join('\n\n'))
  expect(long.length).toBeLessThanOrEqual(8192)
  expect(long).toMatch(/of many\.$/)
  const code = read(`\`\`\`\n${'x = 1\n'.repeat(3000)}\`\`\``)
  expect(code.length).toBeLessThanOrEqual(8192)
  expect(code.split('\n').at(-1)).toBe('```')
})

it.each([
  ['linked pictures', '[![['],
  ['pictures', '!['],
  ['tags', '<a '],
  ['comments', '<!--'],
  ['links', '](a'],
  ['fences', '```\n'],
  ['definitions', '[a]: b\n'],
  ['titles', '=\n'],
])('256 kB of %s cost little', (_, part) => {
  const text = part.repeat(Math.ceil((256 * 1024) / part.length))
  const before = process.cpuUsage()
  read(text)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(300)
})
