import { beforeAll, expect, it } from 'vitest'
import { testBackend } from '#tests/support/backend.ts'
import { fillQualityCatalogue, judgeQueries } from '#tests/support/search-quality/judge.ts'
import { answeredBefore, qualityProjects } from '#tests/support/search-quality/read.ts'
import { type Compared, qualityReport, sumUp } from '#tests/support/search-quality/report.ts'

/** `vitest run --project backend tests/integration/backend/search/quality.test.ts --update` writes it anew. */
const REPORT = '../../../../docs/search-quality.md'
/** Smallest share of the queries with a right first result, and smallest recall. */
const GOAL = 0.95

let answers: Compared[] = []
const backend = await testBackend()
beforeAll(async () => {
  await fillQualityCatalogue(backend.db)
  const before = answeredBefore()
  answers = (await judgeQueries(backend.db)).map((answer) => ({
    ...answer,
    before: before.get(answer.query) ?? { place: null, recall: 0 },
  }))
})

it('at least 300 queries are judged, on a catalogue without equal titles', () => {
  const titles = qualityProjects().map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
  expect(answers.length).toBeGreaterThanOrEqual(300)
  expect(answers.flatMap(({ unknown }) => unknown)).toEqual([])
})

it('95 % have a right first result, and what belongs to the first ten is there', () => {
  const { first, recall } = sumUp(answers)
  expect(first).toBeGreaterThanOrEqual(GOAL)
  expect(recall).toBeGreaterThanOrEqual(GOAL)
})

it('none is answered worse than by the release before', () => {
  const placeOf = (place: number | null) => place ?? Infinity
  const worse = answers.filter(
    ({ place, recall, before }) =>
      placeOf(place) > placeOf(before.place) || recall < before.recall - 0.01,
  )
  expect(worse).toEqual([])
})

it('docs/search-quality.md has the figures', async () => {
  await expect(qualityReport(answers)).toMatchFileSnapshot(REPORT)
})
