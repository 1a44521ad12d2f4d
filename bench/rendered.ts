import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { LIST_LIMIT_DEFAULT } from '#lib/contract/limits.ts'
import { srcSetOf } from '#lib/contract/file/picture.ts'
import type { Project } from '#lib/contract/project.ts'
import { paths } from '#lib/paths.ts'
import { askEach } from './load.ts'
import { buildReference } from './reference-build.ts'
import { circumstances, percentile } from './report.ts'
import { median, ROUNDS, type Section, spread, table } from './section.ts'
import { startSideProcess } from './side-process.ts'
import { PROCESSES, type BenchSite } from './site.ts'

/** Pages of one measurement, at most, and how many are rendered at once. */
const PAGES = 60
const AT_ONCE = 4
const LANGUAGES = ['', '/fr', '/de', '/ja', '/zh-cn']

type Run = { ms: number[]; times: number[] }
/** `round`: -1 for the warm-up. `ms`: processor time per page, of each process. */
type Subject = { name: string; measure: (round: number) => Promise<Run>; runs: Run[] }

/**
 * Pages that no cache holds, against a page of the framework alone with as many plain cards. Before each
 * measurement the caches are emptied, so that the backend is asked for everything.
 */
export async function benchRendered(site: BenchSite): Promise<Section> {
  await buildReference()
  const projects = await site.projects()
  const packs = projects.filter(({ kind }) => kind === 'icon')
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'reference-'))
  const file = path.join(folder.path, 'cards.json')
  await writeFile(file, JSON.stringify(packs.slice(0, LIST_LIMIT_DEFAULT).map(toCard)))
  await using reference = await startSideProcess('reference', ['bench/reference-main.ts'], {
    REFERENCE_CARDS: file,
  })
  const subject = (name: string, pathsOf: (round: number) => string[][]): Subject => ({
    name,
    runs: [],
    measure: (round) => measureSite(site, pathsOf(round)),
  })
  const subjects: Subject[] = [
    {
      name: REFERENCE,
      runs: [],
      measure: async (round) => {
        const addressed = Array.from({ length: PAGES }, (_, at) => `/?n=${round}-${at}`)
        const before = reference.processor()
        const times = await askEach(reference.url, addressed, { atOnce: AT_ONCE })
        return { ms: [(reference.processor() - before) / addressed.length], times }
      },
    },
    ...Object.entries(freshPages(projects)).map(([name, pathsOf]) => subject(name, pathsOf)),
  ]
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const one of subjects) {
      const run = await one.measure(round)
      if (round >= 0) one.runs.push(run)
      if (round >= 0)
        console.log(`${one.name}, afresh: ${sum(run.ms).toFixed(1)} ms of processor time`)
    }
  }
  return report(subjects)
}

/**
 * Addresses of pages in groups, by round; no cache has them after it was emptied before each group.
 * @param projects of the demo catalogue.
 */
export function freshPages(projects: Project[]) {
  const packs = projects.filter(({ kind }) => kind === 'icon')
  const oneGroup = (pathAt: (at: number, round: number) => string) => (round: number) => [
    Array.from({ length: PAGES }, (_, at) => pathAt(at, round)),
  ]
  return {
    [LIST]: oneGroup((at, round) =>
      paths.list('icon', { minimum_version: `9.${round + 1}.${at}` }),
    ),
    [DETAIL]: (round: number) => [
      packs.slice(0, PAGES).map((project) => `${LANGUAGES[round + 1]}${paths.detail(project)}`),
    ],
    // One page per language: the caches are emptied before each five.
    home: (_round: number) =>
      Array.from({ length: 8 }, () => LANGUAGES.map((language) => `${language}${paths.home}`)),
    search: oneGroup((at, round) =>
      paths.search({ q: `${packs[at % packs.length]?.title.split(' ')[0]} ${round}q${at}` }),
    ),
  }
}

const REFERENCE = 'the framework alone, 24 plain cards'
const LIST = 'list'
const DETAIL = 'detail of an icon pack'

/** Asks for groups of pages; the caches are emptied before each group, which is not counted. */
async function measureSite(site: BenchSite, groups: string[][]): Promise<Run> {
  const total = PROCESSES.map(() => 0)
  const times: number[] = []
  for (const group of groups) {
    await site.expire()
    const before = site.processor()
    times.push(...(await askEach(site.web, group, { atOnce: AT_ONCE })))
    const after = site.processor()
    for (const [at, process] of PROCESSES.entries()) {
      total[at] = (total[at] ?? 0) + after[process] - before[process]
    }
  }
  return { ms: total.map((ms) => ms / times.length), times: times.toSorted((a, b) => a - b) }
}

/** What a card of the list shows. */
function toCard(project: Project) {
  return {
    href: paths.detail(project),
    title: project.title,
    author: project.author.name,
    kind: 'Icon pack',
    downloads: project.downloads,
    updated: project.updated_at.slice(0, 10),
    picture: project.cover.url,
    sources: srcSetOf(project.cover),
  }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

function report(subjects: Subject[]): Section {
  const totalOf = (name: string) =>
    median(subjects.find((one) => one.name === name)?.runs.map(({ ms }) => sum(ms)) ?? [])
  const reference = totalOf(REFERENCE)
  const rows = subjects.map(({ name, runs }) => {
    const totals = runs.map(({ ms }) => sum(ms))
    const part = (at: number) => {
      const values = runs.flatMap(({ ms }) => ms[at] ?? [])
      return values.length === 0 ? '–' : median(values).toFixed(1)
    }
    const time = (share: number) =>
      median(runs.map(({ times }) => percentile(times, share))).toFixed(0)
    const ratio = (median(totals) / reference).toFixed(2)
    return [
      name,
      spread(totals, 1),
      ...PROCESSES.map((_, at) => part(at)),
      ratio,
      time(0.5),
      time(0.99),
    ]
  })
  return {
    text: `## Pages rendered afresh

Measured by \`npm run bench\` on ${circumstances()}, ${AT_ONCE} pages at a time, in turns,
three times each; medians, with the least and the greatest. The caches of the web app are emptied before each
measurement. The page of the framework alone (\`bench/reference\`) has the text and pictures of the list's cards and
reads them from memory.

${table(['Page', 'processor ms', ...PROCESSES, 'to the framework', 'p50 ms', 'p99 ms'], rows)}`,
    figures: { reference, 'list afresh': totalOf(LIST), 'detail afresh': totalOf(DETAIL) },
  }
}
