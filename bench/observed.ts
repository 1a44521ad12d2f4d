import { paths } from '#lib/paths.ts'
import { freePort } from '#scripts/stack/free-port.ts'
import { startOtlpReceiver } from '#tests/support/otlp-receiver.ts'
import { askEach, load } from './load.ts'
import { circumstances } from './report.ts'
import { median, ROUNDS, type Section, spread, table } from './section.ts'
import { PROCESSES, type BenchSite, startSite } from './site.ts'

const CONNECTIONS = 30
const SECONDS = 2
/** Pages that are rendered for one measurement, and how many at once. */
const RENDERED = 40
const AT_ONCE = 4

type Subject = {
  name: string
  site: BenchSite
  rates: number[]
  hitMs: number[]
  renderMs: number[]
}

/** What metrics and traces cost: sites with and without them, in turns. The site of the other sections rests meanwhile. */
export async function benchObserved(): Promise<Section> {
  const receiver = await startOtlpReceiver()
  const subjects: Subject[] = []
  try {
    subjects.push(await start('neither'))
    subjects.push(
      await start('metrics', {
        METRICS_PORT: String(await freePort()),
        BACKEND_METRICS_PORT: String(await freePort()),
      }),
    )
    subjects.push(
      await start('metrics, and a trace of every request', {
        METRICS_PORT: String(await freePort()),
        BACKEND_METRICS_PORT: String(await freePort()),
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      }),
    )
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const subject of subjects) await measure(subject, round)
    }
    const [first] = subjects
    if (!first) throw new Error('No measurement.')
    const rows = subjects.map((subject) => {
      const ratios = subject.rates.map((rate, at) => rate / (first.rates[at] ?? NaN))
      const { 'web app': web, backend } = subject.site.memory()
      return [
        subject.name,
        median(subject.rates).toFixed(0),
        spread(ratios, 2),
        spread(subject.hitMs, 3),
        spread(subject.renderMs, 1),
        `${web.now}, ${backend.now}`,
      ]
    })
    const head = [
      'Site with',
      'held pages/s',
      'to the first',
      'processor ms each',
      'processor ms per new page',
      'web, backend resident, MB',
    ]
    return {
      text: `## What metrics and traces cost

Measured by \`npm run bench\` on ${circumstances()}: three sites that run at the same time and are
loaded in turns, the list of icon packs from the page cache with ${CONNECTIONS} connections, and lists that are not cached; medians, with
the least and the greatest. A hit of the page cache has no span ([decision 84](decisions/0084-count-metrics-in-memory-and-export-on-demand.md)).

${table(head, rows)}`,
    }
  } finally {
    for (const { site } of subjects) await site.stop()
    await receiver.stop()
  }
}

async function start(name: string, variables: Record<string, string> = {}): Promise<Subject> {
  const site = await startSite(variables)
  return { name, site, rates: [], hitMs: [], renderMs: [] }
}

/** @param round -1 for the warm-up. */
async function measure(subject: Subject, round: number): Promise<void> {
  const { site } = subject
  const total = () => {
    const processor = site.processor()
    return PROCESSES.reduce((sum, name) => sum + processor[name], 0)
  }
  const before = total()
  const held = await load({
    base: site.web,
    paths: [paths.list('icon')],
    connections: CONNECTIONS,
    seconds: SECONDS,
  })
  const between = total()
  const fresh = Array.from({ length: RENDERED }, (_, at) =>
    paths.list('icon', { minimum_version: `7.${round + 1}.${at}` }),
  )
  await askEach(site.web, fresh, { atOnce: AT_ONCE })
  const after = total()
  if (round < 0) return
  subject.rates.push(held.rate)
  subject.hitMs.push((between - before) / held.requests)
  subject.renderMs.push((after - between) / RENDERED)
  console.log(`${subject.name}: ${held.rate.toFixed(0)} held/s`)
}
