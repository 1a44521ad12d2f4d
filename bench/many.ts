import { KINDS } from '#lib/contract/kind.ts'
import { SORT_DEFAULT, SORTS } from '#lib/contract/list.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import type { Project } from '#lib/contract/project.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { compare, COMPARISON_HEAD, comparisonRow, ratiosOf } from './against-raw.ts'
import { askEach } from './load.ts'
import { createRandom } from './random.ts'
import { circumstances, percentile } from './report.ts'
import { type Section, table } from './section.ts'
import { PROCESSES, type Site } from './site.ts'
import { startWriter } from './writer.ts'

const ADDRESSES = 1000
/** Length of the sequence of requests, which is repeated. */
const REQUESTS = 20_000
const CONNECTIONS = 30
const WRITES_PER_SECOND = 10
/** As a filter, they show all projects. */
const VERSIONS = Array.from({ length: 8 }, (_, at) => `9.${at}.0`)

/** A thousand pages under Zipf's law, first cold, then cached, then while projects change. */
export async function benchMany(site: Site): Promise<Section> {
  const addresses = publicPages(await site.projects())
  await site.expire()
  const before = site.processor()
  const cold = await askEach(site.web, addresses, { atOnce: 4, accept: 'br' })
  const after = site.processor()
  const paths = zipf(addresses)
  const name = `${ADDRESSES} pages, Zipf`
  const quiet = await compare(site, [{ name, paths, connections: CONNECTIONS }])
  const writer = await startWriter(site, WRITES_PER_SECOND)
  const list = [pages.list('icon')]
  const busy = await compare(site, [
    { name: 'list, ten writes a second', paths: list, connections: CONNECTIONS },
    { name: `${name}, ten writes a second`, paths, connections: CONNECTIONS },
  ]).finally(writer.stop)
  const [figures] = quiet
  const processor = PROCESSES.map((process) => {
    const ms = (after[process] - before[process]) / addresses.length
    return `${ms.toFixed(1)} (${process})`
  })
  return {
    text: `## Many pages, cold, cached and changing

Measured by \`npm run bench\` on ${circumstances()}. Cold: each of ${ADDRESSES}
pages once, four at a time: p50 ${percentile(cold, 0.5).toFixed(0)} ms, p99 ${percentile(cold, 0.99).toFixed(0)} ms; processor ms per page: ${processor.join(', ')}.
Then a fixed sequence in which the n-th page is asked for 1/n times as often as the first. A write edits one of
ten projects through the web app; ${writer.count()} writes were made.

${table(COMPARISON_HEAD, [...quiet, ...busy].map(comparisonRow))}`,
    figures: { 'Zipf to raw': figures ? ratiosOf(figures).ratio : NaN },
  }
}

/** Different pages of the catalogue in all languages, in a fixed random order. */
function publicPages(projects: Project[]): string[] {
  const authors = new Set(projects.map(({ author }) => author.name))
  const lists = KINDS.flatMap((kind) => [
    pages.list(kind),
    // The address of a list does not name the default.
    ...SORTS.filter((sort) => sort !== SORT_DEFAULT).flatMap((sort) =>
      VERSIONS.map((minimum_version) => pages.list(kind, { sort, minimum_version })),
    ),
  ])
  const all = [
    ...projects.map(pages.detail),
    ...[...authors].map((name) => pages.author(name)),
    ...lists,
  ]
  const localised = LOCALES.flatMap((locale) => all.map((page) => localePath(locale, page)))
  const random = createRandom(7)
  const shuffled = localised
    .map((page) => [random(), page] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, page]) => page)
  if (shuffled.length < ADDRESSES)
    throw new Error(`The catalogue has ${shuffled.length} pages only.`)
  return shuffled.slice(0, ADDRESSES)
}

/** A sequence of pages in which the n-th is 1/n times as frequent as the first. */
function zipf(addresses: string[]): string[] {
  const random = createRandom(11)
  let sum = 0
  const upTo = addresses.map((_, at) => (sum += 1 / (at + 1)))
  return Array.from({ length: REQUESTS }, () => {
    const place = random() * sum
    return addresses[upTo.findIndex((limit) => limit >= place)] ?? ''
  })
}
