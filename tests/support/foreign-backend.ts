import type { RequestListener } from 'node:http'
import type { Change } from '#lib/contract/change.ts'
import { KINDS } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { buildProject } from './builders.ts'
import { answer, startFaultyBackend } from './faulty-backend.ts'

type Held = { isHeld: (url: string) => boolean; open: Promise<void>; met: () => void }

/**
 * A third-party backend with the calls that pages need. Tests can change its projects and hold back
 * responses to keep a request pending.
 * @param said.changes whether it has the change feed (`GET /index/changes`).
 */
export async function startForeignBackend(said: { changes?: boolean } = {}) {
  const backend = await startFaultyBackend()
  const projects = new Map<string, Project>()
  const changes: Change[] = []
  const held = new Set<Held>()

  const listOf = (kind: string, author: string | null) =>
    [...projects.values()].filter(
      (one) => one.kind === kind && (author === null || one.author.name === author),
    )
  const tell: RequestListener = (req, res) => {
    const url = new URL(req.url ?? '/', 'http://backend')
    const [, , , first = '', second = '', third] = url.pathname.split('/')
    const items = listOf(first, url.searchParams.get('author'))
    if (first === 'auth') return answerWith(res, { token: 'the-token-of-ada' })
    if (req.method !== 'GET') return write(req.method ?? '', url, res)
    if (url.pathname.endsWith('/index/changes') && said.changes) {
      const after = Number(url.searchParams.get('after') ?? changes.length)
      return answer(res, 200, { position: changes.length, items: changes.slice(after) })
    }
    if (second === 'list') {
      return answer(res, 200, { items, total: items.length, total_is_estimate: false, next: null })
    }
    if (first === 'index' && second === 'popular') {
      return answer(res, 200, { items: listOf(url.searchParams.get('kind') ?? '', null) })
    }
    const project = third === undefined ? projects.get(second) : undefined
    const isKind = KINDS.some((kind) => kind === first)
    return isKind && project ? answer(res, 200, project) : answer(res, 404, null)
  }
  function write(method: string, url: URL, res: Parameters<RequestListener>[1]) {
    const id = url.searchParams.get('id') ?? ''
    if (method !== 'DELETE' || !projects.delete(id)) return answer(res, 404, null)
    return answer(res, 200, null)
  }

  backend.behave((req, res) => {
    const url = req.url ?? ''
    const hold = [...held].find(({ isHeld }) => isHeld(url))
    if (!hold) return tell(req, res)
    // The response is computed now and sent later, so it excludes changes made in between.
    const late = record(req, tell)
    hold.met()
    void hold.open.then(() =>
      res.writeHead(late.status, { 'content-type': 'application/json' }).end(late.body),
    )
    return undefined
  })

  return {
    ...backend,
    put: (project: Partial<Project>) => {
      const made = buildProject(project)
      projects.set(made.id, made)
      return made
    },
    /** Changes a project without notifying the site. */
    edit: (id: string, said: Partial<Project>) => {
      const before = projects.get(id)
      if (before) projects.set(id, { ...before, ...said })
    },
    drop: (id: string) => projects.delete(id),
    /** Adds a change to the change feed. */
    note: ({ kind, id, author }: Project) =>
      changes.push({ kind, id, author: author.name, is_new: false }),
    /** Holds back responses to requests whose address contains `part`. */
    hold: (part: string) => {
      const [open, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let isReached = false
      const met = () => {
        isReached = true
        reached.resolve()
      }
      const isHeld = (url: string) => url.includes(part)
      const entry: Held = { isHeld, open: open.promise, met }
      held.add(entry)
      return {
        /** Resolves when the first request is held. */
        reached: reached.promise,
        isReached: () => isReached,
        /** Later requests are answered at once; held ones stay held. */
        stopHolding: () => held.delete(entry),
        release: () => {
          held.delete(entry)
          open.resolve()
        },
      }
    },
  }
}

function answerWith(res: Parameters<RequestListener>[1], { token }: { token: string }) {
  res.writeHead(200, { 'content-type': 'application/json' })
  res.end(JSON.stringify({ code: 200, message: '', data: null, token }))
}

/** Captures the current response of a listener. */
function record(req: Parameters<RequestListener>[0], listener: RequestListener) {
  const late = { status: 200, body: '' }
  const res = {
    writeHead: (status: number) => {
      late.status = status
      return res
    },
    end: (body: string) => {
      late.body = body
    },
  }
  Reflect.apply(listener, undefined, [req, res])
  return late
}
