import { Hono } from 'hono'
import { hasTokenPrefix } from '#lib/contract/access-token.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { AppEnv, Dependencies } from './dependencies.ts'
import { createErrorHandler, respondWithError } from './http/envelope.ts'
import { limitCalls } from './http/limit-calls.ts'
import { observeRequests } from './http/observe-requests.ts'
import { createRouter, type Handlers } from './http/router.ts'
import { accountHandlers } from './routes/account.ts'
import { catalogueHandlers } from './routes/catalogue.ts'
import { fileHandlers } from './routes/files.ts'
import { healthRoutes } from './routes/health.ts'
import { operatorRoutes } from './routes/operator.ts'
import { publisherHandlers } from './routes/publishers.ts'
import { publishingHandlers } from './routes/publishing.ts'
import { signInHandlers } from './routes/sign-in.ts'
import { authenticateAccessToken } from './services/access-token/authenticate.ts'
import { authenticate } from './services/session/authenticate.ts'

/** The backend as a function of a request. Every answer below `/api/v1` except bytes is an envelope. */
export function createApp(deps: Dependencies) {
  const { db, clock } = deps
  const app = new Hono<AppEnv>()
  app.use(observeRequests(deps))
  app.route('/', healthRoutes(deps))
  app.route('/operator', operatorRoutes(deps))
  app.use(`${API_BASE}/*`, limitCalls(deps))
  const handlers: Handlers = {
    ...catalogueHandlers(deps),
    ...fileHandlers(deps),
    ...publishingHandlers(deps),
    ...signInHandlers(deps),
    ...accountHandlers(deps),
    ...publisherHandlers(deps),
  }
  app.route(
    API_BASE,
    createRouter({
      ...deps,
      handlers,
      authenticate: (token) =>
        hasTokenPrefix(token)
          ? authenticateAccessToken(db, token, clock())
          : authenticate(db, token, clock()),
    }),
  )
  app.notFound((c) => respondWithError(c, { code: 'not_found', message: 'Unknown address.' }))
  app.onError(createErrorHandler(deps.failures))
  return app
}
