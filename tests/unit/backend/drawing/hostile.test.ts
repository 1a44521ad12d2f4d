import { expect, it } from 'vitest'
import { checkArchives, checkDrawings, checkJson } from '#tests/support/hostile/properties.ts'

/* `npm run test:long` does the same for minutes. */

it('no generated drawing costs more than its length, or does more than draw', () => {
  expect(() => checkDrawings({ numRuns: 150 })).not.toThrow()
}, 60_000)

it('no generated JSON costs more than its length', () => {
  expect(() => checkJson({ numRuns: 100 })).not.toThrow()
}, 60_000)

it('no generated archive costs more than the limits allow', async () => {
  await expect(checkArchives({ numRuns: 40 })).resolves.toBeUndefined()
}, 60_000)
