import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { expect, test } from 'playwright/test'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { startTestBackend, type TestBackend } from '#tests/support/backend.ts'
import { SESSION_SECRET } from '#tests/support/session-secret.ts'
import { startWebApp } from '#tests/support/web-app.ts'
import { figure } from '#tests/support/figure.ts'
import { headOnly } from '#tests/support/head.ts'
import { onLoopback } from '#tests/support/on-loopback.ts'

/** Races per operation; set a lower number for debugging. */
const RACES = Number(process.env['RACES'] ?? 100)
/** Number of projects changed concurrently. */
const AT_ONCE = 10
const INTERNAL_SECRET = 'what-the-processes-share'
const AUTHOR = 'ada_lovelace'

type Web = Awaited<ReturnType<typeof startWebApp>>
type Subject = { id: string; title: string; isShown: boolean }

/** One backend on a real database and two web processes in front of it. */
async function startSite() {
  const backend = await startTestBackend({ internalSecret: INTERNAL_SECRET })
  const server = createServer(getRequestListener(backend.app.fetch))
  const { url, stop: stopServer } = await onLoopback(server)
  const variables = { INTERNAL_SECRET, SESSION_SECRET }
  const webs = [await startWebApp(url, variables), await startWebApp(url, variables)]
  const stop = async () => {
    await Promise.all(webs.map((web) => web.stop()))
    await stopServer()
    await backend.stop()
  }
  return { backend, webs, url, stop }
}

/** Detail page of a project. */
const detail = ({ id }: Subject) => `/home/iconpack/detail/${id}`
const LISTS = [
  `/home/iconpack?author=${AUTHOR}&limit=96`,
  '/home/iconpack?sort=recent&limit=96',
  `/feeds/en/author/${AUTHOR}.xml`,
]
/** Fetches a path and retries on 5xx: a server that is too busy to answer shows nothing stale. */
async function read(web: Web, path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(web.url + path)
  const text = await answer.text()
  return answer.status >= 500 ? read(web, path) : { status: answer.status, text }
}
/** Repeats a change until the backend answers 200. */
async function until(change: () => Promise<number>): Promise<void> {
  while ((await change()) !== 200);
}

/** Lists the responses of a web process that differ from the current state of a project. */
async function countStale(web: Web, subject: Subject): Promise<string[]> {
  const term = encodeURIComponent(subject.title)
  const own = encodeURIComponent(web.url + detail(subject))
  const [page, embed, oembed, suggestions, ...lists] = await Promise.all(
    [
      detail(subject),
      `/embed/en/icon/${subject.id}`,
      `/oembed?url=${own}`,
      `/api/suggestions?q=${term}`,
      ...LISTS,
    ].map((path) => read(web, path)),
  )
  const status = subject.isShown ? 200 : 404
  const isTitled = (text = '') => text.includes(subject.title) === subject.isShown
  const wrong: string[] = []
  if (page?.status !== status || !isTitled(page.text)) wrong.push(`page ${page?.status}`)
  if (embed?.status !== status || !isTitled(embed.text)) wrong.push('embed')
  if (oembed?.status !== status) wrong.push('oembed')
  if (suggestions?.text.includes(subject.id) !== subject.isShown) wrong.push('suggestions')
  for (const [at, { text }] of lists.entries()) if (!isTitled(text)) wrong.push(LISTS[at] ?? '')
  return wrong
}

type Operation = 'edit' | 'hide' | 'restore' | 'delete'

async function apply(
  { backend, webs, url }: Awaited<ReturnType<typeof startSite>>,
  { operation, subject, token, isForwarded }: Act,
) {
  if (operation === 'hide' || operation === 'restore') {
    subject.isShown = operation === 'restore'
    const about = { kind: 'icon', id: subject.id, reason: 'a race', by: 'a test' }
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-internal-secret': INTERNAL_SECRET },
      body: JSON.stringify({ action: operation, ...about }),
    }
    await until(async () => (await headOnly(fetch(`${url}/operator/projects`, request))).status)
    const [web] = webs
    if (!isForwarded || !web) return
    const headers = {
      authorization: `Bearer ${INTERNAL_SECRET}`,
      origin: web.url,
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ kind: 'icon', id: subject.id, author: AUTHOR })
    await headOnly(fetch(`${web.url}/api/revalidate`, { method: 'POST', headers, body }))
    return
  }
  const { ask } = clientOf(backend)
  if (operation === 'edit') {
    subject.title = `Edited ${subject.title.split(' ').at(-1)}${Math.random().toString(36).slice(2)}`
    const body = { id: subject.id, title: subject.title }
    await until(async () => (await ask('/icon', { method: 'PUT', token, body })).code)
  } else {
    subject.isShown = false
    const path = `/icon?id=${subject.id}`
    await until(async () => (await ask(path, { method: 'DELETE', token })).code)
  }
}
type Act = { operation: Operation; subject: Subject; token: string; isForwarded: boolean }

async function addSubjects(backend: TestBackend, round: number): Promise<Subject[]> {
  const names = Array.from({ length: AT_ONCE }, (_, at) => `Racing r${round}p${at}`)
  return Promise.all(
    names.map(async (title) => {
      const id = await backend.add({ kind: 'icon', title, author: AUTHOR })
      return { id, title, isShown: true }
    }),
  )
}

test(`${RACES} races of each operation on two web processes: nothing is stale after two seconds`, async () => {
  const site = await startSite()
  try {
    const token = await registered(site.backend)
    const stale = new Map<Operation, number>()
    const seen: string[] = []
    for (let round = 0; round < RACES / AT_ONCE; round += 1) {
      const subjects = await addSubjects(site.backend, round)
      for (const operation of ['edit', 'hide', 'restore', 'delete'] as const) {
        const over = new AbortController()
        const readers = site.webs.flatMap((web) =>
          subjects.map(async (subject) => {
            while (!over.signal.aborted)
              await read(web, Math.random() < 0.7 ? detail(subject) : (LISTS[0] ?? ''))
          }),
        )
        await Promise.all(
          subjects.map(async (subject, at) => {
            await setTimeout(Math.random() * 400)
            await apply(site, { operation, subject, token, isForwarded: at % 2 === 0 })
            await setTimeout(2_000)
          }),
        )
        over.abort()
        await Promise.all(readers)
        for (const subject of subjects) {
          const wrong = (await Promise.all(site.webs.map((web) => countStale(web, subject)))).flat()
          seen.push(...wrong.map((what) => `${operation}: ${what}`))
          stale.set(operation, (stale.get(operation) ?? 0) + (wrong.length > 0 ? 1 : 0))
        }
      }
    }
    for (const [operation, count] of stale) {
      figure(`races of "${operation}" in which something was stale after 2 s, of ${RACES}`, count)
    }
    expect(seen).toEqual([])
  } finally {
    await site.stop()
  }
})
