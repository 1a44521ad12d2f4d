// @module-tag long
import { expect, it } from 'vitest'
import {
  checkArchives,
  checkDrawings,
  checkForeignFiles,
  checkJson,
} from '#tests/support/hostile/properties.ts'

/* `npm run test:long` does the same for minutes. */

it('every generated drawing is sanitised in linear time', () => {
  expect(() => checkDrawings({ numRuns: 150 })).not.toThrow()
})

it('every generated JSON is parsed in linear time', () => {
  expect(() => checkJson({ numRuns: 100 })).not.toThrow()
})

it('every generated archive is validated within the limits', async () => {
  await expect(checkArchives({ numRuns: 40 })).resolves.toBeUndefined()
})

it('every generated file of others is read or refused within the limits', async () => {
  await expect(checkForeignFiles({ numRuns: 150 })).resolves.toBeUndefined()
})
