import { execFileSync, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { buildIfChanged } from './build.ts'
import { findChromium } from './chromium.ts'
import { FIGURES_DOC, readFigures } from './figures.ts'

/*
 * `npm run test:long [-- FILTER...]`: the tests in `tests/long`, which are too slow for `npm test`.
 * Filters select test files by name. Writes the figures of the tests to docs/long-tests.md; a filtered
 * run keeps the other figures there. Connects only to localhost.
 */

const REPORT = 'test-results/long.json'

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
  const words = process.argv.slice(2)
  await buildIfChanged(console.log)
  // A crawl sends all its requests from one address without pauses, far above the rate limits.
  const env = {
    ...process.env,
    CHROMIUM_PATH: findChromium(console.log),
    RATE_FACTOR: '1000000',
  }
  const args = ['test', '--config', 'playwright.long.config.ts', ...words]
  const child = spawn('node_modules/.bin/playwright', args, { env, stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const report = reportSchema.parse(JSON.parse(await readFile(REPORT, 'utf8')))
  const former = words.length > 0 ? await readFigures() : []
  const figures = new Map([...former, ...figuresOf(report.suites)])
  const rows = [...figures].map(([what, value]) => `| ${what} | ${value} |`)
  await writeFile(
    FIGURES_DOC,
    `# Long tests

Made by \`npm run test:long\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}. What is tested stands in
\`tests/long\`; these are the figures that it gives.

| What | Figure |
| --- | --: |
${rows.join('\n')}
`,
  )
  execFileSync('node_modules/.bin/oxfmt', [FIGURES_DOC])
  process.exit(code ?? 1)
}

await main()
