import { type Context, Hono } from 'hono'
import type { Role } from '#lib/contract/admin/role.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { projectParamsSchema } from '#lib/contract/project.ts'
import { examineRequestSchema, operatorRequestSchema } from '#lib/contract/operator.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { respondWithData } from '#backend/http/envelope.ts'
import type { RoleHolder } from '#backend/caller.ts'
import { InvalidInputError, NotFoundError } from '#backend/errors.ts'
import { parseBody, parseQuery } from '#backend/http/parse.ts'
import { isSecret } from '#backend/http/secret.ts'
import { sendPrivate } from './send-private.ts'
import { clearDemo } from '#backend/services/operator/clear-demo.ts'
import { examine } from '#backend/services/operator/examine/examine.ts'
import { findStored, operatorFiles } from '#backend/services/hidden/files.ts'
import { listHeld, listHidden, listTrashed } from '#backend/services/operator/lists.ts'
import { listNames } from '#backend/services/operator/names.ts'
import { moderate } from '#backend/services/operator/moderate.ts'
import { notifyAuthor } from '#backend/services/operator/notify-author.ts'
import { sweepUnknown } from '#backend/services/upload/sweep-unknown.ts'

/** The header with the name of the user who runs a command. */
const OPERATOR_HEADER = 'x-operator'

const operatorNamed = (name: string, needs: Role = 'administrator'): RoleHolder => ({
  uid: null,
  name,
  role: 'administrator',
  needs,
})

/** The operator who makes a call by a command. */
export function toOperator(c: Context<AppEnv>, needs: Role): RoleHolder {
  const name = operatorRequestSchema.shape.by.safeParse(c.req.header(OPERATOR_HEADER))
  if (!name.success) throw new InvalidInputError(`${OPERATOR_HEADER}: the name of the user`)
  return operatorNamed(name.data, needs)
}

/**
 * Calls of the operator's commands. They require `INTERNAL_SECRET` and answer 404 without it; the web app
 * never forwards them. `calls`: those of the contract that need a role.
 */
export function operatorRoutes(deps: Dependencies, calls: Hono<AppEnv>) {
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    if (!isSecret(c.req.header('x-internal-secret'), deps.internalSecret)) throw new NotFoundError()
    c.header('cache-control', 'private, no-store')
    await next()
  })
  app.post('/projects', async (c) => {
    const request = await parseBody(c, operatorRequestSchema)
    const entry = await moderate(deps, operatorNamed(request.by), request, deps.clock())
    const isVersion = request.version !== undefined
    await notifyAuthor({ ...deps, log: c.get('log') }, entry, { isVersion })
    return respondWithData(c, entry)
  })
  app.post('/sweep', async (c) =>
    respondWithData(c, await sweepUnknown(deps, { now: new Date(), isForced: true })),
  )
  app.post('/clear-demo', async (c) => respondWithData(c, await clearDemo(deps, deps.clock())))
  app.post('/examine', async (c) => {
    const request = await parseBody(c, examineRequestSchema)
    return respondWithData(c, await examine(deps, request, deps.clock()))
  })
  app.get('/hidden', async (c) => respondWithData(c, { items: await listHidden(deps.db) }))
  app.get('/discarded', async (c) => respondWithData(c, { items: await listTrashed(deps.db) }))
  app.get('/held', async (c) => respondWithData(c, { items: await listHeld(deps.db) }))
  app.get('/names', async (c) => respondWithData(c, await listNames(deps.db)))
  app.get('/files', async (c) => {
    const place = parseQuery(c, projectParamsSchema)
    return respondWithData(c, { items: await operatorFiles(deps.db, place) })
  })
  app.get('/files/:id', async (c) =>
    sendPrivate(c, deps.storage, await findStored(deps.db, c.req.param('id'))),
  )
  app.route(API_BASE, calls)
  return app
}
