import { chromium, expect, test } from 'playwright/test'
import lighthouse from 'lighthouse'
import { z } from 'zod'
import { paths } from '#lib/paths.ts'
import { freePort } from '#scripts/stack/free-port.ts'
import { readList } from '#tests/e2e/lists.ts'
import { figure } from '#tests/support/figure.ts'

const RUNS = 5
const SCORES = ['accessibility', 'best-practices', 'seo'] as const
/** Of `/json/version` of the browser. The headless shell names itself in it; Chromium without a window does not. */
const versionSchema = z.object({ Browser: z.string() })
type Audit = {
  isShell: boolean
  scores: Record<'performance' | (typeof SCORES)[number], number>
  /** TBT and LCP in ms, CLS, and the transferred bytes. */
  tbt: number
  lcp: number
  cls: number
  bytes: number
  faults: string[]
}

/**
 * Runs Lighthouse with its default settings: a mid-range phone on slow 4G, in a fresh profile.
 * @param isForced moves the pointer when the page has loaded, so that the scripts that wait for intent run.
 */
async function audit(url: string, isForced: boolean): Promise<Audit> {
  const port = await freePort()
  const executablePath = process.env['CHROMIUM_PATH']
  const context = await chromium.launchPersistentContext('', {
    ...(executablePath !== undefined && { executablePath }),
    viewport: null,
    args: [
      `--remote-debugging-port=${port}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  try {
    if (isForced) {
      await context.addInitScript(() => {
        const move = new PointerEvent('pointermove', { bubbles: true, clientX: 9, clientY: 9 })
        addEventListener('load', () => document.body.dispatchEvent(move))
      })
    }
    const onlyCategories = isForced ? ['performance'] : ['performance', ...SCORES]
    const about: unknown = await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()
    const { Browser } = versionSchema.parse(about)
    const result = await lighthouse(url, { port, onlyCategories, logLevel: 'error' })
    const { categories = {}, audits = {} } = result?.lhr ?? {}
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
    const value = (name: string) => audits[name]?.numericValue ?? NaN
    const faults = Object.values(audits)
      .filter((one) => one.score !== null && one.score < 1 && one.scoreDisplayMode === 'binary')
      .map(({ id }) => id)
    return {
      isShell: Browser.startsWith('Headless'),
      scores: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        'best-practices': score('best-practices'),
        seo: score('seo'),
      },
      tbt: value('total-blocking-time'),
      lcp: value('largest-contentful-paint'),
      cls: value('cumulative-layout-shift'),
      bytes: value('total-byte-weight'),
      faults,
    }
  } finally {
    await context.close()
  }
}

const sorted = (values: number[]) => values.toSorted((a, b) => a - b)
const median = (values: number[]) => sorted(values)[Math.floor(values.length / 2)] ?? NaN

/** Median, and the least and greatest value: `96 (94–97)`. */
function spread(values: number[], digits = 0): string {
  const [least, middle, most] = [Math.min(...values), median(values), Math.max(...values)]
  return `${middle.toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`
}

function titleOf([run]: Audit[], isForced = false): string {
  const browser = run?.isShell ? '' : ', full Chromium'
  return `Lighthouse${browser}, mobile, median of ${RUNS}${isForced ? ', scripts at load' : ''}:`
}

async function auditFiveTimes(name: string, url: string, isForced: boolean): Promise<Audit[]> {
  // The first run fills the caches and is not counted.
  await audit(url, isForced)
  const runs: Audit[] = []
  for (let run = 0; run < RUNS; run += 1) runs.push(await audit(url, isForced))
  const what = titleOf(runs, isForced)
  const of = (part: (run: Audit) => number) => runs.map(part)
  figure(`${what} performance of the ${name}`, spread(of(({ scores }) => scores.performance)))
  figure(`${what} TBT, ms, of the ${name}`, spread(of(({ tbt }) => tbt)))
  figure(
    `${what} LCP, s, of the ${name}`,
    spread(
      of(({ lcp }) => lcp / 1000),
      2,
    ),
  )
  figure(
    `${what} CLS of the ${name}`,
    spread(
      of(({ cls }) => cls),
      3,
    ),
  )
  figure(`${what} kB received by the ${name}`, spread(of(({ bytes }) => bytes / 1000)))
  return runs
}

for (const isForced of [false, true]) {
  const when = isForced ? 'when its scripts run at load' : 'when its scripts wait'
  test(`Lighthouse measures home, list, detail and search ${when}`, async ({ page, baseURL }) => {
    const [pack] = (await readList(page, 'icon/list?limit=1')).items
    for (const [name, path] of [
      ['home', paths.home],
      ['list', paths.list('icon')],
      ['detail', paths.detail({ kind: 'icon', id: pack?.id ?? '' })],
      ['search', paths.search({ q: 'icon' })],
    ] as const) {
      const runs = await auditFiveTimes(name, `${baseURL}${path}`, isForced)
      // Search results are not indexed, which costs their SEO score.
      if (isForced || name === 'search') continue
      for (const category of SCORES) {
        const value = median(runs.map(({ scores }) => scores[category]))
        figure(`${titleOf(runs)} ${category} of the ${name}`, value)
        const faults = runs[0]?.faults.join(', ')
        expect.soft(value, `${category} of the ${name}: ${faults}`).toBe(100)
      }
    }
  })
}
