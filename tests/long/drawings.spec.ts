import { mkdir, writeFile } from 'node:fs/promises'
import { type Browser, expect, test } from 'playwright/test'
import { fetchSet } from '#tests/support/drawing-judge/fetch-set.ts'
import { judge, type DrawingVerdict } from '#tests/support/drawing-judge/judge.ts'
import { readDrawings } from '#tests/support/drawing-judge/read-drawings.ts'
import { DrawingRenderer } from '#tests/support/drawing-judge/render.ts'
import { type DrawingSet, SETS } from '#tests/support/drawing-judge/sets.ts'
import { keepVerdict, keptVerdict, readState } from '#tests/support/drawing-judge/verdicts.ts'
import { figure } from '#tests/support/figure.ts'

/*
 * `npm run test:long -- drawings`: every drawing of real sets as a browser shows it, before and after the sanitiser. One set:
 * `npm run test:long -- drawings --grep devicon`. All that is found is in test-results/drawings.json.
 */

const SETS_MIN = 15
const DRAWINGS_MIN = 20_000

const skipped = new Map<string, string>()

for (const set of SETS) {
  test(`drawings of ${set.name} look as in a browser or are marked`, async ({ browser }) => {
    const verdict = await judgeSet(browser, set)
    test.skip(verdict === null, skipped.get(set.name))
    if (verdict === null) return
    console.log(rowOf(set.name, verdict))
    expect(verdict.drawings).toBeGreaterThan(0)
    expect(verdict.differing.map(({ name }) => name)).toEqual([])
  })
}

test('the drawings of fifteen sets are compared, 20,000 in all', async ({ browser }) => {
  const state = await readState(browser.version())
  const sets: Record<string, DrawingVerdict> = {}
  for (const set of SETS) {
    const verdict = await keptVerdict(set, state)
    if (verdict) sets[set.name] = verdict
  }
  await mkdir('test-results', { recursive: true })
  const report = { sets, skipped: Object.fromEntries(skipped) }
  await writeFile('test-results/drawings.json', JSON.stringify(report, null, 1))
  console.log(
    ['set: drawings, refused, marked, differing']
      .concat(Object.entries(sets).map(([name, verdict]) => rowOf(name, verdict)))
      .join('\n'),
  )
  for (const [name, reason] of skipped) console.log(`${name}: skipped: ${reason}`)
  const verdicts = Object.values(sets)
  const sum = (count: (verdict: DrawingVerdict) => number) =>
    verdicts.reduce((total, one) => total + count(one), 0)
  const drawings = sum((one) => one.drawings)
  figure('drawings compared before and after the sanitiser', drawings)
  figure('sets of drawings', verdicts.length)
  figure(
    'drawings refused',
    sum(({ refused }) => countNames(refused)),
  )
  figure(
    'drawings marked as simplified',
    sum(({ simplified }) => countNames(simplified)),
  )
  figure(
    'drawings that differ without a mark',
    sum(({ differing }) => differing.length),
  )
  expect.soft(verdicts.length).toBeGreaterThanOrEqual(SETS_MIN)
  expect.soft(drawings).toBeGreaterThanOrEqual(DRAWINGS_MIN)
})

async function judgeSet(browser: Browser, set: DrawingSet): Promise<DrawingVerdict | null> {
  const state = await readState(browser.version())
  const kept = await keptVerdict(set, state)
  if (kept) return kept
  const folder = await fetchSet(set).catch((error: unknown) => {
    skipped.set(set.name, String(error))
    return null
  })
  if (folder === null) return null
  const renderer = await DrawingRenderer.open(browser)
  const verdict = await judge(await readDrawings(folder, set.files), renderer)
  await renderer.close()
  await keepVerdict(set, state, verdict)
  return verdict
}

/** Drawings, each once. */
const countNames = (names: Record<string, string[]>) => new Set(Object.values(names).flat()).size

const reasonsOf = (names: Record<string, string[]>) =>
  Object.entries(names)
    .map(([reason, { length }]) => `${reason} ${length}`)
    .join(', ')

function rowOf(name: string, verdict: DrawingVerdict): string {
  const { drawings, refused, simplified, undrawable, differing, equalThoughSimplified } = verdict
  const worst = differing
    .slice(0, 5)
    .map((one) => `${one.name} (${Math.round(one.share * 100)} %, ${one.connected})`)
  return [
    `${name}: ${drawings} drawings`,
    `${countNames(refused)} refused (${reasonsOf(refused)})`,
    `${countNames(simplified)} marked (${reasonsOf(simplified)}; ${equalThoughSimplified.length} look the same)`,
    `${undrawable.length} not drawn by the browser`,
    `${differing.length} differ${worst.length > 0 ? `: ${worst.join(', ')}` : ''}`,
  ].join('; ')
}
