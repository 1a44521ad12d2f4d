import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { importersOf } from './imports.ts'

/* Which test files `npm test` leaves out, or runs in part (docs/decisions/0189-keep-npm-test-within-twelve-minutes.md). */

const TESTS = 'tests/{e2e,integration,samples,unit}/**/*.{test,spec}.{ts,tsx}'
/** At the top of a file all tests of which are long. vitest reads such a mark as a tag of each test. */
const MARK = /^\/\/ @module-tag long\n/
/** A tag of single tests. */
const TAG = /['"]@?long['"]/

const filesWith = (pattern: RegExp) =>
  globSync(TESTS).filter((file) => pattern.test(readFileSync(file, 'utf8')))

/** Files whose tests all are long. */
export const findLongFiles = (): string[] => filesWith(MARK)

/** Files with long tests. */
export const findFilesWithLong = (): string[] => [
  ...new Set([...findLongFiles(), ...filesWith(TAG)]),
]

/** Files of which `npm test` runs a sample of inputs. */
export const findSampledFiles = (): string[] =>
  [...importersOf('tests/support/whole.ts', TESTS.replace('/*.{test,spec}', '/*')).keys()].filter(
    (file) => /\.(?:test|spec)\.tsx?$/.test(file),
  )

/**
 * A pattern of browser tests: the long ones and those of some files. Playwright compares it with the name of the project, the file, the
 * titles and the tags, each after a space.
 */
const patternOf = (files: string[]) =>
  [
    '@long',
    ...files
      .filter(isInBrowser)
      .map((file) => String.raw`(?:^|\s)${RegExp.escape(path.basename(file))}\s`),
  ].join('|')

export const isInBrowser = (file: string): boolean => file.startsWith('tests/e2e/')

/** Browser tests that `npm test` leaves out. */
export const longInBrowser = (): string => patternOf(findLongFiles())

/** Browser tests of the suite of long tests: those, and all inputs of the sampled ones. */
export const longOrSampledInBrowser = (): string =>
  patternOf([...findLongFiles(), ...findSampledFiles()])
