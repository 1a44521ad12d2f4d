import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { figure } from '#tests/support/figure.ts'
import { type Mutant, mutantsOf } from '#tests/support/mutation/mutants.ts'
import { findRelatedTests } from '#tests/support/mutation/related-tests.ts'
import { judgeMutants } from '#tests/support/mutation/run.ts'
import { SAMPLED, SELECTED } from '#tests/support/mutation/selection.ts'
import survivors from '#tests/support/mutation/survivors.json' with { type: 'json' }

/*
 * `npm run test:long -- mutation`: changes of the code one at a time, each of which a unit test has to notice. All that is found is in
 * test-results/mutation-*.json. A survivor that breaks no rule is listed in survivors.json with the reason.
 */

const SELECTED_MAX = 2000
const SAMPLE = 200
const SCORE_MIN = 80
const TIME_LIMIT_MS = 60 * 60_000

const related = findRelatedTests()
const tested = (patterns: string[]) => globSync(patterns).filter((file) => related.has(file))
const selected = new Set(tested(SELECTED))

const mutantsIn = (files: Iterable<string>) =>
  [...files].flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')))

/** Judges mutants and records the figures. @returns the score in percent, and the names of the survivors. */
async function measure(what: string, mutants: Mutant[]) {
  const judged = await judgeMutants(mutants, related)
  await mkdir('test-results', { recursive: true })
  await writeFile(`test-results/mutation-${what}.json`, JSON.stringify(judged, null, 1))
  const names = judged
    .filter(({ outcome }) => outcome === 'survived' || outcome === 'untested')
    .map(({ name }) => name)
  const score = Math.floor((100 * (judged.length - names.length)) / judged.length)
  figure(`mutants, ${what}`, judged.length)
  figure(`mutants that no test notices, ${what}`, names.length)
  figure(`mutation score, ${what}, %`, score)
  return { score, names }
}

test('a unit test notices mutants of the selected modules', async () => {
  test.setTimeout(TIME_LIMIT_MS)
  const mutants = mutantsIn(selected)
  expect(mutants.length).toBeLessThanOrEqual(SELECTED_MAX)
  const { score, names } = await measure('selected modules', mutants)
  const explained = new Set(
    Object.values(z.record(z.string(), z.array(z.string())).parse(survivors)).flat(),
  )
  expect
    .soft(
      names.filter((name) => !explained.has(name)),
      'without a reason',
    )
    .toEqual([])
  expect
    .soft(
      [...explained].filter((name) => !names.includes(name)),
      'stale',
    )
    .toEqual([])
  expect(score).toBeGreaterThanOrEqual(SCORE_MIN)
})

test('mutants of the other modules: a fixed sample', async () => {
  test.setTimeout(TIME_LIMIT_MS)
  const others = tested(SAMPLED).filter((file) => !selected.has(file))
  const hash = ({ name }: Mutant) => createHash('sha256').update(name).digest('hex')
  const ordered = mutantsIn(others).toSorted((a, b) => (hash(a) < hash(b) ? -1 : 1))
  const { names } = await measure('sample of the other modules', ordered.slice(0, SAMPLE))
  console.log(names.join('\n'))
})
