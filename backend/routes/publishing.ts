import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { CALLS } from '#lib/contract/calls.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { projectSchema, versionSchema } from '#lib/contract/project.ts'
import type { AppEnv, Parts } from '#backend/context.ts'
import { signedIn } from '#backend/http/bearer.ts'
import { succeed, succeedPrivately } from '#backend/http/envelope.ts'
import { BadRequest, NotFound } from '#backend/http/errors.ts'
import { parseBody, parseId, parseQuery } from '#backend/http/parse.ts'
import { checkPlugin } from '#backend/services/plugin/check.ts'
import { provePush } from '#backend/services/plugin/prove-push.ts'
import { listTransfers } from '#backend/services/plugin/transfer.ts'
import { changePlugin, checkFor, createPlugin } from '#backend/services/plugin/write.ts'
import { createProject, updateProject } from '#backend/services/project/publish.ts'
import { removeProject } from '#backend/services/project/remove.ts'
import { listVersions } from '#backend/services/project/versions.ts'
import { yankVersion } from '#backend/services/project/yank.ts'
import { acceptUpload } from '#backend/services/upload/accept.ts'
import { readMultipart } from '#backend/services/upload/multipart.ts'
import { createUploadQueue } from '#backend/services/upload/quota.ts'
import { once } from '#backend/services/write/once.ts'

/** Uploads, and the writing calls of projects: only one's own, which every statement sees to. */
export function publishingRoutes(parts: Parts) {
  const { db, storage, clock } = parts
  const app = new Hono<AppEnv>()
  const uploads = createUploadQueue()
  app.post(CALLS.upload.path, async (c) => {
    const { uid } = await signedIn(c, parts)
    await parts.limits.count('uploadsByAccount', uid)
    const type = c.req.header('content-type') ?? ''
    const uploaded = await uploads.run(() =>
      readMultipart(c.req.raw.body, type, ({ fields, name, bytes }) => {
        const about = CALLS.upload.body.safeParse(Object.fromEntries(fields))
        if (!about.success) throw new BadRequest('purpose: not one, or behind the file')
        return acceptUpload(parts, { uid, name, bytes, now: clock(), ...about.data })
      }),
    )
    parts.faults.works('disk')
    return succeedPrivately(c, uploaded)
  })
  app.get(CALLS.githubCheck.path, async (c) => {
    const { uid } = await signedIn(c, parts)
    await parts.limits.count('checksByAccount', uid)
    const who = { uid, now: clock() }
    const found = await checkPlugin(parts.github, parseQuery(c, CALLS.githubCheck.query), who.now)
    parts.faults.works('github')
    return succeedPrivately(c, await checkFor(db, found, who))
  })
  app.post(CALLS.githubProof.path, async (c) => {
    const { uid } = await signedIn(c, parts)
    await parts.limits.count('checksByAccount', uid)
    const wish = await parseBody(c, CALLS.githubProof.body)
    return succeedPrivately(c, await provePush(parts, { uid, now: clock() }, wish))
  })
  app.get(CALLS.transfers.path, async (c) => {
    const { uid } = await signedIn(c, parts)
    return succeedPrivately(c, await listTransfers(db, uid, clock()))
  })
  for (const kind of KINDS) {
    app.get(`/${kind}/:id/versions`, async (c) =>
      succeed(c, await listVersions(db, kind, parseId(c.req.param('id')))),
    )
    app.post(`/${kind}`, async (c) => {
      const { uid } = await signedIn(c, parts)
      await parts.limits.count('writesByAccount', uid)
      const wish = await parseBody(c, CALLS.create.body)
      const write = { uid, key: keyOf(c), request: ['POST', kind, wish], now: clock() }
      if (kind === 'plugin')
        return succeedPrivately(c, await createPlugin(parts, { ...write, log: c.get('log') }, wish))
      const project = await once(db, { ...write, answer: projectSchema }, (tx) =>
        createProject(tx, { uid, kind, now: write.now }, wish),
      )
      return succeedPrivately(c, project)
    })
    app.put(`/${kind}`, async (c) => {
      const { uid } = await signedIn(c, parts)
      await parts.limits.count('writesByAccount', uid)
      const wish = await parseBody(c, CALLS.update.body)
      const match = revisionOf(c)
      const write = { uid, key: keyOf(c), request: ['PUT', kind, wish, match], now: clock() }
      if (kind === 'plugin') {
        const change = { ...write, match, log: c.get('log') }
        return succeedPrivately(c, await changePlugin(parts, change, wish))
      }
      const { project, keys } = await once(db, { ...write, answer: updatedSchema }, (tx) =>
        updateProject(tx, { uid, kind, now: write.now, match }, wish),
      )
      for (const key of keys) await storage.remove(key)
      return succeedPrivately(c, project)
    })
    app.put(`/${kind}/:id/versions/:version`, async (c) => {
      const { uid } = await signedIn(c, parts)
      await parts.limits.count('writesByAccount', uid)
      const version = versionSchema.safeParse(c.req.param('version'))
      if (!version.success) throw new NotFound()
      const wish = { ...(await parseBody(c, CALLS.yank.body)), version: version.data }
      const own = { uid, kind, id: parseId(c.req.param('id')), match: revisionOf(c), now: clock() }
      return succeedPrivately(c, await db.transaction((tx) => yankVersion(tx, own, wish)))
    })
  }
  for (const kind of KINDS) {
    app.delete(`/${kind}`, async (c) => {
      const { uid } = await signedIn(c, parts)
      await parts.limits.count('writesByAccount', uid)
      const { id } = parseQuery(c, CALLS.remove.query)
      await removeProject(parts, { uid, kind, id, now: clock(), match: revisionOf(c) })
      return succeedPrivately(c, null)
    })
  }
  return app
}

const updatedSchema = z.object({ project: projectSchema, keys: z.array(z.string()) })

/**
 * The `Idempotency-Key` of a write, if it has one.
 * @throws BadRequest for one that is none.
 */
function keyOf(c: Context<AppEnv>): string | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined || /^[\w.:-]{8,100}$/.test(key)) return key
  throw new BadRequest('Idempotency-Key: 8 to 100 letters, digits, _ . : or -')
}

/**
 * The revision that a write started from, as `If-Match` names it (RFC 9110, section 13.1.1).
 * @throws BadRequest for another kind of tag.
 */
function revisionOf(c: Context<AppEnv>): number | undefined {
  const tag = c.req.header('if-match')
  if (tag === undefined || tag === '*') return undefined
  const revision = /^"(\d{1,9})"$/.exec(tag)?.[1]
  if (revision === undefined) throw new BadRequest('If-Match: "{revision}" of the project, or *')
  return Number(revision)
}
