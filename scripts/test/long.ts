import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { appendFile, readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buildIfChanged } from '#scripts/build/build.ts'
import { findChromium, prepareFirefox } from './browsers.ts'
import { hasPart, readFigures, readPart, readRows, writePart } from './figures.ts'
import { reportSchema, type Suite } from './playwright-report.ts'

/*
 * `npm run test:long [-- FILTER...]` and `npm run test:faults [-- FILTER...]`: tests that are too slow for `npm test`.
 * `npm run test:long -- gate [--record]`: those which `npm test` leaves out, within half an hour.
 * Filters select test files by name. Writes the figures of the tests to the document of the suite; a
 * filtered run keeps the other figures there. Connects only to localhost.
 */

/** A label, the figure, and its criterion where it has one. */
type Figure = string[]

/** Figures in the order of the tests. */
function figuresOf(suites: Suite[]): Figure[] {
  return suites.flatMap(({ specs, suites: inner }) => [
    ...specs.flatMap(({ tests }) =>
      tests.flatMap(({ annotations }) =>
        annotations
          .filter(({ type }) => type === 'figure')
          .map(({ description = '' }) => description.split('|')),
      ),
    ),
    ...figuresOf(inner),
  ])
}

const circumstances = () =>
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${os.availableParallelism()} processors`

/** One table of all figures. */
async function writeLong(suites: Suite[], isFiltered: boolean) {
  const document = 'docs/long-tests.md'
  const former = isFiltered ? await readFigures(document) : []
  const found = figuresOf(suites).map(([what = '', value = '']) => [what, value] as const)
  const rows = [...new Map([...former, ...found])].map(([what, value]) => `| ${what} | ${value} |`)
  await writePart(document, 'figures', ['| What | Figure |', '| --- | --: |', ...rows].join('\n'))
  await writePart(document, 'circumstances', `Last measured on ${circumstances()}.`)
  return document
}

/**
 * A part for each test file, with the figures and their criteria; a file that the document does not describe gets one at the end.
 * With a filter, a test that did not run keeps its figures.
 */
async function writeFaults(suites: Suite[], isFiltered: boolean) {
  const document = 'docs/reliability.md'
  for (const suite of suites) {
    const part = path.basename(suite.file ?? '', '.spec.ts')
    if (!(await hasPart(document, part))) {
      const marks = `<!-- begin ${part} -->\n\n<!-- end ${part} -->\n`
      await appendFile(document, `\n## ${part}\n\n${marks}`)
    }
    const former = isFiltered ? readRows(await readPart(document, part)) : []
    const figures = new Map(
      [...former, ...figuresOf([suite])].map(([what = '', figure = '', criterion = '']) => [
        what,
        [figure, criterion],
      ]),
    )
    figures.delete('Measured')
    const rows = [...figures].map(([what, cells]) => `| ${[what, ...cells].join(' | ')} |`)
    const head = ['| Measured | Figure | Criterion |', '| --- | --: | --: |']
    await writePart(document, part, [...head, ...rows].join('\n'))
  }
  await writePart(document, 'circumstances', `Last measured on ${circumstances()}.`)
  return document
}

/** Test files that need no running site, if only they are named. */
const WITHOUT_SITE = new Set(['drawings', 'framework', 'mutation', 'readmes'])

const SUITES = { long: writeLong, faults: writeFaults } as const

const testGrowth = () =>
  spawnSync(process.execPath, ['scripts/test/growth.ts'], { stdio: 'inherit' }).status === 0

/** The long tests of vitest and of the browser, two at a time. */
function runLongTests(options: string[]) {
  const { status } = spawnSync(process.execPath, ['scripts/test/main.ts', '--long', ...options], {
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}

async function main() {
  const [, , suite, ...words] = process.argv
  if (suite !== 'long' && suite !== 'faults') throw new Error('Usage: long.ts long | faults')
  if (suite === 'long' && words[0] === 'gate') return runLongTests(words.slice(1))
  const needsSite = words.length === 0 || !WITHOUT_SITE.has(words[0] ?? '')
  const needsFirefox = suite === 'long' && (words.length === 0 || words[0] === 'engines')
  if (needsSite) await buildIfChanged(console.log)
  // A crawl sends all its requests from one address without pauses, far above the rate limits.
  const env = {
    ...process.env,
    CHROMIUM_PATH: findChromium(console.log),
    RATE_FACTOR: '1000000',
    WHOLE_SAMPLES: '1',
    ...(!needsSite && { WITHOUT_SITE: '1' }),
    ...(needsFirefox && { STOCK_FIREFOX: prepareFirefox(console.log) }),
  }
  const args = ['test', '--config', `playwright.${suite}.config.ts`, ...words]
  const child = spawn('node_modules/.bin/playwright', args, { env, stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const report = reportSchema.parse(
    JSON.parse(await readFile(`test-results/${suite}.json`, 'utf8')),
  )
  const document = await SUITES[suite](report.suites, words.length > 0)
  execFileSync('node_modules/.bin/oxfmt', [document])
  // Without a site, by the compiler.
  const isGrowthFine = suite !== 'long' || words.length > 0 || testGrowth()
  process.exit(isGrowthFine ? (code ?? 1) : 1)
}

await main()
