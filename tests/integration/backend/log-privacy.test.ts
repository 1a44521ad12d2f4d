import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFailureLog } from '#lib/log/failures.ts'
import { describeError } from '#lib/log/text.ts'
import { createWebLog } from '#server/web-log.ts'
import { startSite } from '#tests/integration/server/stub-site.ts'
import { spawnBackend } from '#tests/support/backend-process.ts'
import { runOnServer, startDatabase } from '#tests/support/database.ts'
import { startS3 } from '#tests/support/s3.ts'

/** What must not be in a log: everything that is planted has this in it, or is in `secrets`. */
const PLANTED = /planted|secret\.example/i
const EMAIL = 'planted.person@secret.example'
/** 43 characters, as those of the site. */
const TOKEN = `planted_token_${'x1'.repeat(14)}y`
const PASSWORD = 'planted-1843'
const OTHER_CODE = '918273'
const secrets: string[] = []

let folder: string
let backendLog: string
let webLog = ''
/** Statuses of the requests by what they are about. */
const statuses: Record<string, number> = {}

const planted = {
  authorization: `Bearer ${TOKEN}`,
  cookie: `session=${TOKEN}; planted=1`,
  'user-agent': 'planted-agent',
  'x-request-id': 'planted-request-id',
  'x-device-tokens': TOKEN,
  'idempotency-key': 'planted-key-1',
  referer: `https://planted.example/?${EMAIL}`,
  baggage: 'planted=1',
}

/** A mail server that repeats the recipient in its refusal, as many do. */
async function startMailServer() {
  const received: string[] = []
  const state = { refuses: false }
  const server = new SMTPServer({
    onAuth: (_auth, _session, done) => done(null, { user: 'planted-user' }),
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(state.refuses ? new Error(`<${address}>: user unknown`) : null)
    },
    onData(stream, _session, done) {
      stream.on('data', (chunk: Buffer) => received.push(chunk.toString()))
      stream.on('end', () => done())
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `smtp://planted-user:planted-password@127.0.0.1:${port}`, received, state, stop }
}

/** A provider that refuses, and repeats the code and the secret. */
async function startProvider() {
  const server = createServer((_req, res) => {
    const body = { error: 'invalid_grant', error_description: 'planted-oauth-code planted-secret' }
    res.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return { url, stop: () => new Promise((resolve) => server.close(resolve)) }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'log-privacy-'))
  const [database, s3, mail, provider] = await Promise.all([
    startDatabase(),
    startS3(),
    startMailServer(),
    startProvider(),
  ])
  const backend = spawnBackend({
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: String(database.poolSize),
    DATA_DIR: folder,
    STORAGE_URL: s3.url,
    SMTP_URL: mail.url,
    INTERNAL_SECRET: 'planted-internal-secret',
    METRICS_TOKEN: 'planted-metrics-token',
    GITHUB_CLIENT_ID: 'planted-client',
    GITHUB_CLIENT_SECRET: 'planted-secret',
    GITHUB_TOKEN_URL: provider.url,
    GITHUB_API_TOKEN: 'planted-api-token',
    LOG_LEVEL: 'trace',
  })
  const url = await backend.listening
  const send = async (what: string, address: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${address}`, {
      ...init,
      headers: { ...planted, 'content-type': 'application/json', ...init.headers },
    })
    statuses[what] = response.status
    return response.text()
  }
  const post = (what: string, address: string, body: object) =>
    send(what, `/api/v1${address}`, { method: 'POST', body: JSON.stringify(body) })
  const upload = (what: string, token: string) => {
    const form = new FormData()
    form.set('purpose', 'gallery')
    form.set('file', new Blob(['planted bytes']), `planted ${EMAIL}.png`)
    const headers = { ...planted, authorization: `Bearer ${token}` }
    return fetch(`${url}/api/v1/file/upload`, { method: 'POST', body: form, headers }).then(
      (response) => (statuses[what] = response.status),
    )
  }

  await send('path', `/${EMAIL}/planted-path?token=${TOKEN}`)
  await send('unknown call', `/api/v1/auth/${EMAIL}?password=planted-password`)
  await send('search', `/api/v1/index/search?term=${encodeURIComponent(EMAIL)}`)
  await send('bad query', `/api/v1/icon/list?cursor=planted-cursor&sort=planted`)
  await send('metrics', '/metrics')
  await send('account', '/api/v1/account/info')
  const broken = { method: 'POST', body: '{"password":"planted-password' }
  await send('broken body', '/api/v1/auth/log_in', broken)
  await post('wrong password', '/auth/log_in', { account: EMAIL, password: PASSWORD })
  await post('wrong code', '/auth/log_in', { email: EMAIL, code: OTHER_CODE })
  await send(
    'provider',
    `/api/v1/auth/github/oauth/token?code=planted-oauth-code&code_verifier=${TOKEN}` +
      `&redirect_uri=${encodeURIComponent('http://localhost:3000/github-callback')}`,
  )
  await post('code', '/sms/verify_code', { data: EMAIL })
  const code = /^(\d{6})\r?$/m.exec(mail.received.join(''))?.[1] ?? ''
  const account = { username: 'planted_name', email: EMAIL, password: PASSWORD, code }
  const granted = await post('registered', '/auth/sign_in', account)
  const token = /"token":"([^"]+)"/.exec(granted)?.[1] ?? ''
  secrets.push(code, token, OTHER_CODE)
  await upload('bad upload', token)
  mail.state.refuses = true
  await post('refused mail', '/sms/verify_code/forget_pwd', { data: EMAIL })
  await post('bad reset', '/auth/reset_password', { ...account, code: OTHER_CODE })
  await s3.stop()
  await upload('upload without storage', token)
  await runOnServer(database.url, 'ALTER TABLE accounts RENAME TO accounts_away')
  await post('failing statement', '/auth/log_in', { account: EMAIL, password: PASSWORD })
  backendLog = (await backend.stop()).complaint
  await Promise.all([mail.stop(), provider.stop(), database.stop()])

  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      webLog += chunk.toString()
      done()
    },
  })
  const log = pino({ level: 'trace', serializers: { err: describeError } }, sink)
  const lines = createWebLog(log, createFailureLog(log))
  const site = await startSite((req, res) => {
    if (req.url?.includes('fails')) throw new Error(`${EMAIL} at ${req.url}`, { cause: TOKEN })
    lines.consoleError(new Error(`cookie: ${req.headers.cookie}`), `https://a:b@c/?${EMAIL}`)
    res.statusCode = 503
    res.end('failed')
  }, lines)
  for (const [what, target] of [
    ['web failure', `/home/user/fails/${EMAIL}?q=planted`],
    ['web outage', `/github-callback?code=planted-oauth-code&state=${TOKEN}`],
    ['web token', `/home/user/${TOKEN}/${OTHER_CODE}?x=1`],
  ] as const) {
    const init = { headers: { ...planted, origin: 'https://keystrip.test' } }
    statuses[what] = (await site.ask(target, init)).status
  }
  await site.stop()
})
afterAll(() => rm(folder, { recursive: true }))

