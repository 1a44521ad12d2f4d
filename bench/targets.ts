import { readFigures } from '#scripts/test/figures.ts'
import { table } from './section.ts'

type Figures = Record<string, number>
type Limit = { target: string; isMet: (value: number, bench: Figures) => boolean }
type Value = (bench: Figures, long: Figures) => number | undefined
/** What a figure is limited by, in profiles: `V8` is collection of memory, `network` that of Lighthouse’s phone. */
type Cause = 'our code' | 'framework' | 'V8' | 'database' | 'network'
/** `before`: the figure before the pages were made light, as measured then. */
type Target = readonly [
  what: string,
  before: string,
  limit: Limit,
  cause: Cause,
  value: Value,
  digits?: number,
]

const atMost = (limit: number, target = `≤ ${limit}`): Limit => ({
  target,
  isMet: (value) => value <= limit,
})
const atLeast = (limit: number): Limit => ({
  target: `≥ ${limit}`,
  isMet: (value) => value >= limit,
})
const below = (limit: number): Limit => ({ target: `< ${limit}`, isMet: (value) => value < limit })
/** Processor time of a page: a multiple of the framework's, and 3 ms. */
const timesReference = (factor: number): Limit => ({
  target: `≤ ${factor} × the framework’s page + 3`,
  isMet: (value, { reference = NaN }) => value <= factor * reference + 3,
})

const measured =
  (name: string): Value =>
  (bench) =>
    bench[name]

/** The labels are those of tests/long/memory.spec.ts. */
const measuredLong =
  (name: string): Value =>
  (_, long) =>
    long[name]

/** The labels are those of tests/long/lighthouse.spec.ts. */
const ofPages =
  (what: string, pick: (...values: number[]) => number): Value =>
  (_, long) => {
    const values = ['home', 'list', 'detail', 'search'].flatMap(
      (page) => long[`Lighthouse, mobile, median of 5: ${what} of the ${page}`] ?? [],
    )
    return values.length === 0 ? undefined : pick(...values)
  }

const RAW = 'raw `node:http`'
const GROWTH = 'live heap of the web app, growth over the last 50000 addresses, MB'
const ofMemory = (process: string) => measuredLong(`${process} resident after 100000 addresses, MB`)

const TARGETS: readonly Target[] = [
  [`cached list to ${RAW}`, '0.41', atLeast(0.6), 'our code', measured('list to raw'), 2],
  ['p99 of the cached list to raw', '–', atMost(2), 'V8', measured('list p99 to raw'), 2],
  [`cached detail to ${RAW}`, '0.30', atLeast(0.6), 'our code', measured('detail to raw'), 2],
  ['p99 of the cached detail to raw', '–', atMost(2), 'V8', measured('detail p99 to raw'), 2],
  ['1000 pages under Zipf’s law to raw', '–', atLeast(0.5), 'our code', measured('Zipf to raw'), 2],
  [
    `list under twenty writes a second to ${RAW}`,
    '–',
    atLeast(0.5),
    'database',
    measured('list under writes to raw'),
    2,
  ],
  [
    `1000 pages under twenty writes a second to ${RAW}`,
    '–',
    atLeast(0.3),
    'framework',
    measured('Zipf under writes to raw'),
    2,
  ],
  ['p99 of these pages, ms', '–', atMost(50), 'framework', measured('Zipf under writes p99'), 1],
  [
    `list under one hundred writes a second to ${RAW}`,
    '–',
    atLeast(0.1),
    'database',
    measured('list under many writes to raw'),
    2,
  ],
  [`kept list of the API to ${RAW}`, '–', atLeast(0.5), 'our code', measured('API list to raw'), 2],
  [
    'list of the API to the backend, processor ms',
    '3.4',
    atMost(1.3),
    'our code',
    measured('API list to backend'),
    2,
  ],
  ['list afresh, processor ms', '32', timesReference(1.6), 'framework', measured('list afresh'), 1],
  [
    'detail afresh, processor ms',
    '51',
    timesReference(2),
    'framework',
    measured('detail afresh'),
    1,
  ],
  ['home by Brotli, kB', '18', atMost(12), 'our code', measured('home brotli'), 1],
  ['list by Brotli, kB', '19', atMost(12), 'our code', measured('list brotli'), 1],
  ['detail by Brotli, kB', '23', atMost(12), 'our code', measured('detail brotli'), 1],
  ['elements on a list of 24', '–', atMost(700), 'our code', measured('list elements')],
  ['flight data in the HTML, most, %', '48', atMost(25), 'our code', measured('flight share')],
  [
    'script run before intent, gzip, most, kB',
    '150',
    atMost(5),
    'our code',
    measured('scripts at once'),
    1,
  ],
  [
    'Lighthouse mobile performance, the lowest page',
    '60',
    atLeast(95),
    'network',
    ofPages('performance', Math.min),
  ],
  [
    'total blocking time, the highest page, ms',
    '–',
    atMost(100),
    'our code',
    ofPages('TBT, ms,', Math.max),
  ],
  [
    'largest contentful paint, the latest page, s',
    '–',
    atMost(2, '≤ 2.0'),
    'network',
    ofPages('LCP, s,', Math.max),
    2,
  ],
  ['layout shift, the highest page', '–', atMost(0, '0'), 'our code', ofPages('CLS', Math.max), 3],
  [
    'web process resident after 100 000 addresses, MB',
    '950',
    atMost(400),
    'V8',
    ofMemory('web app'),
  ],
  ['backend resident after 100 000 addresses, MB', '–', atMost(250), 'V8', ofMemory('backend')],
  [
    'live heap of the web app, growth over the last 50 000, MB',
    '–',
    below(5),
    'our code',
    measuredLong(GROWTH),
    1,
  ],
]

/** The targets with the figures of this run, and those of the long tests' last run. */
export async function targetTable(bench: Figures): Promise<string> {
  const long = Object.fromEntries(
    (await readFigures('docs/long-tests.md')).map(([what, value]) => [
      what,
      Number.parseFloat(value),
    ]),
  )
  const rows = TARGETS.map(([what, before, { target, isMet }, cause, value, digits = 0]) => {
    const reached = value(bench, long)
    if (reached === undefined || Number.isNaN(reached))
      return [what, before, target, '–', '–', cause]
    const met = isMet(reached, bench) ? 'yes' : 'no'
    return [what, before, target, reached.toFixed(digits), met, cause]
  })
  return `## Targets

Lighthouse and memory are those of the last \`npm run test:long\` (docs/long-tests.md), everything else is measured
below by the same run. What limits a figure, in profiles: \`V8\` is its collection of memory, \`network\` that of Lighthouse’s phone. The framework’s page cost ${(bench['reference'] ?? NaN).toFixed(1)} ms of processor time.

${table(['Figure', 'before', 'target', 'measured', 'met', 'limited by'], rows)}`
}
