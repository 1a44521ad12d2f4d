import { z } from 'zod'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { projectSchema } from '#lib/contract/project.ts'
import type { Transaction } from '#backend/db/connect.ts'
import type { Dependencies } from '#backend/dependencies.ts'
import type { Principal, TokenReach } from '#backend/caller.ts'
import type { Handlers } from '#backend/http/router.ts'
import { checkFixed } from '#backend/http/parse.ts'
import { proposeVersion } from '#backend/services/compare/propose-version.ts'
import { checkFiles } from '#backend/services/project/reached-files.ts'
import { withIdempotencyKey } from '#backend/services/idempotency/with-idempotency-key.ts'
import { checkTitle } from '#backend/services/name/namesakes.ts'
import { listTransfers } from '#backend/services/plugin/transfer.ts'
import { changePlugin, createPlugin } from '#backend/services/plugin/write.ts'
import { changeVersion } from '#backend/services/project/change-version.ts'
import { createProject } from '#backend/services/project/create.ts'
import { deleteProject } from '#backend/services/project/delete.ts'
import { discardVersion } from '#backend/services/project/discard-version.ts'
import { changeStatus, listUnlisted, readStatus } from '#backend/services/project/status.ts'
import { withReadme } from '#backend/services/project/readme.ts'
import { readProject } from '#backend/services/project/select.ts'
import { updateProject } from '#backend/services/project/update.ts'
import type { Actor } from '#backend/services/project-log/log.ts'
import { detectLanguage } from '#backend/text/language.ts'
import { settlePublication } from './settle-publication.ts'

const firstOf = (reach: TokenReach | undefined) =>
  reach?.projects === 'one' ? reach.first?.publisherId : undefined

type Body = Omit<Parameters<typeof checkFiles>[2], 'id'>
/** The uploads that a request names; its `id` is that of a project. */
const filesOf = ({ file_id, cover_id, gallery_ids, package_ids }: Body) => ({
  file_id,
  cover_id,
  gallery_ids,
  package_ids,
})

const updateResultSchema = z.object({ project: projectSchema, keys: z.array(z.string()) })

/** Writing projects. Every SQL statement restricts itself to the principal's own projects. */
export function publishingHandlers(deps: Dependencies) {
  const { db, storage, clock, overrides } = deps
  const actorOf = ({ uid, accessToken }: Principal): Actor => ({
    uid,
    now: clock(),
    token: accessToken?.name,
    publisherId: firstOf(accessToken?.reach),
  })
  return {
    checkTitle: ({ principal: { uid }, body }) => checkTitle(db, { uid, ...body }),
    detectLanguage: async ({ body }) => ({ language: await detectLanguage(body) }),
    transfers: ({ principal: { uid } }) => listTransfers(db, uid, clock()),
    create: async ({ c, principal, params: { kind }, body, idempotencyKey: key }) => {
      await checkFiles(db, principal, filesOf(body))
      const actor = actorOf(principal)
      const write = { ...actor, key, request: ['POST', kind, body] }
      const log = c.get('log')
      const project =
        KIND_TABLE[kind].fileEnding === null
          ? await createPlugin(deps, { ...write, log }, body)
          : await withIdempotencyKey(db, { ...write, answer: projectSchema }, (tx) =>
              createProject(tx, { ...actor, kind, overrides }, body),
            )
      await settlePublication(deps, c, { ...actor, project })
      return project
    },
    update: async ({ c, principal, params: { kind }, body, ...request }) => {
      const { idempotencyKey: key, revision: expectedRevision, fixed } = request
      await checkFiles(db, principal, filesOf(body))
      const actor = actorOf(principal)
      /** After the key: the first of two equal requests may have changed these fields. */
      const check = async (tx: Transaction) => {
        if (Object.keys(fixed).length > 0)
          checkFixed(fixed, await withReadme(tx, await readProject(tx, body.id)))
      }
      const write = { ...actor, key, request: ['PUT', kind, body, expectedRevision] }
      const log = c.get('log')
      if (KIND_TABLE[kind].fileEnding === null) {
        const plugin = await changePlugin(deps, { ...write, check, expectedRevision, log }, body)
        await settlePublication(deps, c, { ...actor, project: plugin, given: body })
        return plugin
      }
      const { project, keys } = await withIdempotencyKey(
        db,
        { ...write, answer: updateResultSchema },
        async (tx) => {
          await check(tx)
          return updateProject(tx, { ...actor, kind, expectedRevision }, body)
        },
      )
      for (const unused of keys) await storage.remove(unused)
      await settlePublication(deps, c, { ...actor, project, given: body })
      return project
    },
    remove: ({ principal: { uid }, params: { kind }, query: { id }, revision: expectedRevision }) =>
      deleteProject(deps, { uid, kind, id, now: clock(), expectedRevision }),
    changeVersion: async ({ principal, params, body, revision: expectedRevision }) => {
      const { kind, id, version } = params
      const own = { ...actorOf(principal), kind, id, expectedRevision }
      const { project, keys } = await db.transaction((tx) =>
        changeVersion(tx, own, { ...body, version }),
      )
      for (const unused of keys) await storage.remove(unused)
      return project
    },
    discardVersion: async ({ principal, params, query, revision: expectedRevision }) => {
      const { version, ...project } = params
      const own = { ...actorOf(principal), ...project, expectedRevision }
      const discarded = await db.transaction((tx) => discardVersion(tx, own, { ...query, version }))
      for (const unused of discarded.keys) await storage.remove(unused)
      return discarded.project
    },
    nextVersion: async ({ principal, params, query }) => {
      await checkFiles(db, principal, query)
      return proposeVersion(db, { uid: principal.uid, ...params, ...query })
    },
    status: ({ principal: { uid }, params }) => readStatus(db, { uid, ...params, now: clock() }),
    changeStatus: async ({ principal, params, body, fixed, revision: expectedRevision }) => {
      const own = { uid: principal.uid, ...params, now: clock() }
      if (Object.keys(fixed).length > 0) checkFixed(fixed, await readStatus(db, own))
      return db.transaction((tx) =>
        changeStatus(tx, { ...actorOf(principal), ...params, expectedRevision }, body),
      )
    },
    unlistedProjects: ({ principal: { uid } }) => listUnlisted(db, uid),
  } satisfies Partial<Handlers>
}
