import type { Dependencies } from '#backend/dependencies.ts'
import { clientOf } from '#backend/http/client.ts'
import type { Handlers } from '#backend/http/router.ts'
import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from '#backend/services/access-token/manage.ts'
import { notify } from '#backend/services/account/notice.ts'
import { readProjectLog } from '#backend/services/project-log/log.ts'

/** Access tokens of an account, and the logs of its projects. */
export function tokenHandlers(deps: Dependencies) {
  const { db, clock } = deps
  return {
    accessTokens: async ({ principal: { uid } }) => ({ items: await listAccessTokens(db, uid) }),
    createToken: async ({ c, principal: { uid }, body }) => {
      const now = clock()
      const created = await createAccessToken(db, { uid, now }, body)
      notify(deps, c.get('log'), { ...clientOf(c, deps), uid, event: 'token_created', now })
      return created
    },
    revokeToken: ({ principal: { uid }, query: { id } }) => revokeAccessToken(db, uid, id),
    projectLog: ({ principal: { uid }, params: { kind, id } }) =>
      readProjectLog(db, { uid, kind, id }),
  } satisfies Partial<Handlers>
}
