import { KINDS } from '#lib/contract/kind.ts'
import { SORT_DEFAULT, SORTS } from '#lib/contract/list.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import type { Project } from '#lib/contract/project.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import {
  compare,
  type RawComparison,
  COMPARISON_HEAD,
  comparisonRow,
  ratiosOf,
} from './against-raw.ts'
import { askEach } from './load.ts'
import { createRandom } from './random.ts'
import { circumstances, percentile } from './report.ts'
import { median, type Section, table } from './section.ts'
import { PROCESSES, type BenchSite } from './site.ts'
import { startAuthors, startWriter } from './writer.ts'

const ADDRESSES = 1000
/** Length of the sequence of requests, which is repeated. */
const REQUESTS = 20_000
const CONNECTIONS = 30
const WRITES_PER_SECOND = 10
const MANY_WRITES_PER_SECOND = 100
/** The accounts of each of the two writers, whose projects are all on the first page of the list. */
const ACCOUNTS = 5
/** Further ones for one hundred writes a second: an account may make 300 an hour. One address gets no codes for more. */
const MORE_ACCOUNTS = 10
/** As a filter, they show all projects. */
const VERSIONS = Array.from({ length: 8 }, (_, at) => `9.${at}.0`)

/** A thousand pages under Zipf's law, first cold, then cached, then while projects change. */
export async function benchMany(site: BenchSite): Promise<Section> {
  const addresses = publicPages(await site.projects())
  await site.expire()
  const before = site.processor()
  const cold = await askEach(site.web, addresses, { atOnce: 4, accept: 'br' })
  const after = site.processor()
  const visited = zipf(addresses)
  const name = `${ADDRESSES} pages, Zipf`
  const quiet = await compare(site, [{ name, paths: visited, connections: CONNECTIONS }])
  // Shows the projects that are written.
  const list = { paths: [paths.list('icon', { sort: 'name' })], connections: CONNECTIONS }
  const perSecond = WRITES_PER_SECOND
  const authors = await startAuthors(site, 2 * ACCOUNTS)
  const below = startWriter(site, authors.slice(0, ACCOUNTS), { perSecond, changes: 'below' })
  const summary = startWriter(site, authors.slice(ACCOUNTS), { perSecond, changes: 'summary' })
  const busy = await compare(site, [
    { ...list, name: 'list, two writers' },
    { name: `${name}, two writers`, paths: visited, connections: CONNECTIONS },
  ]).finally(() => Promise.all([below.stop(), summary.stop()]))
  authors.push(...(await startAuthors(site, MORE_ACCOUNTS)))
  const many = startWriter(site, authors, {
    perSecond: MANY_WRITES_PER_SECOND,
    changes: 'summary',
    isOverload: true,
  })
  const busiest = await compare(site, [
    { ...list, name: 'list, one hundred writes a second' },
  ]).finally(many.stop)
  const writes = below.count() + summary.count() + many.count()
  const [figures] = quiet
  const [busyList, busyPages] = busy
  const [busiestList] = busiest
  const ratioOf = (one: RawComparison | undefined) => (one ? ratiosOf(one).ratio : NaN)
  const processor = PROCESSES.map((process) => {
    const ms = (after[process] - before[process]) / addresses.length
    return `${ms.toFixed(1)} (${process})`
  })
  return {
    text: `## Many pages, cold, cached and changing

Measured by \`npm run bench\` on ${circumstances()}. Cold: each of ${ADDRESSES}
pages once, four at a time: p50 ${percentile(cold, 0.5).toFixed(0)} ms, p99 ${percentile(cold, 0.99).toFixed(0)} ms; processor ms per page: ${processor.join(', ')}.
Then a fixed sequence in which the n-th page is asked for 1/n times as often as the first. The list is by name. Two
writers edit one of ten projects of it each, ten times a second, through the web app: one below the first sentence, which the list does not
show, one in it. One hundred writes a second are in it, of which ${many.refused()} of ${many.count()} were refused with 503; ${writes} writes were made.

${table(COMPARISON_HEAD, [...quiet, ...busy, ...busiest].map(comparisonRow))}`,
    figures: {
      'Zipf to raw': ratioOf(figures),
      'list under writes to raw': ratioOf(busyList),
      'Zipf under writes to raw': ratioOf(busyPages),
      'Zipf under writes p99': busyPages
        ? median(busyPages.runs.map(({ site: of }) => of.p99))
        : NaN,
      'list under many writes to raw': ratioOf(busiestList),
    },
  }
}

/** Different pages of the catalogue in all languages, in a fixed random order. */
function publicPages(projects: Project[]): string[] {
  const authors = new Set(projects.map(({ author }) => author.name))
  const lists = KINDS.flatMap((kind) => [
    paths.list(kind),
    // The address of a list does not name the default.
    ...SORTS.filter((sort) => sort !== SORT_DEFAULT).flatMap((sort) =>
      VERSIONS.map((minimum_version) => paths.list(kind, { sort, minimum_version })),
    ),
  ])
  const all = [
    ...projects.map(paths.detail),
    ...[...authors].map((name) => paths.author(name)),
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
