import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  findFilesWithLong,
  findLongFiles,
  findSampledFiles,
  longInBrowser,
  longOrSampledInBrowser,
} from '#scripts/test/long-files.ts'

const files = globSync('tests/{e2e,integration,samples,unit}/**/*.{test,spec}.{ts,tsx}')
const own = path.relative('.', import.meta.filename)
const others = files.filter((file) => file !== own)
const containing = (word: string) =>
  others.filter((file) => readFileSync(file, 'utf8').includes(word))

describe('the mark of long tests', () => {
  it('is at the top of each file that has it', () => {
    expect(findLongFiles().length).toBeGreaterThan(30)
    expect(findLongFiles().toSorted()).toEqual(containing('@module-tag').toSorted())
  })

  it('is found at single tests', () => {
    const found = findFilesWithLong()
    expect(found.length).toBeGreaterThan(findLongFiles().length + 30)
    expect(new Set(found).size).toBe(found.length)
    const tagged = [...containing("tags: 'long'"), ...containing("tag: '@long'")]
    expect(tagged.filter((file) => !found.includes(file))).toEqual([])
  })
})

describe('browser tests', () => {
  /** What Playwright compares: the name of the project, the file, the titles and the tags. */
  const isIn = (pattern: string, file: string, tags = '') =>
    new RegExp(pattern).test(`read ${file} a title ${tags}`)

  it('of a marked file and with the tag are left out, others are not', () => {
    const marked = findLongFiles().filter((file) => file.startsWith('tests/e2e/'))
    expect(marked.length).toBeGreaterThan(3)
    for (const file of marked) expect(isIn(longInBrowser(), path.basename(file)), file).toBe(true)
    expect(isIn(longInBrowser(), 'home.spec.ts', '@long')).toBe(true)
    expect(isIn(longInBrowser(), 'home.spec.ts')).toBe(false)
  })

  it('with a sample run again as a whole', () => {
    expect(findSampledFiles()).toContain('tests/e2e/home.spec.ts')
    expect(isIn(longOrSampledInBrowser(), 'home.spec.ts')).toBe(true)
  })
})