it('the places where something is planted answer as they should', () => {
  expect(statuses).toEqual({
    path: 404,
    'unknown call': 404,
    search: 200,
    'bad query': 400,
    metrics: 401,
    account: 401,
    'broken body': 400,
    'wrong password': 403,
    'wrong code': 403,
    provider: 403,
    code: 200,
    registered: 200,
    'bad upload': 400,
    'refused mail': 503,
    'bad reset': 403,
    'upload without storage': 503,
    'failing statement': 500,
    'web failure': 500,
    'web outage': 503,
    'web token': 503,
  })
})

it('the backend logs each request and each failure', () => {
  for (const text of ['"call":"logIn"', 'mail failed', 'disk failed', 'request failed']) {
    expect(backendLog).toContain(text)
  }
})

it('the web app logs each request and each failure', () => {
  for (const text of ['"route":"sign-in"', 'failed request', '"msg":"request failed"']) {
    expect(webLog).toContain(text)
  }
})

it('no line holds a token, cookie, code, password, address or text of a visitor', () => {
  const lines = [backendLog, webLog].join('\n').split('\n')
  expect(secrets.every((secret) => secret.length >= 6)).toBe(true)
  expect(lines.filter((line) => PLANTED.test(line))).toEqual([])
  for (const secret of secrets) {
    const alone = new RegExp(`(?<!\\d)${secret}(?!\\d)`)
    expect(lines.filter((line) => alone.test(line))).toEqual([])
  }
})
