import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { matchLicenseText } from '#backend/text/license-text.ts'

const require = createRequire(import.meta.url)
const textOf = (id: string) =>
  z.object({ licenseText: z.string() }).parse(require(`spdx-license-list/licenses/${id}.json`))
    .licenseText
const mit = readFileSync('node_modules/yauzl/LICENSE', 'utf8')

describe('a licence by its text', () => {
  it.each([
    ['yauzl/LICENSE', 'MIT'],
    ['bare-events/LICENSE', 'Apache-2.0'],
    ['@fontsource-variable/inter/LICENSE', 'OFL-1.1'],
    ['caniuse-lite/LICENSE', 'CC-BY-4.0'],
    ['isbot/LICENSE', 'Unlicense'],
    ['lru-cache/LICENSE.md', 'BlueOak-1.0.0'],
    ['typescript/LICENSE', 'Apache-2.0'],
    ['css-what/LICENSE', 'BSD-2-Clause'],
    ['source-map-js/LICENSE', 'BSD-3-Clause'],
    ['jpeg-js/LICENSE', 'BSD-3-Clause'],
    ['axe-core/LICENSE', 'MPL-2.0'],
    ['retry/License', 'MIT'],
    ['minimist/LICENSE', 'MIT'],
    ['playwright/LICENSE', 'Apache-2.0'],
    ['pathe/LICENSE', null],
    ['lodash/LICENSE', null],
  ])('%s is %s', (file, id) => {
    expect(matchLicenseText(readFileSync(path.join('node_modules', file), 'utf8'))).toBe(id)
  })

  it('is the one that most packages state', () => {
    const packages = readdirSync('node_modules', { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
    const found = packages.flatMap(({ name }) => {
      const folder = path.join('node_modules', name)
      const file = readdirSync(folder).find((one) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(one))
      if (file === undefined || !readdirSync(folder).includes('package.json')) return []
      const about: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
      const stated = z.object({ license: z.string() }).safeParse(about).data?.license
      if (stated !== 'MIT' && stated !== 'ISC' && stated !== 'Apache-2.0') return []
      const matched = matchLicenseText(readFileSync(path.join(folder, file), 'utf8'))
      return [{ name, isRight: matched === stated }]
    })
    const right = found.filter(({ isRight }) => isRight).length
    expect(found.length).toBeGreaterThan(100)
    expect(right / found.length).toBeGreaterThan(0.9)
  })

  it.each(['flag-icons', 'devicon', 'ionicons'])('of the set %s is MIT', (set) => {
    expect(matchLicenseText(readFileSync(`tests/fixtures/drawings/${set}/LICENSE`, 'utf8'))).toBe(
      'MIT',
    )
  })

  it.each([
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Zlib',
    'OFL-1.1',
    'CC0-1.0',
    'CC-BY-4.0',
    'CC-BY-NC-ND-4.0',
    'CC-BY-ND-4.0',
  ])('%s is none of its relatives', (id) => expect(matchLicenseText(textOf(id))).toBe(id))

  it.each([
    [
      'several lines of holders',
      mit.replace(
        /^Copyright.*$/m,
        'Copyright (c) 2011:\nTim Koschützki (tim@example.com)\nAda <ada@example.com>',
      ),
    ],
    [
      'a holder without a year',
      mit.replace(/^Copyright.*$/m, 'Copyright Ada, Inc. and other contributors.'),
    ],
    ['another sign', mit.replace(/^Copyright.*$/m, '© 2020–2026 Paweł Kuna')],
    ['a heading of Markdown', mit.replace(/^.*MIT License.*$/m, '# The MIT License (MIT)')],
    ['a short title', `MIT\n\n${mit}`],
    ['a sentence that names it', `This pack is released under the MIT license:\n\n${mit}`],
    ['typographic quotes', mit.replaceAll(/"([^"]+)"/g, '“$1”')],
    ['indentation', mit.replaceAll(/^/gm, '    ')],
  ])('%s changes nothing', (_, text) => expect(matchLicenseText(text)).toBe('MIT'))

  it('of Apache is the same with and without its appendix', () => {
    const text = textOf('Apache-2.0')
    const filled = text.replace('[yyyy] [name of copyright owner]', '2026 Ada')
    const short = text.slice(0, text.indexOf('APPENDIX'))
    expect([filled, short].map(matchLicenseText)).toEqual(['Apache-2.0', 'Apache-2.0'])
    expect(matchLicenseText(filled.replace('http://www', 'Not for sale. http://www'))).toBeNull()
  })

  it('other line ends and breaks, and a byte order mark, change nothing', () => {
    expect(matchLicenseText(mit.replaceAll('\n', '\r\n'))).toBe('MIT')
    expect(matchLicenseText(mit.replaceAll(/(?<=\S)\n(?=\S)/g, ' '))).toBe('MIT')
    expect(matchLicenseText(`\uFEFF${mit}`)).toBe('MIT')
  })

  it.each([
    ['a condition that was added', `${mit}\nThe logos may not be used.\n`],
    ['a word that was taken away', mit.replace('sublicense', '')],
    [
      'a condition in the title',
      mit.replace(/^.*MIT License.*$/m, 'MIT License with Commons Clause'),
    ],
    [
      'the Commons Clause',
      `${mit}\n“Commons Clause” License Condition v1.0\n\nThe Software is provided to you subject to it.`,
    ],
    ['the Commons Clause above', `“Commons Clause” License Condition v1.0\n\n${mit}`],
    [
      'a condition beside the copyright',
      mit.replace(/^(Copyright.*)$/m, '$1. Not for commercial use.'),
    ],
    ['one in German', mit.replace(/^(Copyright.*)$/m, '$1, keine kommerzielle Nutzung')],
    ['one below the copyright', mit.replace(/^(Copyright.*)$/m, '$1\nFor personal use')],
    ['one above', `This license does not extend to the logos.\n\n${mit}`],
    ['the title of another licence', mit.replace(/^.*MIT License.*$/m, 'ISC License')],
    ['the name of another licence', `This pack is licensed under the GPL:\n\n${mit}`],
    ['two names', `MIT OR GPL-3.0-only\n\n${mit}`],
    ['a licence twice named', `Dual licensed under MIT and Apache-2.0\n\n${mit}`],
    ['a reservation below it', mit.replace(/^(Copyright.*)$/m, '$1\nThe logos are proprietary.')],
    ['a hundred titles', `${'MIT License\n'.repeat(100)}${mit}`],
    ['thousands of copyrights', '©\n'.repeat(32_000)],
    ['two licences', `${textOf('Apache-2.0')}\n\n${mit}`],
    ['a part', mit.slice(0, mit.length / 2)],
    ['nothing', ''],
    ['a megabyte', mit.repeat(1000)],
  ])('%s is no match', (_, text) => {
    expect(matchLicenseText(text)).toBeNull()
  })
})
