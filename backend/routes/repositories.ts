import type { Dependencies } from '#backend/dependencies.ts'
import { uploaderOf } from '#backend/caller.ts'
import type { Handlers } from '#backend/http/router.ts'
import { checkPlugin } from '#backend/services/plugin/check.ts'
import { provePush } from '#backend/services/plugin/prove-push.ts'
import { createPictureTaker } from '#backend/services/plugin/take-picture.ts'
import { toGithubCheck } from '#backend/services/plugin/write.ts'
import { payerOf } from './payer.ts'

/** What the form of a plugin reads of its repository. */
export function repositoryHandlers(deps: Dependencies) {
  const { db, clock } = deps
  const takePicture = createPictureTaker(deps)
  return {
    githubCheck: async ({ principal: { uid }, query }) => {
      const now = clock()
      const found = await checkPlugin(deps.github, query, now)
      deps.failures.works('github')
      return toGithubCheck(db, found, { uid, now })
    },
    githubPicture: async ({ c, principal, body }) => {
      const payer = await payerOf(c, deps, principal)
      const uploadedFor = uploaderOf(principal)
      return takePicture({ uid: principal.uid, uploadedFor, payer, now: clock() }, body)
    },
    githubProof: ({ principal: { uid }, body }) => provePush(deps, { uid, now: clock() }, body),
  } satisfies Partial<Handlers>
}
