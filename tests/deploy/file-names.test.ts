import { parse } from 'content-disposition'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#scripts/stack/free-port.ts'
import { dispositionOf } from '#backend/http/disposition.ts'
import { fileUrl } from '#backend/services/file/url.ts'
import { isNginxInstalled, startNginx } from '#tests/support/engines/nginx.ts'
import { isVarnishInstalled, startVarnish } from '#tests/support/engines/varnish.ts'
import { startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { ASCII_NAMES, REAL_NAMES } from '#tests/support/file-names.ts'
import { SESSION_SECRET } from '#tests/support/session-secret.ts'
import { startWebApp } from '#tests/support/web-app.ts'
import { createBrowser } from './browser.ts'
import { waitUntil } from '#tests/support/wait.ts'

/* Downloads through nginx and Varnish, with the files in `deploy/`, and the web app; a stub answers with the name that reached it. */

type Front = Awaited<ReturnType<typeof startFront>>
let front: Front

async function startFront() {
  const backend = await startFaultyBackend()
  backend.behave((req, res) => {
    const { pathname } = new URL(req.url ?? '', 'http://backend')
    const name = decodeURIComponent(pathname.split('/').at(-1) ?? '')
    const disposition = dispositionOf({ purpose: 'project', name })
    res.writeHead(200, { 'content-type': 'application/zip', 'content-disposition': disposition })
    res.end(name)
  })
  const port = await freePort()
  const varnish = await startVarnish([port, port])
  const backendPort = Number(new URL(backend.url).port)
  const nginx = await startNginx({
    webs: [port, port],
    cache: varnish.port,
    backends: [backendPort, backendPort],
  })
  const web = await startWebApp(`http://127.0.0.1:${nginx.internal}`, {
    PORT: String(port),
    SITE_URL: `https://${nginx.host}`,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_FACTOR: '1000',
    SESSION_SECRET,
  })
  const stop = async () => {
    await web.stop()
    await nginx.stop()
    await varnish.stop()
    await backend.stop()
  }
  return { browser: createBrowser(nginx), varnish, stop }
}

describe.skipIf(!isNginxInstalled() || !isVarnishInstalled())('a download', () => {
  beforeAll(async () => {
    front = await startFront()
    await waitUntil(async () => (await throughNginx('/home/faq')).status === 200, 20_000)
  })
  afterAll(() => front.stop())
  const throughNginx = async (path: string) => {
    const { status, headers, text } = await front.browser.get(path)
    return { status, disposition: headers['content-disposition'], text }
  }
  const throughVarnish = async (path: string) => {
    const answer = await fetch(front.varnish.url + path)
    const disposition = answer.headers.get('content-disposition')
    return { status: answer.status, disposition, text: await answer.text() }
  }

  it.each([
    ['nginx', throughNginx],
    ['Varnish', throughVarnish],
  ])(
    'has its name and its bytes behind %s, whatever the name is',
    async (_, get) => {
      const lost: unknown[] = []
      for (const stem of [...ASCII_NAMES, ...REAL_NAMES]) {
        const name = `${stem}.iconpack`.normalize('NFC')
        const { status, disposition, text } = await get(fileUrl({ id: 'abcdefghijkl', name }))
        const saved = parse(String(disposition)).parameters['filename']
        if (saved !== name || text !== name) lost.push({ name, status, saved })
      }
      expect(lost).toEqual([])
    },
    120_000,
  )
})
