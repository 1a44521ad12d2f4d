import type { Context } from 'hono'
import { z } from 'zod'
import { KIND_TABLE } from '#lib/contract/kind.ts'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import type { Transaction } from '#backend/db/connect.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import type { Principal, TokenReach } from '#backend/caller.ts'
import type { Handlers } from '#backend/http/router.ts'
import { checkFixed } from '#backend/http/unknown-fields.ts'
import { visitorOf } from '#backend/http/visitor.ts'
import { checkFiles } from '#backend/services/project/reached-files.ts'
import { withIdempotencyKey } from '#backend/services/idempotency/with-idempotency-key.ts'
import { notifyOfHold } from '#backend/services/operator/notify-operator.ts'
import { checkPlugin } from '#backend/services/plugin/check.ts'
import { provePush } from '#backend/services/plugin/prove-push.ts'
import { listTransfers } from '#backend/services/plugin/transfer.ts'
import { changePlugin, toGithubCheck, createPlugin } from '#backend/services/plugin/write.ts'
import { changeVersion } from '#backend/services/project/change-version.ts'
import { createProject } from '#backend/services/project/create.ts'
import { deleteProject } from '#backend/services/project/delete.ts'
import { discardVersion } from '#backend/services/project/discard-version.ts'
import { changeStatus, listUnlisted, readStatus } from '#backend/services/project/status.ts'
import { readProject } from '#backend/services/project/select.ts'
import { updateProject } from '#backend/services/project/update.ts'
import type { Actor } from '#backend/services/project-log/log.ts'
import { recordVersionDownload } from '#backend/services/statistic/version-downloads.ts'
import { detectLanguage } from '#backend/text/language.ts'

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
  const { db, storage, clock } = deps
  const actorOf = ({ uid, accessToken }: Principal): Actor => ({
    uid,
    now: clock(),
    token: accessToken?.name,
    publisherId: firstOf(accessToken?.reach),
  })
  /** What the author downloads of a new version is not counted as that of others. Never fails the write. */
  async function rememberAuthor(
    c: Context<AppEnv>,
    { id, version }: Pick<Project, 'id' | 'version'>,
  ) {
    const visitor = visitorOf(c, deps.internalSecret)
    await recordVersionDownload(db, { id, version }, visitor, clock(), { isAuthor: true }).catch(
      (error: unknown) => c.get('log').warn({ err: error }, 'network of an author not stored'),
    )
  }
  return {
    githubCheck: async ({ principal: { uid }, query }) => {
      const now = clock()
      const found = await checkPlugin(deps.github, query, now)
      deps.failures.works('github')
      return toGithubCheck(db, found, { uid, now })
    },
    githubProof: ({ principal: { uid }, body }) => provePush(deps, { uid, now: clock() }, body),
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
              createProject(tx, { ...actor, kind }, body),
            )
      notifyOfHold({ ...deps, log }, project, actor.now)
      await rememberAuthor(c, project)
      return project
    },
    update: async ({ c, principal, params: { kind }, body, ...request }) => {
      const { idempotencyKey: key, revision: expectedRevision, fixed } = request
      await checkFiles(db, principal, filesOf(body))
      const actor = actorOf(principal)
      /** After the key: the first of two equal requests may have changed these fields. */
      const check = async (tx: Transaction) => {
        if (Object.keys(fixed).length > 0) checkFixed(fixed, await readProject(tx, body.id))
      }
      const write = { ...actor, key, request: ['PUT', kind, body, expectedRevision] }
      const log = c.get('log')
      if (KIND_TABLE[kind].fileEnding === null) {
        const plugin = await changePlugin(deps, { ...write, check, expectedRevision, log }, body)
        notifyOfHold({ ...deps, log }, plugin, actor.now)
        await rememberAuthor(c, { ...plugin, version: body.version ?? plugin.version })
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
      notifyOfHold({ ...deps, log }, project, actor.now)
      await rememberAuthor(c, { ...project, version: body.version ?? project.version })
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
