import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { API_BASE } from '#lib/contract/limits.ts'
import type { Project } from '#lib/contract/project.ts'
import { paths } from '#lib/paths.ts'
import { readPart, readRows } from '#scripts/test/figures.ts'
import { askEach, load } from './load.ts'
import { freshPages } from './rendered.ts'
import { circumstances, writePart } from './report.ts'
import { spread, table } from './section.ts'
import { startSideProcess } from './side-process.ts'
import { expireAll, readProjects } from './site.ts'

/*
 * `npm run bench -- --compare [COMMIT]`: this tree and a commit, in turns in one run. Prints the ratio of each figure, and adds a row to the
 * table of the last comparisons in docs/performance.md. Absolute times depend on the machine and are not kept.
 */

/** Comparisons that the document keeps. */
const KEPT = 10
const SECONDS = 2
const ROUNDS = 5
const CONNECTIONS = 30
const AT_ONCE = 4

type Side = { web: string; processor: () => number; projects: Project[] }
/** A figure of one side in one round; of two, the ratio is this tree's to the commit's. */
type Figure = { name: string; measure: (side: Side, round: number) => Promise<number> }

/** Processor time per request of all processes, in µs: the rate depends on what else the machine does, ± 20 %. */
const hitOf = (pathOf: (side: Side) => string) => async (side: Side) => {
  const before = side.processor()
  const { requests } = await load({
    base: side.web,
    paths: [pathOf(side)],
    connections: CONNECTIONS,
    seconds: SECONDS,
  })
  return (1000 * (side.processor() - before)) / requests
}

/** Processor time per page of all processes, in ms, with empty caches. */
const costOf =
  (name: keyof ReturnType<typeof freshPages>) =>
  async ({ web, processor, projects }: Side, round: number) => {
    let [spent, count] = [0, 0]
    for (const group of freshPages(projects)[name](round)) {
      await expireAll(web)
      const before = processor()
      count += (await askEach(web, group, { atOnce: AT_ONCE })).length
      spent += processor() - before
    }
    return spent / count
  }

const FIGURES: readonly Figure[] = [
  { name: 'cached list, µs', measure: hitOf(() => paths.list('icon')) },
  {
    name: 'cached detail, µs',
    measure: hitOf(({ projects: [first] }) => (first ? paths.detail(first) : '/')),
  },
  { name: 'list of the API, µs', measure: hitOf(() => `${API_BASE}/icon/list`) },
  { name: 'list afresh, ms', measure: costOf('list') },
  { name: 'detail afresh, ms', measure: costOf('detail of an icon pack') },
  { name: 'home afresh, ms', measure: costOf('home') },
  { name: 'search afresh, ms', measure: costOf('search') },
]

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** A tree of the commit with its packages, built, and with the file that starts its site. */
function prepare(folder: string, commit: string): void {
  git('worktree', 'add', '--detach', '--force', folder, commit)
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  copyFileSync('bench/compared-site.ts', path.join(folder, 'bench/compared-site.ts'))
}

const buildIn = (cwd: string) =>
  execFileSync(process.execPath, ['scripts/build/build-site.ts'], { cwd, stdio: 'inherit' })

/** @param commit what this tree is compared with. */
export async function benchCompared(commit: string): Promise<void> {
  const name = git('rev-parse', '--short=8', commit)
  const folder = mkdtempSync(path.join(os.tmpdir(), 'compared-'))
  try {
    prepare(folder, name)
    for (const tree of ['.', folder]) buildIn(tree)
    await using here = await startSideProcess('this tree', ['bench/compared-site.ts'])
    await using there = await startSideProcess(name, [path.join(folder, 'bench/compared-site.ts')])
    const sides = await Promise.all(
      [here, there].map(async ({ url, processor }): Promise<Side> => ({
        web: url,
        processor,
        projects: await readProjects(url),
      })),
    )
    const ratios = await measureAll(sides)
    const row = [...ratios.values()].map((values) => spread(values, 2))
    for (const [figure, values] of ratios) console.log(`${figure}: ${spread(values, 2)}`)
    await report([`${git('rev-parse', '--short=8', 'HEAD')} to ${name}`, ...row])
  } finally {
    git('worktree', 'remove', '--force', folder)
  }
}

/** The ratio of each figure in each round, in which the side that begins changes. The first round warms up both sides. */
async function measureAll([here, there]: Side[]): Promise<Map<string, number[]>> {
  if (!here || !there) throw new Error('A comparison has two sides.')
  const ratios = new Map(FIGURES.map((one) => [one.name, new Array<number>()]))
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { name, measure } of FIGURES) {
      const isOurTurn = round % 2 === 0
      const first = await measure(isOurTurn ? here : there, round)
      const second = await measure(isOurTurn ? there : here, round)
      if (round >= 0) ratios.get(name)?.push(isOurTurn ? first / second : second / first)
    }
  }
  return ratios
}

async function report(row: string[]): Promise<void> {
  const head = ['Commits', ...FIGURES.map(({ name }) => name)]
  const former = readRows(await readPart('docs/performance.md', 'compared')).filter(
    ([first]) => first !== head[0] && first !== row[0],
  )
  await writePart(
    'compared',
    `## The last comparisons

\`npm run bench -- --compare COMMIT\` measures two commits in turns: the ratio of the first to the second, as the median of ${ROUNDS} rounds with the least and
the greatest, of the processor time of all processes for a request. Less is better. Last on ${circumstances()}.

${table(head, [row, ...former].slice(0, KEPT))}`,
  )
}
