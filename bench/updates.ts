import { z } from 'zod'
import { listSchema } from '#lib/contract/list.ts'
import { type Installed, UPDATES_MAX, updatesSchema } from '#lib/contract/update/update.ts'
import { type CallTimes, WARM_UP } from './api-calls.ts'
import { percentile } from './report.ts'

/** Pages of each list that projects and hashes are taken from. */
const PAGES = 30
const KINDS_WITH_FILES = ['icon', 'profile', 'flexpage'] as const

/** Times of requests for as many updates as one may ask about, one after the other: by project, and by the hashes of files. */
export async function timeUpdates(api: string, count: number): Promise<Map<string, CallTimes>> {
  const { projects, hashes } = await collectInstalled(api)
  return new Map([
    [`updates: ${UPDATES_MAX} projects`, await timeRequests(api, projects, count)],
    // Projects of large catalogues share the bytes of their files.
    [`updates: ${UPDATES_MAX} files`, await timeRequests(api, hashes, count)],
  ])
}

async function timeRequests(
  api: string,
  installed: Installed[],
  count: number,
): Promise<CallTimes> {
  const times: number[] = []
  for (let at = 0; at < WARM_UP + count; at += 1) {
    const items = Array.from(
      { length: UPDATES_MAX },
      (_, index) => installed[(at * UPDATES_MAX + index) % installed.length],
    )
    const body = JSON.stringify({ items, system: 'linux', application: '9.0.0' })
    const headers = { 'content-type': 'application/json' }
    const startedAt = performance.now()
    const response = await fetch(`${api}/updates`, { method: 'POST', body, headers })
    const text = await response.text()
    const ms = performance.now() - startedAt
    if (response.status !== 200) throw new Error(`/updates answers ${response.status}.`)
    if (at === 0) checkAnswer(text)
    if (at >= WARM_UP) times.push(ms)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), slowest: ['/updates'] }
}

/** Everything is known: otherwise less is measured than is stated. */
function checkAnswer(text: string): void {
  const { data } = z.object({ data: updatesSchema }).parse(JSON.parse(text))
  const known = data.items.filter(({ project }) => project !== null)
  if (known.length !== UPDATES_MAX) throw new Error(`Only ${known.length} are known.`)
}

async function collectInstalled(api: string) {
  const projects: Installed[] = []
  const hashes = new Set<string>()
  for (const kind of KINDS_WITH_FILES) {
    let after: string | null = null
    for (let page = 0; page < PAGES; page += 1) {
      const query: string = after === null ? '' : `&after=${after}`
      const response = await fetch(`${api}/${kind}/list?limit=100${query}`)
      const { data } = z.object({ data: listSchema }).parse(await response.json())
      for (const { id, version, file } of data.items) {
        projects.push({ id, version })
        if (file) hashes.add(file.sha256)
      }
      after = data.next
      if (after === null) break
    }
  }
  return { projects, hashes: [...hashes].map((sha256) => ({ sha256 })) }
}
