import { paths } from '#lib/paths.ts'
import { type Case, compare, COMPARISON_HEAD, comparisonRow, ratiosOf } from './against-raw.ts'
import { generator } from './load.ts'
import { circumstances } from './report.ts'
import { type Section, table } from './section.ts'
import type { BenchSite } from './site.ts'

const CONNECTIONS = 30
const MANY_CONNECTIONS = 300
/** Visitors that the many connections belong to. */
const CLIENTS = 100

/** Pages in the page cache against raw `node:http`, one address at a time. */
export async function benchCached(site: BenchSite): Promise<Section> {
  const pack = (await site.projects()).find(({ kind }) => kind === 'icon')
  if (!pack) throw new Error('The catalogue has no icon packs.')
  const list = [paths.list('icon')]
  const cases: Case[] = [
    { name: 'home', paths: [paths.home], connections: CONNECTIONS },
    { name: 'list', paths: list, connections: CONNECTIONS },
    { name: 'detail', paths: [paths.detail(pack)], connections: CONNECTIONS },
    { name: 'list', paths: list, connections: MANY_CONNECTIONS, clients: CLIENTS },
  ]
  const comparisons = await compare(site, cases)
  const [, listRow, detailRow] = comparisons
  if (!listRow || !detailRow) throw new Error('No measurement.')
  const [ofList, ofDetail] = [ratiosOf(listRow), ratiosOf(detailRow)]
  return {
    text: `## Cached pages against raw \`node:http\`

Measured by \`npm run bench\` on ${circumstances()}. The raw server
sends the same bytes with the same headers from a process of its own; both are loaded by ${generator} in turns,
three times each for 2 s, with Brotli accepted. Medians, with the least and the greatest ratio. With 300
connections the requests belong to ${CLIENTS} visitors behind a proxy.

${table(COMPARISON_HEAD, comparisons.map(comparisonRow))}`,
    figures: {
      'list to raw': ofList.ratio,
      'detail to raw': ofDetail.ratio,
      'list p99 to raw': ofList.p99Ratio,
      'detail p99 to raw': ofDetail.p99Ratio,
    },
  }
}
