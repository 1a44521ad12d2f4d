import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '#scripts/stack/free-port.ts'
import { buildProject } from '#tests/support/builders.ts'
import { isNginxInstalled, startNginx } from '#tests/support/engines/nginx.ts'
import { isVarnishInstalled, startVarnish, VCL } from '#tests/support/engines/varnish.ts'
import { startForeignBackend } from '#tests/support/foreign-backend.ts'
import { SESSION_SECRET } from '#tests/support/session-secret.ts'
import { headOnly } from '#tests/support/head.ts'
import { startWebApp } from '#tests/support/web-app.ts'
import { createBrowser } from './browser.ts'
import { waitFor, waitUntil } from '#tests/support/wait.ts'

/* nginx, Varnish and two web processes, with the files in `deploy/`, in front of a stub of the backend. */

const INTERNAL_SECRET = 'what-the-processes-share'
const project = buildProject({ title: 'Sunny icons' })
const DETAIL = `/home/iconpack/detail/${project.id}`

type Running = Awaited<ReturnType<typeof startFront>>
let front: Running
async function startFront() {
  const backend = await startForeignBackend({ changes: true })
  backend.put(project)
  const ports = [await freePort(), await freePort()] as const
  const varnish = await startVarnish(ports)
  const backendPort = Number(new URL(backend.url).port)
  const nginx = await startNginx({
    webs: ports,
    cache: varnish.port,
    backends: [backendPort, backendPort],
  })
  const start = (port: number) =>
    startWebApp(`http://127.0.0.1:${nginx.internal}`, {
      PORT: String(port),
      SITE_URL: `https://${nginx.host}`,
      TRUSTED_PROXIES: '127.0.0.1',
      PURGE_URLS: varnish.purgeUrl,
      INTERNAL_SECRET,
      SESSION_SECRET,
    })
  const webs = await Promise.all(ports.map(start))
  return { backend, varnish, nginx, webs, ports, start, browser: createBrowser(nginx) }
}

