import { Hono } from 'hono'
import { CALLS } from '#lib/contract/calls.ts'
import type { AppEnv, Parts } from '#backend/context.ts'
import { succeed } from '#backend/http/envelope.ts'
import { parseBody } from '#backend/http/parse.ts'
import { visitorOf } from '#backend/http/visitor.ts'
import { recordEvent } from '#backend/services/statistic/record.ts'

/** `POST /statistic/record`. */
export function statisticRoutes({ db, clock, internalSecret }: Parts) {
  return new Hono<AppEnv>().post(CALLS.record.path, async (c) => {
    const request = await parseBody(c, CALLS.record.body)
    const counted = await recordEvent(db, request, visitorOf(c, internalSecret), clock())
    return succeed(c, { counted })
  })
}
