import { readFigures } from '#scripts/test/figures.ts'
import { table } from './section.ts'

type Figures = Record<string, number>
/** `before`: the figure before the pages were made light, as measured then. */
type Target = {
  what: string
  before: string
  target: string
  value: (bench: Figures, long: Figures) => number | undefined
  isMet: (value: number, bench: Figures) => boolean
  digits?: number
}

const atMost = (limit: number) => (value: number) => value <= limit
const atLeast = (limit: number) => (value: number) => value >= limit
/** Processor time of a page: a multiple of the framework's, and 3 ms. */
const timesReference =
  (factor: number) =>
  (value: number, { reference = NaN }: Figures) =>
    value <= factor * reference + 3

/** The labels are those of tests/long/lighthouse.spec.ts and tests/long/memory.spec.ts. */
const ofPages = (what: string, long: Figures, pick: (...values: number[]) => number) => {
  const values = ['home', 'list', 'detail', 'search'].flatMap(
    (page) => long[`Lighthouse, mobile, median of 5: ${what} of the ${page}`] ?? [],
  )
  return values.length === 0 ? undefined : pick(...values)
}

const TARGETS: Target[] = [
  ...(['list', 'detail'] as const).flatMap((page): Target[] => [
    {
      what: `cached ${page} to raw \`node:http\``,
      before: page === 'list' ? '0.41' : '0.30',
      target: '≥ 0.6',
      value: (bench) => bench[`${page} to raw`],
      isMet: atLeast(0.6),
      digits: 2,
    },
    {
      what: `p99 of the cached ${page} to raw`,
      before: '–',
      target: '≤ 2',
      value: (bench) => bench[`${page} p99 to raw`],
      isMet: atMost(2),
      digits: 2,
    },
  ]),
  {
    what: '1000 pages under Zipf’s law to raw',
    before: '–',
    target: '≥ 0.5',
    value: (bench) => bench['Zipf to raw'],
    isMet: atLeast(0.5),
    digits: 2,
  },
  {
    what: 'list afresh, processor ms',
    before: '32',
    target: '≤ 1.6 × the framework’s page + 3',
    value: (bench) => bench['list afresh'],
    isMet: timesReference(1.6),
    digits: 1,
  },
  {
    what: 'detail afresh, processor ms',
    before: '51',
    target: '≤ 2 × the framework’s page + 3',
    value: (bench) => bench['detail afresh'],
    isMet: timesReference(2),
    digits: 1,
  },
  ...(['home', 'list', 'detail'] as const).map((page, at): Target => ({
    what: `${page} by Brotli, kB`,
    before: ['18', '19', '23'][at] ?? '',
    target: '≤ 12',
    value: (bench) => bench[`${page} brotli`],
    isMet: atMost(12),
    digits: 1,
  })),
  {
    what: 'elements on a list of 24',
    before: '–',
    target: '≤ 700',
    value: (bench) => bench['list elements'],
    isMet: atMost(700),
  },
  {
    what: 'flight data in the HTML, most, %',
    before: '48',
    target: '≤ 25',
    value: (bench) => bench['flight share'],
    isMet: atMost(25),
  },
  {
    what: 'script run before intent, gzip, most, kB',
    before: '150',
    target: '≤ 5',
    value: (bench) => bench['scripts at once'],
    isMet: atMost(5),
    digits: 1,
  },
  {
    what: 'Lighthouse mobile performance, the lowest page',
    before: '60',
    target: '≥ 95',
    value: (_, long) => ofPages('performance', long, Math.min),
    isMet: atLeast(95),
  },
  {
    what: 'total blocking time, the highest page, ms',
    before: '–',
    target: '≤ 100',
    value: (_, long) => ofPages('TBT, ms,', long, Math.max),
    isMet: atMost(100),
  },
  {
    what: 'largest contentful paint, the latest page, s',
    before: '–',
    target: '≤ 2.0',
    value: (_, long) => ofPages('LCP, s,', long, Math.max),
    isMet: atMost(2),
    digits: 2,
  },
  {
    what: 'layout shift, the highest page',
    before: '–',
    target: '0',
    value: (_, long) => ofPages('CLS', long, Math.max),
    isMet: atMost(0),
    digits: 3,
  },
  {
    what: 'web process resident after 100 000 addresses, MB',
    before: '950',
    target: '≤ 400',
    value: (_, long) => long['web app resident after 100000 addresses, MB'],
    isMet: atMost(400),
  },
  {
    what: 'backend resident after 100 000 addresses, MB',
    before: '–',
    target: '≤ 250',
    value: (_, long) => long['backend resident after 100000 addresses, MB'],
    isMet: atMost(250),
  },
  {
    what: 'live heap of the web app, growth over the last 50 000, MB',
    before: '–',
    target: '< 5',
    value: (_, long) => long['live heap of the web app, growth over the last 50000 addresses, MB'],
    isMet: (value) => value < 5,
    digits: 1,
  },
]

/** The targets with the figures of this run, and those of the long tests' last run. */
export async function targetTable(bench: Figures): Promise<string> {
  const long = Object.fromEntries(
    (await readFigures('docs/long-tests.md')).map(([what, value]) => [
      what,
      Number.parseFloat(value),
    ]),
  )
  const rows = TARGETS.map(({ what, before, target, value, isMet, digits = 0 }) => {
    const reached = value(bench, long)
    if (reached === undefined || Number.isNaN(reached)) return [what, before, target, '–', '–']
    return [what, before, target, reached.toFixed(digits), isMet(reached, bench) ? 'yes' : 'no']
  })
  return `## Targets

Lighthouse and memory are those of the last \`npm run test:long\` (docs/long-tests.md), everything else is measured
below by the same run. The framework’s page cost ${(bench['reference'] ?? NaN).toFixed(1)} ms of processor time.

${table(['Figure', 'before', 'target', 'measured', 'met'], rows)}`
}
