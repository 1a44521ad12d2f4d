import { type Context, Hono } from 'hono'
import * as accounts from './accounts.ts'
import type { Project } from './api.ts'
import { CallError, invalidInput, notFound } from './call-error.ts'
import { download, upload } from './files.ts'
import * as input from './input.ts'
import { listPopular, listProjects, search } from './lists.ts'
import { findProject, recordEvent } from './projects.ts'
import { createProject, removeProject, updateProject } from './publish.ts'
import { createStore, type ReferenceStore } from './store.ts'

const KIND = `:kind{(?:${input.KINDS.join('|')})}`
const METHODS = ['GET', 'POST', 'PUT', 'DELETE']

/**
 * The calls that every backend must have, except sign-in with providers and plugin checks, which
 * need other sites, and the optional `versions`, `logOut` and `resetPassword`.
 */
export function createReferenceApp(send: accounts.SendCode) {
  const store = createStore()
  const account = (c: Context) => accounts.authenticate(store, c.req.header('authorization'))
  const kind = (c: Context) => input.parse(input.kind, c.req.param('kind'))
  const sendTo = async (c: Context) => {
    const { data: email } = await parseBody(c, input.codeBody)
    return ok(c, await accounts.sendCode(store, email, send))
  }

  const app = new Hono().basePath('/api/v1')
  app.get('/index/popular', (c) => ok(c, listPopular(store, parseQuery(c, input.popularQuery))))
  app.get('/index/search', (c) => ok(c, search(store, parseQuery(c, input.searchQuery))))
  app.get('/file/:sha256/:name', (c) => download(store, c.req.param('sha256'), c.req.raw.headers))
  app.get('/account/info', (c) => ok(c, accounts.accountInfo(account(c))))
  app.get(`/${KIND}/list`, (c) =>
    ok(c, listProjects(store, kind(c), parseQuery(c, input.listQuery))),
  )
  app.get(`/${KIND}/:id`, (c) => ok(c, findProject(store, kind(c), c.req.param('id')).project))
  app.get(`/${KIND}/:id/versions`, (c) =>
    ok(c, { items: findProject(store, kind(c), c.req.param('id')).versions }),
  )

  app.get(`/${KIND}/:id/latest`, (c) => {
    const { file } = findProject(store, kind(c), c.req.param('id')).project
    return leadTo(c, file?.url)
  })
  app.get(`/${KIND}/:id/versions/:version/file`, (c) => {
    const { versions } = findProject(store, kind(c), c.req.param('id'))
    const version = versions.find((one) => one.version === c.req.param('version'))
    return leadTo(c, version?.file?.url)
  })

  app.post('/sms/verify_code', sendTo)
  app.post('/sms/verify_code/forget_pwd', sendTo)
  app.post('/auth/sign_in', async (c) =>
    ok(c, null, accounts.register(store, await parseBody(c, input.registerBody))),
  )
  app.post('/auth/log_in', async (c) =>
    ok(c, null, accounts.logIn(store, await parseBody(c, input.logInBody))),
  )
  app.post('/auth/refresh_token', (c) =>
    ok(c, null, accounts.refreshToken(store, c.req.header('authorization'))),
  )
  app.post('/auth/log_out', (c) => ok(c, accounts.logOut(store, c.req.header('authorization'))))
  app.post('/auth/reset_password', async (c) =>
    ok(c, accounts.resetPassword(store, await parseBody(c, input.resetBody))),
  )

  app.post('/statistic/record', async (c) => {
    const visitor = `${c.req.header('x-client-address')} ${c.req.header('user-agent')}`
    return ok(c, recordEvent(store, await parseBody(c, input.recordBody), visitor))
  })
  app.post('/file/upload', async (c) => {
    const { uid } = account(c)
    return ok(c, await upload(store, uid, await c.req.formData()))
  })
  app.post(`/${KIND}`, async (c) => {
    const author = account(c)
    const body = await parseBody(c, input.createBody)
    const write = () => createProject(store, kind(c), author, body)
    return ok(c, once(store, c, [author.uid, body], write))
  })
  app.put(`/${KIND}`, async (c) => {
    const author = account(c)
    const body = await parseBody(c, input.updateBody)
    const match = c.req.header('if-match')
    const write = () => updateProject(store, kind(c), author, body, match)
    return ok(c, once(store, c, [author.uid, body, match], write))
  })
  app.delete(`/${KIND}`, (c) =>
    ok(c, removeProject(store, kind(c), account(c), c.req.query('id') ?? '')),
  )

  app.notFound((c) => {
    const isCall = METHODS.some((method) => app.router.match(method, c.req.path)[0].length > 0)
    if (!isCall) return refuse(c, notFound())
    const reason = 'method_not_allowed'
    return refuse(c, new CallError(405, 'Method not allowed.', { reason }))
  })
  app.onError((error, c) => {
    if (error instanceof CallError) return refuse(c, error)
    console.error(error)
    return c.json({ code: 500, message: 'Internal error.', data: null }, 500)
  })
  return app
}

/** A file of a version is at another address. */
function leadTo(c: Context, url: string | undefined) {
  if (url === undefined) throw notFound()
  c.header('cache-control', 'public, max-age=60')
  return c.redirect(url, 302)
}

/** The envelope of a successful call; `token` is that of a new session. */
const ok = (c: Context, data: unknown, token?: string) =>
  c.json({ code: 200, message: 'OK', data, ...(token && { token }) })

function refuse(c: Context, { code, message, options }: CallError) {
  return c.json({ code, message, data: null, ...options }, code)
}

/** Empty parameters count as missing. */
function parseQuery<T extends Parameters<typeof input.parse>[0]>(c: Context, schema: T) {
  const query = Object.entries(c.req.query()).filter(([, value]) => value !== '')
  return input.parse(schema, Object.fromEntries(query))
}

async function parseBody<T extends Parameters<typeof input.parse>[0]>(c: Context, schema: T) {
  const body: unknown = await c.req.json().catch(() => null)
  return input.parse(schema, body)
}

/**
 * Runs a write with an `Idempotency-Key` once; a repeated request gets the first response.
 * @throws CallError 409 if the key was used for another request.
 */
function once(
  store: ReferenceStore,
  c: Context,
  request: unknown[],
  write: () => Project,
): Project {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return write()
  if (!/^[\w.:-]{8,100}$/.test(key)) throw invalidInput('Idempotency-Key')
  const text = JSON.stringify([c.req.method, c.req.path, ...request])
  const earlier = store.responses.get(`${String(request[0])} ${key}`)
  if (earlier && earlier.request !== text) {
    throw new CallError(409, 'The key belongs to another request.', { reason: 'other_request' })
  }
  if (earlier) return earlier.project
  const project = write()
  store.responses.set(`${String(request[0])} ${key}`, { request: text, project })
  return project
}
