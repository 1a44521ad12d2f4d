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
    ['lru-cache/LICENSE.md', null],
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

  it('other line ends and breaks, and a byte order mark, change nothing', () => {
    expect(matchLicenseText(mit.replaceAll('\n', '\r\n'))).toBe('MIT')
    expect(matchLicenseText(mit.replaceAll(/(?<=\S)\n(?=\S)/g, ' '))).toBe('MIT')
    expect(matchLicenseText(`\uFEFF${mit}`)).toBe('MIT')
  })

  it.each([
    ['a condition that was added', `${mit}\nThe logos may not be used.\n`],
    ['a word that was taken away', mit.replace('sublicense', '')],
    ['two licences', `${textOf('Apache-2.0')}\n\n${mit}`],
    ['a part', mit.slice(0, mit.length / 2)],
    ['nothing', ''],
    ['a megabyte', mit.repeat(1000)],
  ])('%s is no match', (_, text) => {
    expect(matchLicenseText(text)).toBeNull()
  })
})
