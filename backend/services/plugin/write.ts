import { eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import { type Project, projectSchema } from '#lib/contract/project.ts'
import type {
  createRequestSchema,
  GithubCheck,
  updateRequestSchema,
} from '#lib/contract/publish.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { projects } from '#backend/db/tables.ts'
import { DomainError, InvalidInputError, NotFoundError } from '#backend/errors.ts'
import { getOwnProject } from '#backend/services/project/select.ts'
import type { NewProjectAuthor } from '#backend/services/project/input.ts'
import type { LockedProject } from '#backend/services/project/lock.ts'
import { offeredPictures, picturePaths } from '#backend/services/project/readme.ts'
import type { Actor } from '#backend/services/project-log/log.ts'
import { updateProject } from '#backend/services/project/update.ts'
import { withIdempotencyKey } from '#backend/services/idempotency/with-idempotency-key.ts'
import { checkPlugin, type CheckedPlugin } from './check.ts'
import { isHeld, provesDomain, reportClaim } from './claim.ts'
import type { PluginDependencies } from './dependencies.ts'
import { createGitHubClient } from './github.ts'
import { addOwnPackages, readEvidence } from './own-packages.ts'
import { getProofLine, getOwnerProof } from './ownership.ts'
import {
  needsRepositoryCheck,
  publishPlugin,
  refreshPlugin,
  requireRepository,
  withoutRelease,
} from './publish.ts'
import { getPublication } from './published.ts'
import { readTagVersions } from './releases.ts'
import { recordReplaced, recordStatus, statusOfError } from './repository-status.ts'
import { reportTakeover, type TakeoverReport } from './takeover.ts'
import { type Transferred, notifyOfTransfer } from './transfer.ts'

type Create = z.infer<typeof createRequestSchema>
type Update = z.infer<typeof updateRequestSchema>
type Write = Actor & { key: string | undefined; request: unknown; log: Logger }
/** An update, optionally with the revision that it is based on. */
type Change = Write &
  Pick<LockedProject, 'expectedRevision'> & {
    /** Compares what the request does not change, in the transaction. */
    check: (tx: Transaction) => Promise<void>
  }

const answerSchema = z.object({ project: projectSchema, keys: z.array(z.string()) })

/** The check of a repository, with the account's proof of ownership. */
export async function toGithubCheck(
  db: Database,
  plugin: CheckedPlugin,
  who: { uid: string; now: Date },
): Promise<GithubCheck> {
  const { uid } = who
  const [proof, proof_line, published] = await Promise.all([
    getOwnerProof(db, plugin, who),
    getProofLine(db, plugin.repository.id, uid),
    getPublication(db, plugin, uid),
  ])
  const readme = await offerReadme(db, plugin, published)
  return { ...plugin.facts, readme, proof, proof_line, published }
}

/** What of the READMEs of a repository its form offers; `null` without any. */
async function offerReadme(
  db: Database,
  { readmes, repository }: CheckedPlugin,
  published: GithubCheck['published'],
): Promise<GithubCheck['readme']> {
  if (!readmes || readmes.files.length === 0) return null
  const { commit, files } = readmes
  const paths = picturePaths(repository.url, commit, files)
  const ownId = published?.is_own ? published.id : undefined
  return { commit, pictures: await offeredPictures(db, paths, ownId) }
}

/**
 * `POST /plugin`. Requests to GitHub precede the transaction.
 * @throws as `checkPlugin` and `publishPlugin`.
 */
export async function createPlugin(
  deps: PluginDependencies & Pick<NewProjectAuthor, 'overrides'>,
  write: Write,
  input: Create,
): Promise<Project> {
  checkLicense(input)
  const plugin = await checkPlugin(deps.github, requireRepository(input), write.now)
  await recordReplaced({ ...deps, log: write.log }, plugin.repository, write.now)
  const hasDomain = await provesHeld(deps, plugin, write.uid)
  const published = await getPublication(deps.db, plugin, write.uid)
  const owned =
    published && !published.is_own
      ? await readTagVersions(createGitHubClient(deps.github, write.now), plugin.repository)
      : []
  let transfer: Transferred | null = null
  let report: TakeoverReport | null = null
  const answer = await withIdempotencyKey(
    deps.db,
    { ...write, answer: answerSchema },
    async (tx) => {
      const who = { ...whoOf(write), hasDomain, overrides: deps.overrides }
      const result = await publishPlugin(tx, who, { ...input, owned }, plugin)
      // Not part of the stored answer: a repeated request sends no second message.
      transfer = result.transfer
      report = result.report
      return result
    },
  ).catch(async (error: unknown) => {
    if (isClaimed(error)) await reportClaim({ ...deps, log: write.log }, plugin, write)
    throw error
  })
  for (const key of answer.keys) await deps.storage.remove(key)
  if (transfer) notifyOfTransfer(deps, write.log, transfer)
  if (report) reportTakeover(deps, write.log, report)
  return answer.project
}

const isClaimed = (error: unknown) =>
  error instanceof DomainError && error.code === 'plugin_id_claimed'

/** Name servers are asked only about an id that is held. */
const provesHeld = async (
  { db, resolveText }: PluginDependencies,
  plugin: CheckedPlugin,
  uid: string,
): Promise<boolean> => (await isHeld(db, plugin)) && provesDomain(plugin, uid, resolveText)

/**
 * `PUT /plugin`. GitHub is requested only if the input asks for it, names another repository, or has packages.
 * @throws NotFoundError also for the project of another account, and DomainError `hidden`, before any request to GitHub; as `refreshPlugin`
 * and `addOwnPackages`.
 */
export async function changePlugin(
  deps: PluginDependencies,
  write: Change,
  input: Update,
): Promise<Project> {
  const { db } = deps
  checkLicense(input)
  const before = await getOwnProject(db, { uid: write.uid, kind: 'plugin', id: input.id })
  const [row] = await db.select().from(projects).where(eq(projects.id, input.id))
  if (!row) throw new NotFoundError()
  const { owner, repositoryUrl: repository_url } = row
  // A new address may be that of another owner.
  const named = input.repository_url ? input : { owner, repository_url, ...input }
  const isChecked = needsRepositoryCheck(input, { owner, repository_url })
  const hasPackages = Boolean(input.package_ids?.length)
  const needsProof = hasPackages && !isChecked && row.repositoryId !== null
  const plugin =
    isChecked || (hasPackages && !needsProof)
      ? await checkPlugin(deps.github, requireRepository(named), write.now)
      : null
  const evidence = needsProof
    ? await readEvidence(deps.github, repository_url ?? '', write.now)
    : null
  // A publication without a number may be of any plugin.
  const hasDomain =
    plugin !== null && row.repositoryId === null && (await provesHeld(deps, plugin, write.uid))
  const who = { ...whoOf(write), hasDomain, expectedRevision: write.expectedRevision }
  let report: TakeoverReport | null = null
  const { project, keys } = await withIdempotencyKey(
    db,
    { ...write, answer: answerSchema },
    async (tx) => {
      await write.check(tx)
      if (plugin) {
        const result = await refreshPlugin(tx, who, input, plugin)
        report = result.report
        return result
      }
      const rest = withoutRelease(input, before)
      return evidence ? addOwnPackages(tx, who, rest, evidence) : updateProject(tx, who, rest)
    },
  ).catch(async (error: unknown) => {
    if (plugin && isClaimed(error)) await reportClaim({ ...deps, log: write.log }, plugin, write)
    const status = statusOfError(error)
    if (status) await recordStatus({ ...deps, log: write.log }, row, { status, now: write.now })
    throw error
  })
  for (const key of keys) await deps.storage.remove(key)
  if (report) reportTakeover(deps, write.log, report)
  return project
}

/** @throws InvalidInputError for a licence other than that of the repository. */
function checkLicense({ license }: Pick<Create, 'license'>): void {
  if (license) throw new InvalidInputError('license: a plugin has that of its repository')
}

const whoOf = ({ uid, now, token, publisherId }: Write) => ({
  uid,
  kind: 'plugin' as const,
  now,
  token,
  publisherId,
})
