import { execFileSync, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { buildIfChanged } from './build.ts'
import { findChromium } from './chromium.ts'
import { readFigures } from './figures.ts'

/*
 * `npm run test:long [-- FILTER...]` and `npm run test:faults [-- FILTER...]`: tests that are too slow for `npm test`.
 * Filters select test files by name. Writes the figures of the tests to the document of the suite; a
 * filtered run keeps the other figures there. Connects only to localhost.
 */

const SUITES = {
  long: { document: 'docs/long-tests.md', title: 'Long tests' },
  faults: { document: 'docs/fault-figures.md', title: 'Figures of the fault tests' },
} as const

const testSchema = z.object({
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
})
type Suite = { specs: { tests: z.infer<typeof testSchema>[] }[]; suites?: Suite[] | undefined }
const suiteSchema: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    specs: z.array(z.object({ tests: z.array(testSchema) })),
    suites: z.array(suiteSchema).optional(),
  }),
)
const reportSchema = z.object({ suites: z.array(suiteSchema) })

/** Figures with their labels, in the order of the tests. */
function figuresOf(suites: Suite[]): [string, string][] {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.flatMap(({ tests }) =>
      tests.flatMap(({ annotations }) =>
        annotations
          .filter(({ type }) => type === 'figure')
          .map(({ description = '' }): [string, string] => {
            const [what = '', value = ''] = description.split('|')
            return [what, value]
          }),
      ),
    ),
    ...figuresOf(inner),
  ])
}

async function main() {
  const [, , suite, ...words] = process.argv
  if (suite !== 'long' && suite !== 'faults') throw new Error('Usage: test-long.ts long | faults')
  const { document, title } = SUITES[suite]
  await buildIfChanged(console.log)
  // A crawl sends all its requests from one address without pauses, far above the rate limits.
  const env = {
    ...process.env,
    CHROMIUM_PATH: findChromium(console.log),
    RATE_FACTOR: '1000000',
  }
  const args = ['test', '--config', `playwright.${suite}.config.ts`, ...words]
  const child = spawn('node_modules/.bin/playwright', args, { env, stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const report = reportSchema.parse(
    JSON.parse(await readFile(`test-results/${suite}.json`, 'utf8')),
  )
  const former = words.length > 0 ? await readFigures(document) : []
  const figures = new Map([...former, ...figuresOf(report.suites)])
  const rows = [...figures].map(([what, value]) => `| ${what} | ${value} |`)
  await writeFile(
    document,
    `# ${title}

Made by \`npm run test:${suite}\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}. What is tested stands in
\`tests/${suite}\`; these are the figures that it gives.

| What | Figure |
| --- | --: |
${rows.join('\n')}
`,
  )
  execFileSync('node_modules/.bin/oxfmt', [document])
  process.exit(code ?? 1)
}

await main()
