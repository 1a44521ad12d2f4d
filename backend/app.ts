import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { routePath } from 'hono/route'
import { CALLS } from '#lib/contract/calls.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { AppEnv, Parts } from './context.ts'
import { createErrorHandler, refuse } from './http/envelope.ts'
import { limitCalls } from './http/limit-calls.ts'
import { accountRoutes } from './routes/accounts.ts'
import { changeRoutes } from './routes/changes.ts'
import { fileRoutes } from './routes/files.ts'
import { healthRoutes } from './routes/health.ts'
import { insideRoutes } from './routes/inside.ts'
import { operatorRoutes } from './routes/operator.ts'
import { openApiRoutes } from './routes/openapi.ts'
import { pictureRoutes } from './routes/pictures.ts'
import { projectRoutes } from './routes/projects.ts'
import { publishingRoutes } from './routes/publishing.ts'
import { searchRoutes } from './routes/search.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { statisticRoutes } from './routes/statistics.ts'

/** The backend as a function of a request. Every answer below `/api/v1` but files is an envelope. */
export function createApp(parts: Parts) {
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    const begun = performance.now()
    const given = c.req.header('x-request-id') ?? ''
    const requestId = /^[\w-]{1,100}$/.test(given) ? given : randomUUID()
    c.set('requestId', requestId)
    c.set('log', parts.log.child({ requestId }))
    c.header('x-request-id', requestId)
    await next()
    const ms = Math.round(performance.now() - begun)
    const route = routePath(c, -1)
    // Every web process asks for changes twice a second.
    const level = route.endsWith(CALLS.changes.path) ? 'trace' : 'info'
    c.get('log')[level]({ method: c.req.method, route, status: c.res.status, ms }, 'request')
  })
  app.route('/', healthRoutes(parts))
  app.route('/operator', operatorRoutes(parts))
  app.use(`${API_BASE}/*`, limitCalls(parts))
  app.route(API_BASE, insideRoutes(parts))
  app.route(API_BASE, projectRoutes(parts))
  app.route(API_BASE, searchRoutes(parts))
  app.route(API_BASE, changeRoutes(parts))
  app.route(API_BASE, statisticRoutes(parts))
  app.route(API_BASE, fileRoutes(parts))
  app.route(API_BASE, pictureRoutes(parts))
  app.route(API_BASE, publishingRoutes(parts))
  app.route(API_BASE, signInRoutes(parts))
  app.route(API_BASE, accountRoutes(parts))
  app.route(API_BASE, sessionRoutes(parts))
  app.route(API_BASE, openApiRoutes())
  app.notFound((c) => {
    const { path } = c.req
    const calls = KNOWN.filter((call) => call.path.test(path))
    if (calls.length > 0) {
      c.header('allow', calls.map((call) => call.method).join(', '))
      return refuse(c, 405, 'This call knows another method.')
    }
    return refuse(c, 404, 'There is no such call.')
  })
  app.onError(createErrorHandler(parts.faults))
  return app
}

/** What is answered besides the calls of the contract. */
const OTHERS = [
  '/livez',
  '/readyz',
  `${API_BASE}/openapi.json`,
  `${API_BASE}/file/{id}/{name}`,
  `${API_BASE}/file/{id}/icons/{name}`,
]

const KNOWN = [
  ...Object.values(CALLS).map(({ method, path }) => known(method, `${API_BASE}${path}`)),
  ...OTHERS.map((path) => known('get', path)),
]

function known(method: string, path: string) {
  const pattern = path
    .replaceAll('.', '\\.')
    .replace('{kind}', `(?:${KINDS.join('|')})`)
    .replaceAll(/\{\w+\}/g, '[^/]+')
  return { method: method.toUpperCase(), path: new RegExp(`^${pattern}$`) }
}
