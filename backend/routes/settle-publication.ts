import type { Context } from 'hono'
import type { Warning } from '#lib/contract/envelope.ts'
import { shownName } from '#lib/contract/name/name.ts'
import type { Project } from '#lib/contract/project.ts'
import type { Namesake } from '#lib/contract/publish.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { visitorOf } from '#backend/http/visitor.ts'
import { rememberNetwork } from '#backend/services/limit/account-networks.ts'
import { checkTitle } from '#backend/services/name/namesakes.ts'
import { notifyOfHold } from '#backend/services/operator/notify-operator.ts'
import { recordVersionDownload } from '#backend/services/statistic/version-downloads.ts'

type Published = {
  uid: string
  now: Date
  project: Project
  /** What the request of a change has of these. */
  given?: { version?: string | undefined; title?: string | undefined }
}

/** What follows a publication or a change: the operator learns of a held one, and its answer names projects of others with the title. */
export async function settlePublication(
  deps: Dependencies,
  c: Context<AppEnv>,
  { uid, now, project, given = project }: Published,
): Promise<void> {
  notifyOfHold({ ...deps, log: c.get('log') }, project, now)
  const version = given.version ?? project.version
  await rememberAuthor(deps, c, { uid, id: project.id, version, now })
  if (given.title === undefined) return
  const { items } = await checkTitle(deps.db, { uid, title: given.title })
  if (items.length > 0) c.set('warnings', [...(c.get('warnings') ?? []), ...items.map(toWarning)])
}

const toWarning = ({ kind, id, title, author }: Namesake): Warning => ({
  reason: 'same_title',
  details: { kind, id, title, author: shownName(author) },
})

/**
 * What the author downloads of a new version is not counted as that of others, and moderators find accounts of one network. Never fails
 * the write.
 */
async function rememberAuthor(
  { db, internalSecret }: Dependencies,
  c: Context<AppEnv>,
  { uid, id, version, now }: { uid: string; id: string; version: string; now: Date },
): Promise<void> {
  const visitor = visitorOf(c, internalSecret)
  const network = { uid, network: visitor.address, now, projectId: id }
  await recordVersionDownload(db, { id, version }, visitor, now, { isAuthor: true })
    .then(() => rememberNetwork(db, internalSecret, network))
    .catch((error: unknown) => c.get('log').warn({ err: error }, 'network of an author not stored'))
}
