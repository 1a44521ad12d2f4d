import type { Dependencies } from '#backend/dependencies.ts'
import { DomainError } from '#backend/errors.ts'
import { clientOf } from '#backend/http/client.ts'
import { dispositionOf } from '#backend/http/disposition.ts'
import type { Handlers } from '#backend/http/router.ts'
import { buildStrip } from '#backend/services/built/build.ts'
import { createQueue } from '#backend/services/limit/queue.ts'
import { setHeaders } from './set-headers.ts'

/** Building reads up to 60 drawings. */
const QUEUE = { atOnce: 2, waitingMax: 20 }
const busy = () => new DomainError('overloaded', 'Too many strips are being built.')

/** Pages and packs of single icons, which are not stored. */
export function builtHandlers(deps: Dependencies) {
  const queue = createQueue({ ...QUEUE, busy })
  return {
    builtStrip: async ({ c, body }) => {
      const { network } = clientOf(c, deps)
      const bytes = await queue.run(() => buildStrip(deps, body), network)
      const ending = body.format === 'iconpack' ? '.iconpack' : '.flexpage'
      setHeaders(c, { type: 'application/octet-stream', cacheControl: 'no-store' })
      const name = `${body.title.replaceAll(/[\\/:*?"<>|]/g, ' ').trim() || 'strip'}${ending}`
      c.header('content-disposition', dispositionOf({ purpose: 'project', name }))
      return c.body(new Uint8Array(bytes))
    },
  } satisfies Partial<Handlers>
}
