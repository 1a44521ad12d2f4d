import { Hono } from 'hono'
import { CALLS } from '#lib/contract/calls.ts'
import type { AppEnv, Parts } from '#backend/context.ts'
import { signedIn } from '#backend/http/bearer.ts'
import { succeedPrivately } from '#backend/http/envelope.ts'
import { BadRequest } from '#backend/http/errors.ts'
import { parseQuery } from '#backend/http/parse.ts'
import { endSession, endSessions } from '#backend/services/session/end.ts'
import { listSessions } from '#backend/services/session/list.ts'

/** Where somebody is signed in, and the end of that. */
export function sessionRoutes(parts: Parts) {
  const { db, clock } = parts
  return new Hono<AppEnv>()
    .get(CALLS.accountSessions.path, async (c) => {
      const signed = await signedIn(c, parts)
      return succeedPrivately(c, { items: await listSessions(db, signed, clock()) })
    })
    .delete(CALLS.endSessions.path, async (c) => {
      const signed = await signedIn(c, parts)
      const { id, others } = parseQuery(c, CALLS.endSessions.query)
      if ((id === undefined) === (others === undefined)) {
        throw new BadRequest('id, others: one of them is needed')
      }
      if (id === undefined) await endSessions(db, signed.uid, signed.sessionId)
      else await endSession(db, signed, id)
      return succeedPrivately(c, null)
    })
}
