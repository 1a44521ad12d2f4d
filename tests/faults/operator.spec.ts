import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'playwright/test'
import { figure, seconds } from '#tests/support/figure.ts'
import { selfSigned, startSmtpStub } from '#tests/support/smtp-stub.ts'
import { unpackStored } from '#tests/support/stored-release.ts'
import { startWebApp } from '#tests/support/web-app.ts'
import { startCreator } from './creator.ts'
import { createDataFolder, startSite, timeUntil, visit } from './site.ts'
import { UPLOAD_MS, uploadSlowly } from './upload-slowly.ts'
import { npmStart } from './whole-site.ts'
import { onLoopback } from '#tests/support/on-loopback.ts'

/* What an operator meets: signals at the wrong time, mail servers that do not work, a proxy in place of the backend. */

type Site = Awaited<ReturnType<typeof npmStart>>
const cleanups: (() => unknown)[] = []
test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function start(...args: Parameters<typeof npmStart>) {
  const site = await npmStart(...args)
  cleanups.push(site.end)
  return site
}

async function dataFolder() {
  const folder = await createDataFolder({ isEmpty: true })
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const says = (site: Site, text: string) => timeUntil(async () => site.said().includes(text))
const ended = (site: Site) => timeUntil(async () => site.pids().length === 0)
const isReady = (site: Site) =>
  timeUntil(async () => (await visit(`${site.base}/readyz`)).status === 200)

test('SIGTERM to npm during the start ends all that was started, and the next start works', async () => {
  const DATA_DIR = await dataFolder()
  for (const moment of ['Starting the database', 'Starting the backend', 'Starting the web app']) {
    const site = await start({ DATA_DIR })
    await says(site, moment)
    site.kill('SIGTERM')
    figure(`SIGTERM to npm at “${moment}”: all ended after`, seconds(await ended(site)), '15 s')
  }
  const site = await start({ DATA_DIR })
  await isReady(site)
  expect(site.pids().length).toBeGreaterThan(4)
  site.kill('SIGTERM')
  figure('SIGTERM to npm of a ready site: all ended after', seconds(await ended(site)), '15 s')
})

test('a site on ::1 alone answers there', async () => {
  const host = '::1'
  const site = await start({ DATA_DIR: await dataFolder(), HOST: host, BACKEND_HOST: host })
  await says(site, 'Ready:')
  const port = new URL(site.base).port
  for (const page of ['/readyz', '/home/faq', '/home/iconpack', '/api/v1/icon/list'])
    expect((await visit(`http://[${host}]:${port}${page}`)).status, page).toBe(200)
  expect((await visit(`${site.base}/livez`)).status).toBe(0)
  site.kill('SIGTERM')
  await ended(site)
})

test('SIGKILL to npm of a ready site ends all processes', async () => {
  const site = await start({ DATA_DIR: await dataFolder() })
  await isReady(site)
  site.kill('SIGKILL')
  figure('SIGKILL to npm of a ready site: all ended after', seconds(await ended(site)), '15 s')
})

test('SIGTERM to npm during the build ends the build, which counts as not made', async () => {
  const copy = await mkdtemp(path.join(os.tmpdir(), 'unbuilt-'))
  cleanups.push(() => rm(copy, { recursive: true, force: true }))
  const sources = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
  const top = new Set(sources.map((name) => name.split('/')[0] ?? '').filter(Boolean))
  for (const name of top)
    if (name !== 'tests') await cp(name, path.join(copy, name), { recursive: true })
  await symlink(path.resolve('node_modules'), path.join(copy, 'node_modules'))
  const site = await start({ DATA_DIR: await dataFolder() }, copy)
  await says(site, 'Building the web app')
  // The build has begun to write.
  await timeUntil(async () => existsSync(path.join(copy, '.next')))
  site.kill('SIGTERM')
  figure('SIGTERM to npm during the build: all ended after', seconds(await ended(site)), '15 s')
  expect(readdirSync(path.join(copy, '.next'))).not.toContain('built-from')
})

test('SIGTERM to npm during a migration ends all, and the next start migrates', async () => {
  const stored = await unpackStored('0.1.0')
  cleanups.push(stored.remove)
  const variables = { DATA_DIR: stored.dataDir }
  const site = await start(variables)
  await says(site, 'The database needs')
  site.kill('SIGTERM')
  figure('SIGTERM to npm during a migration: all ended after', seconds(await ended(site)), '15 s')
  const again = await start(variables)
  await isReady(again)
  const [one] = stored.projects
  if (!one) throw new Error('The stored release has no project.')
  const { kind, id } = one.project
  const answer = await visit(`${again.base}/api/v1/${kind}/${id}`)
  expect(answer.status).toBe(200)
  again.kill('SIGTERM')
  await ended(again)
})

test('SIGTERM to npm during an upload ends the site after the upload is answered', async () => {
  const DATA_DIR = await dataFolder()
  const site = await start({ DATA_DIR, TRUSTED_PROXIES: '127.0.0.1', STOP_SECONDS: '30' })
  await isReady(site)
  const creator = await startCreator({ base: site.base, dataDir: DATA_DIR })
  let isUploaded = false
  const uploading = uploadSlowly(Number(new URL(site.base).port), creator.headers())
  void uploading.then(() => (isUploaded = true))
  await delay(UPLOAD_MS / 5)
  site.kill('SIGTERM')
  await timeUntil(async () => site.said().includes('Stopping'))
  expect(isUploaded).toBe(false)
  const answer = await uploading
  expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 200 OK')
  expect(answer).toContain('"code":200')
  figure('SIGTERM to npm during an upload: all ended after it', seconds(await ended(site)), '15 s')
})

test('a mail server that refuses or hangs is an error for who asks for a code, and one that works again needs no restart', async () => {
  const mail = await startSmtpStub()
  cleanups.push(mail.stop)
  const site = await startSite({
    isHeadless: true,
    variables: { DEMO: '0', SMTP_URL: mail.url, TRUSTED_PROXIES: '127.0.0.1' },
  })
  cleanups.push(site.stop)
  const ask = async (address: string) =>
    visit(`${site.backend}/api/v1/sms/verify_code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: address }),
    })
  const state = async () =>
    /"mail":"(\w+)"/.exec(String((await visit(`${site.backend}/readyz`)).body))?.[1]
  await timeUntil(async () => (await state()) === 'ok')
  for (const mood of ['refuses', 'hangs'] as const) {
    mail.set(mood)
    const refused = await ask(`${mood}@example.com`)
    expect(refused.status).toBe(503)
    expect(String(refused.body)).toContain('mail_failed')
    figure(
      `a mail server that ${mood}: an error for the visitor after`,
      seconds(refused.ms),
      '15 s',
    )
    expect(refused.ms).toBeLessThan(15_000)
    expect(await state()).toBe('failing')
    const ready = await visit(`${site.backend}/readyz`)
    expect(ready.status).toBe(200)
    mail.set('works')
    const back = await timeUntil(async () => (await state()) === 'ok')
    figure(
      `a mail server that ${mood}, and works again: seen without a mail after`,
      seconds(back),
      '15 s',
    )
    expect((await ask(`${mood}-again@example.com`)).status).toBe(200)
  }
  expect(mail.messages).toHaveLength(2)
})

test('a mail server with a certificate of its own sends nothing until SMTP_CA_FILE names it', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'certificate-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const certificate = selfSigned(folder)
  const mail = await startSmtpStub({ certificate })
  cleanups.push(mail.stop)
  for (const isTrusted of [false, true]) {
    const site = await startSite({
      isHeadless: true,
      variables: {
        DEMO: '0',
        SMTP_URL: mail.url,
        ...(isTrusted && { SMTP_CA_FILE: certificate.cert }),
      },
    })
    try {
      const answer = await visit(`${site.backend}/api/v1/sms/verify_code`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: 'ada@example.com' }),
      })
      expect(answer.status).toBe(isTrusted ? 200 : 503)
    } finally {
      await site.stop()
    }
  }
  expect(mail.messages).toHaveLength(1)
  expect(mail.messages[0]).toMatch(/\b\d{6}\b/)
})

test('a proxy that answers in place of the backend makes the site unready, and errors of its pages', async () => {
  let status = 200
  const proxy = createServer((_req, res) => {
    res.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Welcome to nginx!</h1>')
  })
  const { url, stop } = await onLoopback(proxy)
  cleanups.push(stop)
  const web = await startWebApp(url, {
    INTERNAL_SECRET: 'x'.repeat(20),
    SESSION_SECRET: 'y'.repeat(40),
  })
  cleanups.push(web.stop)
  for (status of [200, 404, 502]) {
    for (const page of ['/home/iconpack', '/home/iconpack/detail/a1', '/api/v1/icon/list']) {
      const answer = await visit(`${web.url}${page}?at=${status}`)
      expect(answer.status, `${page} behind ${status}`).toBeGreaterThanOrEqual(400)
      expect(String(answer.body)).not.toContain('Welcome to nginx')
    }
    expect((await visit(`${web.url}/livez`)).status).toBe(200)
    if (status !== 404) {
      await timeUntil(async () => (await visit(`${web.url}/readyz`)).status === 503)
    }
  }
})
