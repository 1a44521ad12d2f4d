import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { examineProxy } from '#scripts/operator/examine-proxy.ts'
import { freePort } from '#scripts/stack/free-port.ts'
import { buildProject } from '#tests/support/builders.ts'
import { HOST, makeCertificate } from '#tests/support/engines/nginx.ts'
import { PROXIES } from '#tests/support/engines/proxies.ts'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { SESSION_SECRET } from '#tests/support/session-secret.ts'
import { startWebApp } from '#tests/support/web-app.ts'
import { type AskForm, askerOf, formsOf, READS } from './forms.ts'

/*
 * A program, so that it can run in a network of its own, where all ports are free: a site at the address in the first argument, and one
 * proxy after the other in front of it. Prints one line of JSON: by proxy, what was not as it should be, and the number of requests.
 */

const site = new URL(process.argv[2] ?? '')
const isTls = site.protocol === 'https:'
const port = Number(site.port || (isTls ? 443 : 80))

const { origin } = site
const OWN: Record<string, string>[] = [{ origin }, { origin, 'sec-fetch-site': 'same-origin' }]
const FOREIGN: typeof OWN = [
  { origin: 'https://evil.example' },
  { origin: `${origin}0` },
  { origin, 'sec-fetch-site': 'cross-site' },
  { origin: 'null' },
]

/** A backend that accepts what is sent to it. */
async function startBackend() {
  const backend = await startFaultyBackend()
  const project = buildProject({ id: 'project1', kind: 'icon' })
  const user = { uid: 'u1', username: 'ada', email: 'ada@example.org' }
  backend.behave((req, res) => {
    const { pathname } = new URL(req.url ?? '', backend.url)
    const [, , , first = '', second = '', third] = pathname.split('/')
    if (req.method === 'POST') {
      if (first === 'auth') {
        res.writeHead(200, { 'content-type': 'application/json' })
        return res.end(JSON.stringify({ code: 200, message: '', data: null, token: 'ofAda' }))
      }
      if (first === 'reports') return answer(res, 200, { number: 1, path: '/home/faq' })
      return answer(res, second === 'forms' ? 200 : 404, { id: 'form1' })
    }
    if (pathname.endsWith('/index/changes')) return answer(res, 200, { position: 0, items: [] })
    if (first === 'account') return answer(res, 200, user)
    if (second === 'list' || first === 'index') {
      return answer(res, 200, { items: [], total: 0, total_is_estimate: false, next: null })
    }
    return answer(res, first === 'icon' && third === undefined ? 200 : 404, project)
  })
  return backend
}

/** What a proxy in front of the site makes of all forms and of some reads. */
async function walk(ask: AskForm, inner: string) {
  const wrong: string[] = []
  let requests = 0
  for (const { name, send, isAccepted } of formsOf(OWN[1] ?? {})) {
    for (const said of [...OWN, ...FOREIGN]) {
      const reply = await send(ask, said)
      requests += 1
      const isRight = OWN.includes(said) ? isAccepted(reply) : reply.status === 403
      const { status, headers, text } = reply
      const shown = [status, headers.location, headers['content-type'], text.slice(0, 200)]
      if (!isRight) wrong.push(`${name} ${JSON.stringify(said)}: ${shown.join(' ')}`)
    }
  }
  for (const address of READS) {
    const { status, headers, text } = await ask(address)
    requests += 1
    const { location } = headers
    if (status >= 500) wrong.push(`${address}: ${status}`)
    if (location !== undefined && !location.startsWith('/')) wrong.push(`${address}: ${location}`)
    if (`${JSON.stringify(headers)}${text}`.includes(inner)) wrong.push(`${address} shows ${inner}`)
  }
  if (!isTls) {
    const { checked, differences, note } = await examineProxy({ webUrl: `http://${inner}`, origin })
    wrong.push(...differences, ...(note === undefined ? [] : [note]))
    requests += checked
  }
  return { wrong, requests }
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'proxies-'))
const tls = isTls ? makeCertificate(folder, HOST) : undefined
const ca = tls && (await readFile(tls.certificate, 'utf8'))
const backend = await startBackend()
const inner = await freePort()
const web = await startWebApp(backend.url, {
  PORT: String(inner),
  SITE_URL: site.href,
  INTERNAL_SECRET: 'what-the-processes-share-and-others-do-not',
  SESSION_SECRET,
  RATE_FACTOR: '100',
  GITHUB_CLIENT_ID: 'the-site',
  GITHUB_CLIENT_SECRET: 'its-secret',
  GITHUB_AUTHORIZE_URL: 'https://github.example/authorize',
})

async function walkBehind(start: (typeof PROXIES)[string]['start']) {
  const proxy = await start({ folder, port, web: inner, tls })
  try {
    return await walk(askerOf(site, port, proxy.certificate ?? ca), `127.0.0.1:${inner}`)
  } finally {
    await proxy.stop()
  }
}

try {
  const found: Record<string, Awaited<ReturnType<typeof walk>>> = {}
  for (const [name, { isInstalled, needsTls = false, start }] of Object.entries(PROXIES)) {
    if (isInstalled() && (isTls || !needsTls)) found[name] = await walkBehind(start)
  }
  process.stdout.write(`${JSON.stringify(found)}\n`)
} finally {
  await web.stop()
  await backend.stop()
  await rm(folder, { recursive: true, force: true })
}
