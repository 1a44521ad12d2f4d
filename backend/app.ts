import { Hono } from 'hono'
import { hasTokenPrefix } from '#lib/contract/access-token.ts'
import type { Role } from '#lib/contract/admin/role.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import type { Principal } from './caller.ts'
import type { AppEnv, Dependencies } from './dependencies.ts'
import { createErrorHandler, respondWithError } from './http/envelope.ts'
import { observeRequests } from './http/observe-requests.ts'
import { createRouter, type Handlers, limitCalls } from './http/router.ts'
import { adminHandlers } from './routes/admin.ts'
import { accountHandlers } from './routes/account.ts'
import { accountSecurityHandlers } from './routes/account-security.ts'
import { catalogueHandlers } from './routes/catalogue.ts'
import { fileHandlers } from './routes/files.ts'
import { healthRoutes } from './routes/health.ts'
import { operatorRoutes, toOperator } from './routes/operator.ts'
import { publisherHandlers } from './routes/publishers.ts'
import { publishingHandlers } from './routes/publishing.ts'
import { repositoryHandlers } from './routes/repositories.ts'
import { moderationHandlers } from './routes/moderation.ts'
import { reportHandlers } from './routes/reports.ts'
import { signInHandlers } from './routes/sign-in.ts'
import { systemHandlers } from './routes/system.ts'
import { authenticateAccessToken } from './services/access-token/authenticate.ts'
import { actorOf } from './services/audit/actor.ts'
import { authenticate } from './services/session/tokens.ts'

/** The backend as a function of a request. Every answer below `/api/v1` except bytes is an envelope. */
export function createApp(deps: Dependencies) {
  const { db, clock } = deps
  const app = new Hono<AppEnv>()
  app.use(observeRequests(deps))
  app.route('/', healthRoutes(deps))
  app.use(`${API_BASE}/*`, limitCalls(deps))
  const handlers: Handlers = {
    ...catalogueHandlers(deps),
    ...fileHandlers(deps),
    ...publishingHandlers(deps),
    ...repositoryHandlers(deps),
    ...signInHandlers(deps),
    ...accountHandlers(deps),
    ...accountSecurityHandlers(deps),
    ...publisherHandlers(deps),
    ...adminHandlers(deps),
    ...reportHandlers(deps),
    ...moderationHandlers(deps),
    ...systemHandlers(deps),
  }
  const options = {
    ...deps,
    handlers,
    authenticate: (token: string) =>
      hasTokenPrefix(token)
        ? authenticateAccessToken(db, token, clock())
        : authenticate(db, token, clock()),
    actorOf: (principal: Principal, needs: Role) => actorOf(db, principal, needs),
  }
  app.route(API_BASE, createRouter(options))
  app.route('/operator', operatorRoutes(deps, createRouter({ ...options, operator: toOperator })))
  app.notFound((c) => respondWithError(c, { code: 'not_found', message: 'Unknown address.' }))
  app.onError(createErrorHandler(deps.failures))
  return app
}
