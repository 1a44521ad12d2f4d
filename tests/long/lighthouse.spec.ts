import { chromium, expect, test } from 'playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '#scripts/free-port.ts'
import { readList } from '#tests/e2e/lists.ts'
import { figure } from './figure.ts'

const RUNS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Scores = Record<(typeof CATEGORIES)[number], number>

/** Runs Lighthouse with its default settings: a mid-range phone on slow 4G, in a fresh profile. */
async function audit(url: string): Promise<Scores & { faults: string[] }> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'],
    args: [
      `--remote-debugging-port=${port}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  try {
    const result = await lighthouse(url, {
      port,
      onlyCategories: [...CATEGORIES],
      logLevel: 'error',
    })
    const { categories = {}, audits = {} } = result?.lhr ?? {}
    const score = (name: keyof Scores) => Math.round((categories[name]?.score ?? 0) * 100)
    const faults = Object.values(audits)
      .filter((one) => one.score !== null && one.score < 1 && one.scoreDisplayMode === 'binary')
      .map(({ id }) => id)
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      faults,
    }
  } finally {
    await browser.close()
  }
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

test('Lighthouse scores home, list and detail 100 for accessibility, best practices and SEO', async ({
  page,
  baseURL,
}) => {
  const [pack] = (await readList(page, 'icon/list?limit=1')).items
  for (const [name, path] of [
    ['home', '/home/index'],
    ['list', '/home/iconpack'],
    ['detail', `/home/iconpack/detail/${pack?.id}`],
  ] as const) {
    const runs = []
    // The first run fills the caches and is not counted.
    for (let run = 0; run <= RUNS; run += 1) runs.push(await audit(`${baseURL}${path}`))
    const counted = runs.slice(1)
    for (const category of CATEGORIES) {
      const value = median(counted.map((run) => run[category]))
      figure(`Lighthouse, mobile, median of ${RUNS}: ${category} of the ${name}`, value)
      const faults = counted[0]?.faults.join(', ')
      if (category === 'performance') continue
      expect.soft(value, `${category} of the ${name}: ${faults}`).toBe(100)
    }
  }
})
