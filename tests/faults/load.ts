import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchAuthor, HEADERS, LOG_IN, startAuthor } from '#bench/writer.ts'
import { createRandom } from '#bench/random.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { listSchema } from '#lib/contract/list.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { Project } from '#lib/contract/project.ts'
import { paths } from '#lib/paths.ts'
import { z } from 'zod'
import { buildStandardFile } from '#tests/support/containers.ts'
import type { Cluster } from '#tests/support/engines/cluster.ts'
import { type VisitorAnswer, type AskPage, createVisitor } from '#tests/support/engines/visitor.ts'

/** Of 2880 writes and 720 uploads in half an hour, an account makes 206 and 51: it may make 300 of each in an hour. */
const AUTHORS = 14
const BOUNDARY = 'a-boundary-of-the-load'

/** A request of the mix, and what has to come back. */
type Kind = 'read' | 'write' | 'upload'
export type LoadFailure = { kind: Kind; what: string; status: number; body: string; at: number }
type Shares = Record<Kind, number>

/** The reads that visitors send, as often as they send them; `at` makes addresses different. */
function readOf(projects: readonly Project[], at: number, random: () => number): string {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]
  const project = pick(projects)
  const kind = pick(KINDS)
  if (!project || !kind) throw new Error('The catalogue is empty.')
  const share = random()
  if (share < 0.45) return paths.detail(project)
  if (share < 0.7) return paths.list(kind)
  if (share < 0.8) return paths.home
  if (share < 0.85) return `${API_BASE}/${kind}/list?limit=${1 + (at % 50)}`
  if (share < 0.9) return `${API_BASE}/${project.kind}/${project.id}`
  if (share < 0.94 && project.file) return project.file.url
  if (share < 0.98) return project.cover.url
  // It is not cached: it is rendered.
  if (share < 0.981) return paths.search({ q: `${project.title.split(' ')[0]} ${at}` })
  return `${API_BASE}/index/search?q=${encodeURIComponent(project.title.slice(0, 12))}`
}

function uploadOf(random: () => number): { body: Buffer; type: string } {
  const file = buildStandardFile('profile', 2_000 + Math.floor(random() * 20_000))
  const head = (name: string, rest: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(`${head('purpose', '')}project\r\n`),
    Buffer.from(head('file', '; filename="x.flexbar"\r\nContent-Type: application/octet-stream')),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])
  return { body, type: `multipart/form-data; boundary=${BOUNDARY}` }
}

/** Visitors and creators of a cluster, through nginx. */
export async function startLoad(cluster: Cluster, connections: number) {
  const visitor = createVisitor(cluster.nginx, connections)
  const [backend = ''] = cluster.backends
  const projects: Project[] = []
  for (const kind of KINDS) {
    const { body } = await visitor.ask({ path: `${API_BASE}/${kind}/list?limit=100` })
    const { data } = z.object({ data: listSchema }).parse(JSON.parse(String(body)))
    projects.push(...data.items)
  }
  const authors: BenchAuthor[] = []
  for (let at = 0; at < AUTHORS; at += 1) {
    const logIn = async (body: string) => {
      const answer = await visitor.ask({ method: 'POST', path: LOG_IN, headers: HEADERS, body })
      if (answer.status !== 200) throw new Error(`Signing in answers ${answer.status}.`)
      return answer.headers['set-cookie'] ?? []
    }
    authors.push(await startAuthor({ backend, dataDir: cluster.dataDir }, logIn))
  }
  const random = createRandom(19)
  const counts = { read: 0, write: 0, upload: 0 }
  const failures: LoadFailure[] = []
  const begun = performance.now()
  /** Slowest answers, in ms. */
  const times: number[] = []

  function next(kind: Kind, at: number): AskPage & { author?: BenchAuthor } {
    if (kind === 'read') return { path: readOf(projects, at, random) }
    const author = authors[at % authors.length]
    if (!author) throw new Error('no authors')
    const headers = { ...HEADERS, cookie: author.cookie }
    if (kind === 'write') {
      const body = JSON.stringify({ id: author.ids[at % 2], description: `Edition ${at}.` })
      return { author, method: 'PUT', path: `${API_BASE}/icon`, headers, body }
    }
    const { body, type } = uploadOf(random)
    return {
      author,
      method: 'POST',
      path: `${API_BASE}/file/upload`,
      headers: { ...headers, 'content-type': type },
      body,
    }
  }

  /** Sends one request of the mix and judges its answer. */
  async function send(shares: Shares, at: number): Promise<void> {
    const share = random()
    const kind =
      share < shares.upload ? 'upload' : share < shares.upload + shares.write ? 'write' : 'read'
    const { author, ...asked } = next(kind, at)
    counts[kind] += 1
    const answer = await visitor.ask(asked)
    times.push(answer.ms)
    if (author) keepCookies(author, answer)
    if (isGood(answer, kind)) return
    failures.push({
      kind,
      what: `${asked.method ?? 'GET'} ${asked.path}`,
      status: answer.status,
      body: answer.body.toString('utf8', 0, 300),
      at: (performance.now() - begun) / 1000,
    })
  }

  let sent = 0
  return {
    projects,
    authors,
    visitor,
    counts,
    failures,
    times,
    sent: () => sent,
    /** Seconds since the start, as in `Failure.at`. */
    now: () => (performance.now() - begun) / 1000,
    /**
     * Sends requests over all connections until `isOver`.
     * @param perSecond at most so many; without it as many as are answered.
     */
    async run({
      shares,
      isOver,
      perSecond = Infinity,
    }: {
      shares: Shares
      isOver: () => boolean
      perSecond?: number
    }) {
      const start = performance.now()
      const first = sent
      await Promise.all(
        Array.from({ length: connections }, async () => {
          while (!isOver()) {
            const due = start + ((sent - first) / perSecond) * 1000
            sent += 1
            const waitMs = due - performance.now()
            if (waitMs > 0) await sleep(waitMs)
            await send(shares, sent)
          }
        }),
      )
    },
    /** Asks for every page once, one after the other, so that the caches are those of a site that has run for a while. */
    async warmUp() {
      const all = [
        paths.home,
        ...KINDS.map((kind) => paths.list(kind)),
        ...projects.map(paths.detail),
      ]
      for (const path of all) await visitor.ask({ path })
    },
    close: visitor.close,
  }
}
export type FaultLoad = Awaited<ReturnType<typeof startLoad>>

/** Keeps the cookies of an answer, as a browser does: an access token is renewed after half an hour. */
function keepCookies(author: BenchAuthor, { headers }: VisitorAnswer): void {
  const cookies = new Map<string, string>()
  const lines = [...author.cookie.split('; '), ...(headers['set-cookie'] ?? [])]
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (name !== '') cookies.set(name, value)
  }
  author.cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** Whether a request was done. A write that was sent again by a creator meets its newer revision: 409. */
function isGood({ status, body }: VisitorAnswer, kind: Kind): boolean {
  if (kind === 'read') return status === 200
  if (status !== 200) return false
  return z.object({ code: z.literal(200) }).safeParse(JSON.parse(String(body))).success
}