describe.skipIf(!isNginxInstalled() || !isVarnishInstalled())(
  'nginx, Varnish and two processes',
  () => {
    beforeAll(async () => {
      front = await startFront()
      // Varnish has probed the processes before they listened.
      await waitUntil(async () => (await get(DETAIL)).status === 200, 10_000)
    })
    afterAll(async () => {
      for (const web of front.webs) await web.stop()
      await front.nginx.stop()
      await front.varnish.stop()
      await front.backend.stop()
    })
    beforeEach(() => void (front.backend.requests.length = 0))
    const get = (path: string, headers: Record<string, string> = {}) =>
      front.browser.get(path, headers)
    const isHeld = async (path: string) =>
      String((await get(path)).headers['cache-status']).endsWith('front; hit')
    const untilHeld = (path: string) =>
      waitFor(async () => expect(await isHeld(path)).toBe(true), 10_000)
    const direct = async (port: number) => (await fetch(`http://127.0.0.1:${port}${DETAIL}`)).text()
    /** Until the purges of everything at the start of the processes, each sent twice, are over. */
    const untilQuiet = async (path: string) => {
      for (let since = performance.now(); performance.now() - since < 3_000;) {
        if (!(await isHeld(path))) since = performance.now()
      }
    }

    it('accepts HTTP/2 and current versions of TLS only', async () => {
      const { status, headers, protocol } = await get(DETAIL)
      expect([status, protocol, headers['strict-transport-security']]).toEqual([
        200,
        'h2',
        'max-age=31536000',
      ])
      expect(await front.browser.handshake('TLSv1.3')).toBe('TLSv1.3')
      expect(await front.browser.handshake('TLSv1.2')).toBe('TLSv1.2')
      expect(await front.browser.handshake('TLSv1.1')).toBe('refused')
      expect(await front.browser.handshake('TLSv1.3', 'another.example')).toBe('refused')
    })

    it('leads from HTTP to the same address by HTTPS, and answers no other host', async () => {
      const { http, host } = front.nginx
      const ask = (name: string) => front.browser.plain(http, '/home/index?x=1', name)
      expect(await ask(host)).toMatchObject({
        status: 301,
        location: `https://${host}/home/index?x=1`,
      })
      expect(await ask('another.example')).toBe('closed')
    })

    it('holds public pages in each encoding, with the headers of the site and none of the engines', async () => {
      await untilHeld(DETAIL)
      for (const encoding of ['br', 'gzip', 'identity']) {
        await waitFor(async () => {
          const { headers, text } = await get(DETAIL, { 'accept-encoding': encoding })
          expect(headers['content-encoding'] ?? 'identity').toBe(encoding)
          expect(text).toContain('Sunny icons')
          expect(String(headers['cache-status'])).toMatch(/front; hit$/)
        }, 10_000)
      }
      const { headers } = await get(DETAIL)
      for (const name of [
        'surrogate-key',
        'cache-tag',
        'via',
        'x-varnish',
        'xkey',
        'x-powered-by',
      ]) {
        expect([name, headers[name]]).toEqual([name, undefined])
      }
      expect(headers['server']).toBe('nginx')
      expect(headers['content-security-policy']).toBeDefined()
      expect(headers['x-request-id']).toMatch(/^[\da-f]{32}$/)
      expect((await get(DETAIL)).headers['x-request-id']).not.toBe(headers['x-request-id'])
      expect((await get(DETAIL, { 'if-none-match': String(headers['etag']) })).status).toBe(304)
    })

    it('treats each header by which the site varies its pages', async () => {
      const { headers } = await headOnly(fetch(`http://127.0.0.1:${front.ports[0]}${DETAIL}`))
      const names = String(headers.get('vary')).split(/\s*,\s*/)
      expect(names).toContain('accept-encoding')
      const vcl = (await readFile(VCL, 'utf8')).toLowerCase()
      for (const name of names) expect(vcl, name).toContain(`req.http.${name.toLowerCase()}`)
    })

    it('shows an edit within two seconds, and keeps the pages that do not show it', async () => {
      await untilQuiet('/home/faq')
      await untilHeld(DETAIL)
      front.backend.edit(project.id, { title: 'Stormy icons' })
      expect((await get(DETAIL)).text).toContain('Sunny icons')
      front.backend.note(project)
      const began = performance.now()
      await waitFor(async () => expect((await get(DETAIL)).text).toContain('Stormy icons'), 3_000)
      expect(performance.now() - began).toBeLessThan(2_000)
      expect(await isHeld('/home/faq'), 'other pages stay').toBe(true)
      await untilHeld(DETAIL)
      expect((await get(DETAIL)).text).toContain('Stormy icons')
    })

    it('shows no page from before a change any more, however many readers hold it in the cache', async () => {
      for (let round = 0; round < 3; round++) {
        const title = `Edited ${round}`
        const readers = new AbortController()
        const reading = [1, 2, 3].map(async () => {
          while (!readers.signal.aborted) await get(DETAIL)
        })
        front.backend.edit(project.id, { title })
        front.backend.note(project)
        await waitFor(async () => {
          for (const port of front.ports) expect(await direct(port)).toContain(title)
        }, 3_000)
        // Both processes have the change and purge. A page that was on its way goes with the second purge, two seconds later.
        const began = performance.now()
        let lastOld = 0
        while (performance.now() - began < 3_000) {
          if (!(await get(DETAIL)).text.includes(title)) lastOld = performance.now() - began
        }
        readers.abort()
        await Promise.all(reading)
        expect(lastOld).toBeLessThan(2_500)
      }
    })

    it('passes what belongs to a visitor, with the cookie, and never holds it', async () => {
      const session = { cookie: 'keystrip=made-up' }
      for (const path of ['/home/user/index', '/home/search?q=sun', '/api/session']) {
        const first = await get(path, session)
        const second = await get(path)
        expect(String(first.headers['cache-control'])).toMatch(/no-store|private/)
        expect(String(second.headers['cache-status'])).not.toContain('front; hit')
      }
    })

    it('sends the site the address of the client, not the one that the client claims', async () => {
      await get('/api/v1/icon/list', {
        'x-forwarded-for': '203.0.113.9',
        forwarded: 'for=203.0.113.9',
      })
      const [asked] = front.backend.requests.filter(({ url }) => url.includes('/icon/list'))
      expect(asked?.headers['x-client-address']).toBe('127.0.0.1')
    })

    it('lets no visitor purge', async () => {
      await untilHeld(DETAIL)
      const { status } = await front.browser.send('PURGE', DETAIL, { 'surrogate-key': 'catalogue' })
      expect(status).toBe(405)
      expect(await isHeld(DETAIL)).toBe(true)
    })

    it('shows held pages while one process, then every process is gone, and 503 for the rest', async () => {
      await untilHeld(DETAIL)
      await front.webs[0]?.stop()
      for (let at = 0; at < 8; at++) expect((await get(`/home/faq?n=${at}`)).status).toBe(200)
      await front.webs[1]?.stop()
      expect((await get(DETAIL)).status).toBe(200)
      const { status, headers } = await get('/home/user/index')
      expect([status, headers['cache-control']]).toEqual([503, 'no-store'])
      front.webs = await Promise.all(front.ports.map(front.start))
      await waitFor(async () => expect((await get('/home/user/index')).status).toBe(307), 10_000)
    })

    it('purges everything when a process starts, whose release may be another', async () => {
      await untilHeld('/home/faq')
      await front.webs[1]?.stop()
      const restarted = front.start(front.ports[1])
      await waitFor(async () => expect(await isHeld('/home/faq')).toBe(false), 10_000)
      front.webs[1] = await restarted
    })
  },
)
